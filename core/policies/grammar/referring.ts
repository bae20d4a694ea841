import type { Range, Reference } from './kinds.ts';
import { referred } from './meaning.ts';
import { rule, Several, type RuleText } from './rule.ts';

const exactly = (value: number): Range => ({
  is: 'compare',
  operator: 'equals',
  figure: { value, unit: 'plain', per: null, of: null },
});

/** What is said of a list that stands before: "only one of the two", "neither", "all three". */
export const REFERENCES: readonly RuleText[] = [
  rule('Ref', 'OneRange of Group Holds?', (range, total) => counting(range, total)),
  rule('Ref', 'Only Amount of Group Holds?', (value, total) => counting(exactly(value), total)),
  rule('Ref', 'Only Amount Holds?', (value) => counting(exactly(value), 0)),
  rule('Ref', 'Amount of Group Holds?', (value, total) =>
    counting({ is: 'bare', figure: { value, unit: 'plain', per: null, of: null } }, total),
  ),
  rule('Ref', 'neither Holds? | neither of them Holds? | neither one Holds?', () => counting(exactly(0), 2)),
  rule('Ref', 'neither of Group Holds? | NoneOf Group Holds? | none of Group Holds?', (total) =>
    counting(exactly(0), total),
  ),
  rule('Ref', 'none Holds', () => counting(exactly(0), 0)),
  rule('Ref', 'both Holds? | both of them Holds? | both of Group Holds?', () => counting(exactly(2), 2)),
  rule('Ref', 'all Group Holds? | all of Group Holds? | AllOf Group Holds?', (total) =>
    total === 0 ? null : counting(exactly(total), total),
  ),
  rule('Vp', 'Ref', (of) => new Several(referred(of, 'meet'))),
  rule('Vp', 'Have Ref | Meets Ref', (of) => new Several(referred(of, 'meet'))),
  rule('Vp', 'Misses Ref', (of) => new Several(referred(of, 'miss'))),
];

/** `total` 0: it is not said how many there are. */
const counting = (range: Range, total: number): Reference => ({ range, total: total === 0 ? null : total });
