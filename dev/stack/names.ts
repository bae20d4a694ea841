export const SERVICES = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator', 'renderer'] as const;
export type ServiceName = (typeof SERVICES)[number];
