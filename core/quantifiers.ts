/** What becomes one value of a list: how many items, and of a member of them the sum, the highest and the lowest. */
export const FIGURES = ['count', 'sum', 'max', 'min'] as const;
export type Figure = (typeof FIGURES)[number];

/** `any` and `all` ask of which items a comparison holds. */
export const QUANTIFIERS = ['any', 'all', ...FIGURES] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** `tradelines.max.days_past_due`, taken apart. */
export interface ListPath {
  readonly list: string;
  readonly quantifier: Quantifier;
  /** The member of each item; empty if the items are values themselves, or are only counted. */
  readonly item: string;
}

export function isQuantifier(segment: string): segment is Quantifier {
  return QUANTIFIERS.some((name) => name === segment);
}

/**
 * The first quantifier in the path that stands behind a list: a member that is called so (`limits.max`) is a member.
 * Source: semantics 4.9.5.
 */
export function listPathIn(path: string, isBehindList: (before: string) => boolean): ListPath | undefined {
  const segments = path.split('.');
  for (const [index, quantifier] of segments.entries()) {
    if (index === 0 || !isQuantifier(quantifier)) continue;
    const list = segments.slice(0, index).join('.');
    if (isBehindList(list)) return { list, quantifier, item: segments.slice(index + 1).join('.') };
  }
  return undefined;
}

export function pathOf({ list, quantifier, item }: ListPath): string {
  return [list, quantifier, ...(item === '' ? [] : [item])].join('.');
}
