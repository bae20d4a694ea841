import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { selfSigned } from '../../platform/outbound/support/certificate.ts';
import type { Cluster } from './cluster.ts';

/* Cascade in the cluster, as docs/runbook/deploy.md says, beside the servers that it expects. */

const ROOT = join(import.meta.dirname, '../../..');
const OVERLAYS = join(ROOT, 'deploy/k8s/overlays');
export const NAMESPACE = 'cascade';
/** Services with a database role and a user of NATS. */
const WITH_LOGINS = ['gateway', 'executor', 'webhooks', 'artifacts'];
export const SERVICES = [...WITH_LOGINS, 'renderer', 'generator'];

/** One node of two cores has room for all pods if they request less. Limits stay as they are. */
const SMALL = `- op: replace
  path: /spec/template/spec/containers/0/resources/requests
  value: { cpu: 10m, memory: 64Mi }
`;
const SMALL_WAIT = `- op: replace
  path: /spec/template/spec/initContainers/0/resources/requests
  value: { cpu: 10m, memory: 64Mi }
`;
/** An address that counts as public, on the node and not in the pods' network. */
export const PROVIDER = '11.99.0.1';
/** That of `overlays/production`. */
export const ORIGIN = 'https://cascade.example.com';
/** The sign-in of people, and limits that no caller reaches by repeated reading. */
const SETTINGS = [
  ...[`OIDC_ISSUER=https://${PROVIDER}`, 'OIDC_CLIENT_ID=cascade', 'OIDC_ACCOUNT=1'],
  ...['OIDC_ROLES=cascade-reviewers=reviewer', 'TLS_CA_PATH=/etc/cascade/ca.pem'],
  ...[
    ...['RATE_LIMIT_IP_PER_MINUTE', 'RATE_LIMIT_TOKEN_PER_HOUR', 'RATE_LIMIT_APP_PER_5_MINUTES'],
    ...['LETTERS_PER_CLIENT_PER_HOUR', 'NOTICES_PER_CLIENT_PER_HOUR', 'NOTICES_PER_RECIPIENT_PER_DAY'],
    ...['LETTERS_PER_RECIPIENT_PER_HOUR'],
  ].map((name) => `${name}=1000000`),
];

const password = (): string => randomBytes(16).toString('hex');

const object = (kind: string, namespace: string | undefined, name: string, rest: object = {}): object => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...rest,
});

/** PostgreSQL, NATS and Temporal, the cluster's DNS, the identity provider, and the Secrets of Cascade. */
export async function installServers(cluster: Cluster): Promise<void> {
  const certificate = await startProvider(cluster);
  const passwords = Object.fromEntries(
    ['POSTGRES', 'CASCADE_DB', 'TEMPORAL_DB', ...WITH_LOGINS.map((name) => `${name.toUpperCase()}_DB`)].map((name) => [
      `${name}_PASSWORD`,
      password(),
    ]),
  );
  const nats = Object.fromEntries([...WITH_LOGINS, 'generator'].map((name) => [name, password()]));
  const inNats = Object.entries(nats).map(([name, value]) => [`${name.toUpperCase()}_NATS_PASSWORD`, `"${value}"`]);
  const database = (role: string): string =>
    `postgres://${role === '' ? 'cascade' : `cascade_${role}`}:${passwords[`${role === '' ? 'CASCADE' : role.toUpperCase()}_DB_PASSWORD`]}@postgres.postgresql.svc:5432/cascade`;
  const natsUrl = (user: string): string => `nats://${user}:${nats[user]}@nats.nats.svc:4222`;
  const read = (path: string): Promise<string> => readFile(join(ROOT, 'deploy/compose', path), 'utf8');

  await cluster.apply(
    ...['postgresql', 'nats', 'temporal', 'ingress-nginx', 'monitoring'].map((name) =>
      object('Namespace', undefined, name),
    ),
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
    },
    object('Secret', 'postgresql', 'passwords', { stringData: passwords }),
    object('ConfigMap', 'postgresql', 'files', { data: { 'postgres.sh': await read('postgres.sh') } }),
    object('Secret', 'nats', 'passwords', { stringData: Object.fromEntries(inNats) }),
    object('ConfigMap', 'nats', 'files', { data: { 'nats.conf': await read('nats.conf') } }),
    object('Secret', NAMESPACE, 'cascade', {
      stringData: {
        DATABASE_URL: database(''),
        ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        EVIDENCE_KEYS: `e1:${randomBytes(32).toString('base64')}`,
        OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
      },
    }),
    object('Secret', NAMESPACE, 'cascade-files', { stringData: { 'ca.pem': certificate } }),
    ...WITH_LOGINS.map((name) =>
      object('Secret', NAMESPACE, `cascade-${name}`, {
        stringData: { DATABASE_URL: database(name), NATS_URL: natsUrl(name) },
      }),
    ),
    object('Secret', NAMESPACE, 'cascade-generator', { stringData: { NATS_URL: natsUrl('generator') } }),
  );
  for (const file of ['dns.yaml', 'servers.yaml']) {
    await cluster.kubectl('apply', '--filename', join(import.meta.dirname, file));
  }
  for (const [namespace, name] of [
    ['kube-system', 'dns'],
    ['postgresql', 'postgres'],
    ['nats', 'nats'],
    ['temporal', 'temporal'],
  ] as const) {
    await cluster.kubectl('--namespace', namespace, 'rollout', 'status', `deployment/${name}`, '--timeout=300s');
  }
}

