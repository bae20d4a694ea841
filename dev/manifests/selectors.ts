import type { Labels, Manifest } from './pods.ts';

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly values?: readonly string[] }[];
}

export function selects(selector: Selector | Labels | undefined, labels: Labels): boolean {
  const given = (selector ?? {}) as Selector;
  const exact = given.matchLabels ?? ('matchExpressions' in given ? {} : (selector as Labels));
  return (
    Object.entries(exact ?? {}).every(([key, value]) => labels[key] === value) &&
    (given.matchExpressions ?? []).every(({ key, values }) => values?.includes(labels[key] ?? '') === true)
  );
}

/** The selector of the pods that the object is about. */
export function selectorOf({ kind, spec }: Manifest): Selector | Labels | undefined {
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
