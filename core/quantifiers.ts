/** The figures of a list: the number of its items, and the sum, highest and lowest value of a member. */
export const FIGURES = ['count', 'sum', 'max', 'min'] as const;
export type Figure = (typeof FIGURES)[number];

/** `any` and `all` ask for how many items a comparison holds. */
export const QUANTIFIERS = ['any', 'all', ...FIGURES] as const;
export type Quantifier = (typeof QUANTIFIERS)[number];

/** The parts of a path such as `tradelines.max.days_past_due`. */
export interface ListPath {
  readonly list: string;
  readonly quantifier: Quantifier;
  /** The member of each item; empty if the items are plain values or are only counted. */
  readonly item: string;
}

export function isQuantifier(segment: string): segment is Quantifier {
  return QUANTIFIERS.some((name) => name === segment);
}

/**
 * Splits at the first quantifier that follows a list: `limits.max` may be an ordinary member. Source: semantics 4.9.5.
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
