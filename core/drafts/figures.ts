import type { Figure } from '../policies/language/kinds.ts';
import { isDate } from '../time.ts';
import { cutsOf, valuesOf, type Leaf } from './leaves.ts';
import type { Part } from './parts.ts';

/* Whether a figure of a text is one that a rule holds, and on the same side of it. */

/** Of "two of four" the figures that say so: two, and four, and how many may be missing. */
export function isOfGroup({ value, unit }: Figure, { value: least, of }: Leaf): boolean {
  if (unit !== 'plain' || typeof least !== 'number') return false;
  return [least, least - 1, of, of - least, of - least + 1].includes(value);
}

/** The points that a figure, and the words beside it, can name of what the leaf compares. */
export function saidCuts({ orders }: Part, figure: Figure, { unit, isWhole, operator }: Leaf): string[] {
  const asked: readonly string[] =
    orders.length > 0 ? orders : [operator === 'equals' || operator === 'not_equals' ? 'equals' : 'less_than'];
  const own = valuesOf(figure, unit).flatMap((value) => asked.flatMap((order) => cutsOf(order, value, isWhole)));
  // Rent of more than a third of the income: the income is less than 3 times the rent.
  const isInverse = unit === 'ratio' && figure.unit === 'percent' && figure.value > 0;
  const inverse = isInverse ? asked.flatMap((order) => cutsOf(mirrored(order), 100 / figure.value, isWhole)) : [];
  return [...own, ...inverse];
}

const mirrored = (order: string): string =>
  order.startsWith('less') ? order.replace('less', 'greater') : order.replace('greater', 'less');

/** Whether the figure is one that the leaf holds: at one of its points, or in its date. */
export function isOfLeaf(part: Part, figure: Figure, leaf: Leaf): boolean {
  const { value, operator, isWhole } = leaf;
  if (operator === 'at_least') return isOfGroup(figure, leaf);
  if (typeof value === 'string') {
    return isDate(value)
      ? value.split('-').some((each) => Number(each) === figure.value)
      : value === String(figure.value);
  }
  if (typeof value !== 'number') return false;
  const points = cutsOf(operator, value, isWhole);
  return saidCuts(part, figure, leaf).some((point) => points.includes(point));
}
