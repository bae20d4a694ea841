import type { Contribution } from './contributions.ts';
import { isOfRows } from './for-worse.ts';
import { refOf, visitKey, type NoticePath } from './notice-path.ts';

/**
 * Groups contributions that are alternatives: rows that the run tried one after the other, such as several ways to be
 * approved. Everything that one of them lacks would have been enough; one condition of each would not. Within a group,
 * the row that lacks the fewest fields comes first. Other contributions are groups of their own. Choices of one block
 * are no alternatives: each has its reason.
 */
export function alternativesIn(
  contributions: readonly Contribution[],
  path: NoticePath,
): readonly (readonly Contribution[])[] {
  const groups: Contribution[][] = [];
  for (const each of contributions) {
    const before = new Set(path.before(each.visit.past));
    const isTriedBefore = (other: Contribution): boolean =>
      before.has(keyOf(other)) || path.before(other.visit.past).includes(keyOf(each));
    const isAlternative = (other: Contribution): boolean =>
      isOfRows(other.visit.choice.branches) && isTriedBefore(other) && !isOneBlock(each, other);
    const group = isOfRows(each.visit.choice.branches) ? groups.find((own) => own.every(isAlternative)) : undefined;
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups.map((own) => own.toSorted((a, b) => a.fewestFields - b.fewestFields));
}

const keyOf = ({ visit }: Contribution): string => visitKey(refOf(visit.past));

const isOneBlock = (one: Contribution, other: Contribution): boolean =>
  one.visit.choice.block !== undefined && one.visit.choice.block === other.visit.choice.block;
