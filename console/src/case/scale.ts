/* A value among the limits that decided about it, as positions on a line. */

/** A recorded condition. Only `source_node_id`, `field`, `value`, `actual` and `found` are read. */
export type Compared = Readonly<Record<string, unknown>>;

export interface Mark {
  readonly value: number;
  /** Position from 0 to 1. */
  readonly at: number;
}

export interface Scale {
  readonly key: string;
  readonly value: Mark;
  readonly limits: readonly Mark[];
}

/** Space beyond the outermost mark, as a share of the line. */
const MARGIN = 0.15;

/**
 * One scale for each number with numeric limits. `beside`: conditions of other rules, whose limits on the same numbers
 * are drawn too.
 */
export function scalesOf(conditions: readonly Compared[], beside: readonly Compared[] = []): readonly Scale[] {
  const others = numbersOf(beside);
  return [...Map.groupBy(numbersOf(conditions), ({ key }) => key)].flatMap(([key, own]) => {
    const actual = own[0]?.actual;
    if (actual === undefined) return [];
    const same = others.filter((other) => other.key === key && other.actual === actual);
    const limits = [...new Set([...own, ...same].map(({ value }) => value))].toSorted((a, b) => a - b);
    const [least, most] = [Math.min(actual, ...limits), Math.max(actual, ...limits)];
    const width = most - least;
    const at = (value: number): number => (width === 0 ? 0.5 : MARGIN + ((value - least) / width) * (1 - 2 * MARGIN));
    const mark = (value: number): Mark => ({ value, at: at(value) });
    return [{ key, value: mark(actual), limits: limits.map(mark) }];
  });
}

function numbersOf(conditions: readonly Compared[]) {
  return conditions.flatMap(({ source_node_id: id, field, value, actual }) =>
    typeof value === 'number' && typeof actual === 'number'
      ? [{ key: JSON.stringify([id, field]), value, actual }]
      : [],
  );
}

/** The value that all conditions compare, in words; null if they compare several, or it has no words. */
export function foundBy(conditions: readonly Compared[]): string | null {
  const places = conditions.map(({ source_node_id: id, field, where }) => JSON.stringify([id, field, where]));
  const [first] = conditions;
  return new Set(places).size === 1 && typeof first?.found === 'string' ? first.found : null;
}
