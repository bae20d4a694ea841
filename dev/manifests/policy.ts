import type { Variable } from '../../platform/config/variable.ts';
import { VARIABLES } from '../../platform/config/variables.ts';

/*
 * What a schema cannot see in rendered manifests: names that refer to nothing, selectors that match no pod, settings that
 * contradict each other, and what we promise of every pod. Source: docs/runbook/deploy.md.
 */

/** A Kubernetes object, as parsed. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly spec?: Record<string, unknown>;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

type Labels = Readonly<Record<string, string>>;

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

interface Pod {
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

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

interface Workload {
  readonly manifest: Manifest;
  readonly pod: Pod;
  readonly labels: Labels;
}

/** Secrets that the operator brings; docs/runbook/deploy.md lists them. */
const SERVICE_SECRETS = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'].map((name) => `cascade-${name}`);
const SECRETS = ['cascade', ...SERVICE_SECRETS, 'cascade-files', 'cascade-keda', 'cascade-s3', 'cascade-tls'];
/** What a service logs in with: its own, so that one that is taken over is no other. */
const LOGINS = ['DATABASE_URL', 'NATS_URL'];

/** Every fault of a rendered overlay, one sentence each. */
export function faultsOf(manifests: readonly Manifest[]): readonly string[] {
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job', 'CronJob'].includes(kind)).map(workloadOf);
  return [
    ...duplicates(manifests),
    ...workloads.flatMap((workload) => podFaults(workload, manifests)),
    ...manifests.filter(({ kind }) => kind === 'ConfigMap').flatMap(configFaults),
    ...manifests.flatMap((manifest) => selectorFaults(manifest, workloads)),
    ...manifests.flatMap((manifest) => scalingFaults(manifest, manifests)),
    ...jobFaults(workloads),
    ...buildFaults(workloads, manifests),
    ...imageFaults(workloads),
    ...networkFaults(manifests, workloads),
  ];
}

function workloadOf(manifest: Manifest): Workload {
  const job = manifest.spec?.jobTemplate as { readonly spec: { readonly template: unknown } } | undefined;
  const template = (job?.spec.template ?? manifest.spec?.template) as {
    readonly metadata: { readonly labels: Labels };
    readonly spec: Pod;
  };
  return { manifest, pod: template.spec, labels: template.metadata.labels };
}

function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}

function duplicates(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(nameOf);
  return names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} is there twice`);
}

function podFaults({ manifest, pod, labels }: Workload, manifests: readonly Manifest[]): string[] {
  const faults: string[] = [];
  const fault = (text: string) => void faults.push(`${nameOf(manifest)}: ${text}`);
  const has = (kind: string, name: string | undefined) =>
    manifests.some((other) => other.kind === kind && other.metadata.name === name);
  if (pod.automountServiceAccountToken !== false) fault('gets a service-account token');
  if (!has('ServiceAccount', pod.serviceAccountName)) fault(`its ServiceAccount ${pod.serviceAccountName} is missing`);
  if (pod.securityContext?.runAsNonRoot !== true) fault('may run as root');
  if (pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault') fault('has no seccomp profile');
  if (pod.priorityClassName !== undefined && !has('PriorityClass', pod.priorityClassName)) {
    fault(`its PriorityClass ${pod.priorityClassName} is missing`);
  }
  for (const secret of mountedSecrets(pod)) {
    if (!SECRETS.includes(secret)) fault(`mounts the unknown Secret ${secret}`);
    if (isOfAnother(secret, labels)) fault(`mounts ${secret}, which is another service's`);
  }
  for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
    const { name, image, resources, securityContext: security } = container;
    if (!/[:@][^/]+$/.test(image) || image.endsWith(':latest'))
      fault(`${name} has an image without a version: ${image}`);
    const { requests, limits } = resources ?? {};
    if ([requests?.cpu, requests?.memory, limits?.cpu, limits?.memory].includes(undefined)) {
      fault(`${name} lacks requests or limits`);
    }
    if (security?.allowPrivilegeEscalation !== false) fault(`${name} may gain privileges`);
    if (security?.readOnlyRootFilesystem !== true) fault(`${name} may write to its image`);
    if (security?.capabilities?.drop?.includes('ALL') !== true) fault(`${name} keeps capabilities`);
    for (const { configMapRef } of container.envFrom ?? []) {
      if (!has('ConfigMap', configMapRef?.name))
        fault(`${name} reads the ConfigMap ${configMapRef?.name}, which is missing`);
    }
    for (const { name: variable, valueFrom } of container.env ?? []) {
      const secret = valueFrom?.secretKeyRef?.name;
      if (!(variable in VARIABLES)) fault(`${name} sets ${variable}, which no service reads`);
      if (secret === undefined) continue;
      if (!SECRETS.includes(secret)) fault(`${name} reads the unknown Secret ${secret}`);
      if (isOfAnother(secret, labels)) fault(`${name} reads ${secret}, which is another service's`);
      if (LOGINS.includes(variable) && secret !== ownSecret(labels))
        fault(`${name} takes ${variable} from ${secret}, and not from ${ownSecret(labels)}`);
    }
    for (const mount of container.volumeMounts ?? []) {
      if (!(pod.volumes ?? []).some((volume) => volume.name === mount.name))
        fault(`${name} mounts ${mount.name}, which is no volume`);
    }
    const mounts = (path: string) => container.volumeMounts?.some(({ mountPath }) => mountPath === path) === true;
    if (!mounts('/tmp')) fault(`${name} has no /tmp`);
    if (container.env?.some((variable) => variable.name === 'DATABASE_URL') && !mounts('/etc/cascade')) {
      fault(`${name} cannot read the certificate that DATABASE_URL may name (sslrootcert): it has no /etc/cascade`);
    }
  }
  if (labels['app.kubernetes.io/component'] === 'renderer') {
    for (const text of secretFaults(pod)) fault(text);
  }
  if (manifest.kind === 'Deployment') for (const text of serviceFaults(pod, manifests)) fault(text);
  return faults;
}

