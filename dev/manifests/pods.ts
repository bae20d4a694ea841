import type { Variable } from '../../platform/config/variable.ts';
import { VARIABLES } from '../../platform/config/variables.ts';

/* The promises for every pod of the rendered manifests. */

/** A Kubernetes object, as parsed. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly spec?: Record<string, unknown>;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

export type Labels = Readonly<Record<string, string>>;

/** A process whose event loop stands still does nothing with a longer one. */
const HUNG_GRACE_SECONDS = 10;

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly terminationGracePeriodSeconds?: number;
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly {
    readonly name: string;
    readonly valueFrom?: {
      readonly secretKeyRef?: { readonly name: string };
      readonly configMapKeyRef?: { readonly name: string };
    };
  }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
}

export interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly serviceAccountName?: string;
  readonly priorityClassName?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly seccompProfile?: { readonly type: string } };
  readonly topologySpreadConstraints?: readonly unknown[];
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
}

interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string };
  readonly projected?: { readonly sources: readonly { readonly secret?: { readonly name: string } }[] };
}

export interface Workload {
  readonly manifest: Manifest;
  readonly pod: Pod;
  readonly labels: Labels;
}

/** Secrets that the operator brings; docs/runbook/deploy.md lists them. */
const SERVICE_SECRETS = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'].map((name) => `cascade-${name}`);
const SECRETS = ['cascade', ...SERVICE_SECRETS, 'cascade-files', 'cascade-keda', 'cascade-s3', 'cascade-tls'];
/** The login of a service: its own, so that a service that is taken over cannot act as another. */
const LOGINS = ['DATABASE_URL', 'NATS_URL'];

export function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}

/** True if an object of that kind and name exists. */
type Has = (kind: string, name: string | undefined) => boolean;

/** The texts of what is the case. */
function those(...faults: readonly (readonly [is: boolean, text: string])[]): string[] {
  return faults.filter(([is]) => is).map(([, text]) => text);
}

