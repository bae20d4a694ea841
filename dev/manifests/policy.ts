import type { Variable } from '../../platform/config/variable.ts';
import { VARIABLES } from '../../platform/config/variables.ts';
import { networkFaults } from './network.ts';
import { nameOf, podFaults, type Labels, type Manifest, type Pod, type Workload } from './pods.ts';
import { selects, selectorOf, type Selector } from './selectors.ts';

/*
 * Faults in rendered manifests that a schema cannot see: dangling names, selectors that match no pod, contradictory
 * settings, and broken promises for every pod. Source: docs/runbook/deploy.md.
 */

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

function duplicates(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(nameOf);
  return names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} is there twice`);
}

/** Checks the ConfigMap of the services: each variable exists, is no secret and can be parsed. */
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