function mountedSecrets({ volumes = [] }: Pick<Pod, 'volumes'>): readonly string[] {
  return volumes.flatMap(({ secret, projected }) => [
    ...(secret === undefined ? [] : [secret.secretName]),
    ...(projected?.sources ?? []).flatMap((source) => (source.secret === undefined ? [] : [source.secret.name])),
  ]);
}

/** Where a pod's logins are. Migrations, retention, the audit log's check and the admin command line work as the owner of the tables. */
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
  const faults: string[] = [];
  if ((pod.topologySpreadConstraints ?? []).length === 0) faults.push('is not spread over nodes');
  for (const { name, ports, startupProbe, livenessProbe, readinessProbe } of pod.containers) {
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      const port = probe?.httpGet?.port;
      if (port === undefined) faults.push(`${name} lacks a probe`);
      else if (!ports?.some((one) => one.name === port)) faults.push(`${name} is probed at ${port}, which is no port`);
    }
    if (livenessProbe?.httpGet?.path === readinessProbe?.httpGet?.path) {
      faults.push(`${name} is restarted when a dependency is away: liveness and readiness are the same`);
    }
    if ((livenessProbe?.terminationGracePeriodSeconds ?? Infinity) > HUNG_GRACE_SECONDS) {
      faults.push(
        `${name} hangs on after its liveness probe failed: it has no grace time of at most ${HUNG_GRACE_SECONDS} s`,
      );
    }
  }
  const grace = graceSeconds(pod, manifests);
  const preStop = Math.max(0, ...pod.containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0));
  const period = pod.terminationGracePeriodSeconds ?? 30;
  if (period <= preStop + grace) {
    faults.push(`is killed after ${period} s, before preStop (${preStop} s) and the grace time (${grace} s) are over`);
  }
  return faults;
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

/** Of the ConfigMap of the services: each variable exists, is no secret and can be parsed. */
function configFaults({ metadata, data }: Manifest): string[] {
  if (!metadata.name.startsWith('cascade-config')) return [];
  return Object.entries(data ?? {}).flatMap(([name, value]) => {
    const variable = (VARIABLES as Readonly<Record<string, Variable<unknown>>>)[name];
    if (variable === undefined) return [`ConfigMap ${metadata.name}: ${name} is no variable`];
    if (variable.secret) return [`ConfigMap ${metadata.name}: ${name} is a secret`];
    if (name.endsWith('_PATH')) return [];
    try {
      variable.parse(value);
      return [];
    } catch (error) {
      return [`ConfigMap ${metadata.name}: ${name} ${String(error)}`];
    }
  });
}

function selects(selector: Selector | Labels | undefined, labels: Labels): boolean {
  const given = (selector ?? {}) as Selector;
  const exact = given.matchLabels ?? ('matchExpressions' in given ? {} : (selector as Labels));
  return (
    Object.entries(exact ?? {}).every(([key, value]) => labels[key] === value) &&
    (given.matchExpressions ?? []).every(({ key, values }) => values?.includes(labels[key] ?? '') === true)
  );
}

function selectorOf({ kind, spec }: Manifest): Selector | Labels | undefined {
  switch (kind) {
    case 'NetworkPolicy':
      return spec?.podSelector as Selector;
    case 'Deployment':
    case 'PodDisruptionBudget':
    case 'PodMonitor':
    case 'Service':
      return spec?.selector as Selector;
    default:
      return undefined;
  }
}

