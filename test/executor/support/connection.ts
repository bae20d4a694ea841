import {
  installationConnection,
  type Connection,
  type InstallationSettings,
} from '../../../services/executor/perform/connection.ts';

/** The installation's connection for credit reports, as agreed by default. */
export function testConnection(url: string, settings: Partial<InstallationSettings> = {}): Connection {
  return installationConnection({ productCode: 'credit_report', url, deadlineMs: 1_000, ...settings });
}

/** The vendors of a process that knows none. */
export const NO_VENDORS = { named: async () => new Map<string, never>(), ofOrder: async () => undefined };