/** The identity provider of the account's people, outside of the pods' network. Returns its certificate. */
async function startProvider(cluster: Cluster): Promise<string> {
  const { key, cert } = selfSigned(PROVIDER);
  const folder = await mkdtemp(join(tmpdir(), 'cascade-provider-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  await writeFile(files.key, key, { mode: 0o600 });
  await writeFile(files.cert, cert);
  const program = join(ROOT, 'test/support/identity-provider.mjs');
  const args = [process.execPath, program, `${ORIGIN}/auth/callback`, `https://${PROVIDER}`, files.key, files.cert];
  await cluster.runAt(PROVIDER, 'identity-provider', args);
  return cert;
}

/** `overlays/production` of a release: its three values changed, and smaller requests. Returns the overlay's folder. */
async function overlayOf(tag: string): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cascade-overlay-')));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: NAMESPACE,
    resources: [relative(folder, join(OVERLAYS, 'production'))],
    images: ['cascade', 'cascade-renderer'].map((name) => ({ name: `registry.example.com/${name}`, newTag: tag })),
    // One replica of each service, except the gateway, of which a drain has to leave one.
    replicas: ['executor', 'webhooks', 'artifacts', 'generator'].map((name) => ({ name: `cascade-${name}`, count: 1 })),
    configMapGenerator: [{ name: 'cascade-config', behavior: 'merge', literals: SETTINGS }],
    patches: [
      { target: { kind: 'Deployment' }, patch: SMALL },
      { target: { kind: 'Deployment', name: `cascade-(${WITH_LOGINS.join('|')})` }, patch: SMALL_WAIT },
      {
        target: { kind: 'HorizontalPodAutoscaler', name: 'cascade-renderer' },
        patch: '- { op: replace, path: /spec/minReplicas, value: 1 }',
      },
      {
        target: { kind: 'Job', name: 'cascade-migrate-0-1-0' },
        patch: `- { op: replace, path: /metadata/name, value: cascade-migrate-${tag.replaceAll('.', '-')} }`,
      },
    ],
  };
  await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization, null, 2));
  return folder;
}

export async function applyRelease(cluster: Cluster, tag: string): Promise<void> {
  const overlay = await overlayOf(tag);
  try {
    await cluster.kubectl('apply', '--kustomize', overlay);
  } finally {
    await rm(overlay, { recursive: true });
  }
}

export async function rolledOut(cluster: Cluster, services: readonly string[] = SERVICES): Promise<void> {
  for (const name of services) {
    await cluster.kubectl(
      '--namespace',
      NAMESPACE,
      'rollout',
      'status',
      `deployment/cascade-${name}`,
      '--timeout=600s',
    );
  }
}