function selectorFaults(manifest: Manifest, workloads: readonly Workload[]): string[] {
  const selector = selectorOf(manifest);
  if (selector === undefined) return [];
  const matched = workloads.filter(({ labels }) => selects(selector, labels));
  if (matched.length === 0) return [`${nameOf(manifest)}: selects no pod`];
  // An expression that names a component that is gone still matches the others.
  const values = ((selector as Selector).matchExpressions ?? []).flatMap((one) => one.values ?? []);
  const unknown = values.filter((value) => !workloads.some(({ labels }) => Object.values(labels).includes(value)));
  const faults = unknown.map((value) => `${nameOf(manifest)}: ${value} is no component`);
  if (['Deployment', 'Service', 'PodDisruptionBudget'].includes(manifest.kind) && matched.length > 1) {
    faults.push(`${nameOf(manifest)}: selects the pods of several workloads`);
  }
  return faults;
}

function scalingFaults(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  const scaler = manifest.kind === 'HorizontalPodAutoscaler' || manifest.kind === 'ScaledObject';
  if (!scaler) return [];
  const { name } = (manifest.spec as { readonly scaleTargetRef: { readonly name: string } }).scaleTargetRef;
  const target = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (target === undefined) return [`${nameOf(manifest)}: scales ${name}, which is missing`];
  return target.spec?.replicas === undefined
    ? []
    : [`${nameOf(manifest)}: ${name} sets replicas, which each apply would reset`];
}

/** A Job cannot be changed, so each release needs one of its own, and what it reads must not change in between. */
function jobFaults(workloads: readonly Workload[]): string[] {
  return workloads
    .filter(({ manifest }) => manifest.kind === 'Job')
    .flatMap(({ manifest, pod }) =>
      pod.containers.flatMap(({ image, envFrom }) => {
        const version = versionOf(image);
        const faults: string[] = [];
        if (version === '' || !manifest.metadata.name.endsWith(`-${version.replaceAll('.', '-')}`)) {
          faults.push(`${nameOf(manifest)}: its name does not end with the version ${version} of its image`);
        }
        if (envFrom !== undefined)
          faults.push(`${nameOf(manifest)}: reads configuration that may change within a release`);
        return faults;
      }),
    );
}

/** With Worker Versioning the executor's build is the version of its image: one left behind would never become current. */
function buildFaults(workloads: readonly Workload[], manifests: readonly Manifest[]): string[] {
  return workloads.flatMap(({ manifest, pod }) =>
    pod.containers.flatMap(({ name, image, envFrom }) => {
      const configs = (envFrom ?? []).map(({ configMapRef }) => configMapRef?.name);
      const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && configs.includes(metadata.name));
      const build = config?.data?.TEMPORAL_WORKER_BUILD_ID;
      if (name !== 'executor' || build === undefined || versionOf(image) === build) return [];
      return [`${nameOf(manifest)}: TEMPORAL_WORKER_BUILD_ID is ${build}, and the image is ${image}`];
    }),
  );
}

/** The browser has an image of its own, of the same release: `artifacts` sends it documents that it has to know. */
function imageFaults(workloads: readonly Workload[]): string[] {
  const images = workloads.flatMap(({ manifest, pod }) =>
    pod.containers.map(({ name, image }) => ({ manifest, name, image })),
  );
  const versions = new Set(images.map(({ image }) => versionOf(image)));
  return [
    ...(versions.size > 1 ? [`images of more than one version: ${[...versions].toSorted().join(', ')}`] : []),
    ...images.flatMap(({ manifest, name, image }) =>
      /-renderer[:@][^/]*$/.test(image) === (name === 'renderer')
        ? []
        : [
            `${nameOf(manifest)}: ${name} runs from ${image}; the renderer, and it alone, has the image with the browser`,
          ],
    ),
  ];
}

function versionOf(image: string): string {
  return /:([^:@/]+)(@|$)/.exec(image)?.[1] ?? '';
}

type Policy = {
  readonly policyTypes: readonly string[];
  readonly egress?: readonly { readonly to?: readonly { readonly ipBlock?: object }[] }[];
};

/**
 * Where there are policies, every pod is denied what none allows, who handles letters has no way out, and the browser's
 * pod has none to anything.
 */
function networkFaults(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  if (policies.length === 0) return [];
  return workloads.flatMap(({ manifest, labels }) => {
    const own = policies.filter((policy) => selects(selectorOf(policy), labels));
    const types = own.flatMap(({ spec }) => (spec as Policy).policyTypes);
    const faults = ['Ingress', 'Egress']
      .filter((type) => !types.includes(type))
      .map((type) => `${nameOf(manifest)}: no policy denies ${type}`);
    const ways = own.flatMap(({ spec }) => (spec as Policy).egress ?? []);
    const isOut = ways.some(({ to }) => to === undefined || to.some(({ ipBlock }) => ipBlock !== undefined));
    const component = labels['app.kubernetes.io/component'];
    if ((isOut && component === 'artifacts') || (ways.length > 0 && component === 'renderer'))
      faults.push(`${nameOf(manifest)}: has a way out`);
    return faults;
  });
}
