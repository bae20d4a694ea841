import type { VariableName } from './index.ts';
import { VARIABLES } from './variables.ts';

/** The services that run from the image of the services, and the renderer. */
type Component =
  'gateway' | 'executor' | 'webhooks' | 'artifacts' | 'generator' | 'migrate' | 'retention' | 'audit' | 'admin';

/** A server that connections are made to. */
export interface Peer {
  /** The variable that holds its address, or what it is if none does. */
  readonly name: VariableName | 'DNS' | 'URLs of callers';
  readonly from: readonly Component[];
  /** Those of a usual installation. */
  readonly ports: readonly number[];
  /** Addresses in a usual installation: in another namespace or in ours, or public. */
  readonly at: 'inside' | 'outside';
  /** Nothing connects to it while this variable is not set. */
  readonly ifSet?: VariableName;
}

const SERVICES = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'] as const;
const ON_DATABASE = [
  ...(['gateway', 'executor', 'webhooks', 'artifacts'] as const),
  ...(['migrate', 'retention', 'audit', 'admin'] as const),
] as const;
const HTTPS = 443;
const HTTP = 80;

/** That of each product; the gateway reads the address only to tell that there is one. */
const VENDORS = Object.keys(VARIABLES).filter((name) => /^PRODUCT_.*_URL$/.test(name)) as VariableName[];

/** Every server that Cascade connects to. The network policies are checked against it (`npm run manifests`). */
export const PEERS: readonly Peer[] = [
  { name: 'DNS', from: [...ON_DATABASE, 'generator'], ports: [53], at: 'inside' },
  { name: 'DATABASE_URL', from: ON_DATABASE, ports: [5432], at: 'inside' },
  { name: 'NATS_URL', from: SERVICES, ports: [4222], at: 'inside' },
  { name: 'TEMPORAL_ADDRESS', from: ['executor'], ports: [7233], at: 'inside' },
  { name: 'RENDERER_URL', from: ['artifacts'], ports: [8081], at: 'inside' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', from: SERVICES, ports: [4318], at: 'inside' },
  {
    ...{ name: 'ARTIFACTS_S3_ENDPOINT', ports: [HTTPS], at: 'inside', ifSet: 'ARTIFACTS_S3_BUCKET' },
    from: ['gateway', 'executor', 'artifacts', 'retention', 'admin'],
  },
  { name: 'OIDC_ISSUER', from: ['gateway'], ports: [HTTPS], at: 'outside' },
  { name: 'SMTP_URL', from: ['gateway', 'executor'], ports: [465, 587], at: 'outside' },
  { name: 'LLM_BASE_URL', from: ['generator'], ports: [HTTPS], at: 'outside' },
  ...VENDORS.map((name): Peer => ({ name, from: ['executor'], ports: [HTTPS], at: 'outside' })),
  { name: 'URLs of callers', from: ['webhooks', 'executor'], ports: [HTTPS, HTTP], at: 'outside' },
];

/** Addresses of our own, which nothing of Cascade connects to. */
export const OWN_ADDRESSES: readonly VariableName[] = ['BASE_URL', 'DOCS_URL', 'CORS_ORIGINS'];