export function podFaults({ manifest, pod, labels }: Workload, manifests: readonly Manifest[]): string[] {
  const has: Has = (kind, name) => manifests.some((other) => other.kind === kind && other.metadata.name === name);
  const { priorityClassName: priority, securityContext: security } = pod;
  const faults = [
    ...those(
      [pod.automountServiceAccountToken !== false, 'gets a service-account token'],
      [!has('ServiceAccount', pod.serviceAccountName), `its ServiceAccount ${pod.serviceAccountName} is missing`],
      [security?.runAsNonRoot !== true, 'may run as root'],
      [security?.seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'],
      [priority !== undefined && !has('PriorityClass', priority), `its PriorityClass ${priority} is missing`],
    ),
    ...mountedSecrets(pod).flatMap((secret) => foreignSecret(secret, labels, 'mounts')),
    ...[...pod.containers, ...(pod.initContainers ?? [])].flatMap((container) => [
      ...containerFaults(container),
      ...variableFaults(container, labels, has),
      ...mountFaults(container, pod),
    ]),
    ...(labels['app.kubernetes.io/component'] === 'renderer' ? secretFaults(pod) : []),
    ...(manifest.kind === 'Deployment' ? serviceFaults(pod, manifests) : []),
  ];
  return faults.map((text) => `${nameOf(manifest)}: ${text}`);
}

function containerFaults({ name, image, resources, securityContext: security }: Container): string[] {
  const { requests, limits } = resources ?? {};
  const amounts = [requests?.cpu, requests?.memory, limits?.cpu, limits?.memory];
  return those(
    [!/[:@][^/]+$/.test(image) || image.endsWith(':latest'), `${name} has an image without a version: ${image}`],
    [amounts.includes(undefined), `${name} lacks requests or limits`],
    [security?.allowPrivilegeEscalation !== false, `${name} may gain privileges`],
    [security?.readOnlyRootFilesystem !== true, `${name} may write to its image`],
    [security?.capabilities?.drop?.includes('ALL') !== true, `${name} keeps capabilities`],
  );
}

/** Faults of the sources from which a container reads its variables. */
function variableFaults({ name, envFrom = [], env = [] }: Container, labels: Labels, has: Has): string[] {
  const missing = envFrom.map(({ configMapRef }) => configMapRef?.name).filter((map) => !has('ConfigMap', map));
  return [
    ...missing.map((map) => `${name} reads the ConfigMap ${map}, which is missing`),
    ...env.flatMap(({ name: variable, valueFrom }) => {
      const secret = valueFrom?.secretKeyRef?.name;
      const unread = those([!(variable in VARIABLES), `${name} sets ${variable}, which no service reads`]);
      if (secret === undefined) return unread;
      const own = ownSecret(labels);
      return [
        ...unread,
        ...foreignSecret(secret, labels, `${name} reads`),
        ...those([
          LOGINS.includes(variable) && secret !== own,
          `${name} takes ${variable} from ${secret}, and not from ${own}`,
        ]),
      ];
    }),
  ];
}

function mountFaults({ name, env = [], volumeMounts = [] }: Container, { volumes = [] }: Pod): string[] {
  const unknown = volumeMounts.filter((mount) => !volumes.some((volume) => volume.name === mount.name));
  const mounts = (path: string) => volumeMounts.some(({ mountPath }) => mountPath === path);
  return [
    ...unknown.map((mount) => `${name} mounts ${mount.name}, which is no volume`),
    ...those(
      [!mounts('/tmp'), `${name} has no /tmp`],
      [
        env.some((variable) => variable.name === 'DATABASE_URL') && !mounts('/etc/cascade'),
        `${name} cannot read the certificate that DATABASE_URL may name (sslrootcert): it has no /etc/cascade`,
      ],
    ),
  ];
}

/** `does`: how the pod comes by the Secret. */
function foreignSecret(secret: string, labels: Labels, does: string): string[] {
  return those(
    [!SECRETS.includes(secret), `${does} the unknown Secret ${secret}`],
    [isOfAnother(secret, labels), `${does} ${secret}, which is another service's`],
  );
}

function mountedSecrets({ volumes = [] }: Pick<Pod, 'volumes'>): readonly string[] {
  return volumes.flatMap(({ secret, projected }) => [
    ...(secret === undefined ? [] : [secret.secretName]),
    ...(projected?.sources ?? []).flatMap((source) => (source.secret === undefined ? [] : [source.secret.name])),
  ]);
}

/**
 * Where a pod's logins are. Migrations, retention, the audit log's check and the admin command line work as the owner
 * of the tables.
 */
function ownSecret(labels: Labels): string {
  const own = `cascade-${labels['app.kubernetes.io/component']}`;
  return SERVICE_SECRETS.includes(own) ? own : 'cascade';
}

function isOfAnother(secret: string, labels: Labels): boolean {
  return SERVICE_SECRETS.includes(secret) && secret !== ownSecret(labels);
}

/** The browser's pod: no Secret by any way, and of the configuration only single values, none of which is a secret. */
function secretFaults({ containers, initContainers = [], volumes = [] }: Pod): string[] {
  const faults: string[] = [];
  for (const { name, env = [], envFrom } of [...containers, ...initContainers]) {
    if (envFrom !== undefined) faults.push(`${name} runs a browser and reads a whole ConfigMap`);
    for (const { name: variable, valueFrom } of env) {
      const isSecret = (VARIABLES as Readonly<Record<string, Variable<unknown>>>)[variable]?.secret === true;
      if (valueFrom?.secretKeyRef !== undefined || isSecret) faults.push(`${name} runs a browser and gets ${variable}`);
    }
  }
  if (mountedSecrets({ volumes }).length > 0) faults.push('runs a browser and mounts a Secret');
  return faults;
}

function serviceFaults(pod: Pod, manifests: readonly Manifest[]): string[] {
  const grace = graceSeconds(pod, manifests);
  const preStop = Math.max(0, ...pod.containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0));
  const period = pod.terminationGracePeriodSeconds ?? 30;
  return [
    ...those([(pod.topologySpreadConstraints ?? []).length === 0, 'is not spread over nodes']),
    ...pod.containers.flatMap(probeFaults),
    ...those([
      period <= preStop + grace,
      `is killed after ${period} s, before preStop (${preStop} s) and the grace time (${grace} s) are over`,
    ]),
  ];
}

function probeFaults({ name, ports = [], startupProbe, livenessProbe, readinessProbe }: Container): string[] {
  const probed = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.port);
  const wrong = probed.filter((port) => !ports.some((one) => one.name === port));
  return [
    ...wrong.map((port) =>
      port === undefined ? `${name} lacks a probe` : `${name} is probed at ${port}, which is no port`,
    ),
    ...those(
      [
        livenessProbe?.httpGet?.path === readinessProbe?.httpGet?.path,
        `${name} is restarted when a dependency is away: liveness and readiness are the same`,
      ],
      [
        (livenessProbe?.terminationGracePeriodSeconds ?? Infinity) > HUNG_GRACE_SECONDS,
        `${name} hangs on after its liveness probe failed: it has no grace time of at most ${HUNG_GRACE_SECONDS} s`,
      ],
    ),
  ];
}

/** SHUTDOWN_GRACE_SECONDS of the pod's configuration. */
function graceSeconds(pod: Pod, manifests: readonly Manifest[]): number {
  const names = pod.containers.flatMap(({ envFrom = [], env = [] }) => [
    ...envFrom.map(({ configMapRef }) => configMapRef?.name),
    ...env
      .filter(({ name }) => name === 'SHUTDOWN_GRACE_SECONDS')
      .map(({ valueFrom }) => valueFrom?.configMapKeyRef?.name),
  ]);
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && names.includes(metadata.name));
  const { unset } = VARIABLES.SHUTDOWN_GRACE_SECONDS;
  return Number(config?.data?.SHUTDOWN_GRACE_SECONDS ?? (unset.is === 'default' ? unset.text : Number.NaN));
}
