import { REPORT_FIELDS, type DraftAnswer } from '../../../core/drafts/index.ts';
import type { WrittenCondition, WrittenItem, WrittenRule } from '../../../core/drafts/form.ts';

/**
 * A model's answer with one thing changed. It is a figure, its side, a negation, "and" for "or", a decision, the order,
 * a field, the meant records, or something left out.
 */
export interface Mutant {
  readonly kind: string;
  readonly answer: DraftAnswer;
}

const STRICT = swapped(['greater_than', 'greater_than_or_equal'], ['less_than', 'less_than_or_equal']);
const TURNED = swapped(
  ['greater_than', 'less_than'],
  ['greater_than_or_equal', 'less_than_or_equal'],
  ['equals', 'not_equals'],
  ['is_true', 'is_false'],
  ['is_empty', 'is_not_empty'],
);
type Operator = NonNullable<WrittenCondition['operator']>;

function swapped(...pairs: readonly (readonly [Operator, Operator])[]): Readonly<Partial<Record<Operator, Operator>>> {
  return Object.fromEntries(pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
}

const OTHERS = {
  approve: ['deny', 'review'],
  deny: ['approve', 'review'],
  review: ['approve', 'deny'],
  conditional: ['deny', 'review'],
} as const;

export function* mutantsOf(answer: DraftAnswer): Generator<Mutant> {
  const { rules } = answer;
  const of = (kind: string, changed: readonly WrittenRule[]): Mutant => ({
    kind,
    answer: { ...answer, rules: changed },
  });
  for (const [index, rule] of rules.entries()) {
    for (const decision of OTHERS[rule.decision]) yield of('decision', rules.with(index, { ...rule, decision }));
    if (rules.length > 1) yield of('left out', rules.toSpliced(index, 1));
    const next = rules[index + 1];
    if (next !== undefined && next.when !== null) yield of('order', rules.with(index, next).with(index + 1, rule));
    if (rule.when === null) continue;
    for (const [kind, when] of conditionsOf(rule.when)) yield of(kind, rules.with(index, { ...rule, when }));
  }
}

type Changed<T> = Generator<readonly [kind: string, T]>;

function* conditionsOf(condition: WrittenCondition): Changed<WrittenCondition> {
  const { all, any, of, not, at_least: least } = condition;
  const parts = all ?? any ?? of ?? [];
  const name = all === undefined ? (any === undefined ? 'of' : 'any') : 'all';
  if (not === undefined) yield ['negation', { not: condition }];
  else {
    yield ['negation', not];
    for (const [kind, inner] of conditionsOf(not)) yield [kind, { not: inner }];
  }
  if (all !== undefined && all.length > 1) yield ['and, or', { any: all }];
  if (any !== undefined && any.length > 1) yield ['and, or', { all: any }];
  if (least !== undefined && least > 1) yield ['figure', { ...condition, at_least: least - 1 }];
  for (const [index, part] of parts.entries()) {
    if (parts.length > 1 && least === undefined)
      yield ['left out', { ...condition, [name]: parts.toSpliced(index, 1) }];
    for (const [kind, inner] of conditionsOf(part)) yield [kind, { ...condition, [name]: parts.with(index, inner) }];
  }
  if (condition.field !== undefined) yield* comparisonsOf(condition);
}

function* comparisonsOf(condition: WrittenCondition): Changed<WrittenCondition> {
  const { field = '', where = [], value_from: from } = condition;
  yield* sidesOf(condition);
  if (from !== undefined) yield ['figure', { ...condition, value_from: { ...from, times: (from.times ?? 1) * 2 } }];
  for (const [index, item] of where.entries()) {
    yield ['records', { ...condition, where: where.toSpliced(index, 1) }];
    for (const [kind, changed] of sidesOf<WrittenItem>(item))
      yield [kind, { ...condition, where: where.with(index, changed) }];
  }
  const [code = ''] = field.split('.');
  const ending = /_count$|_usd$/.exec(field)?.[0];
  const other = REPORT_FIELDS.find((name) => name !== field && name.startsWith(code) && name.endsWith(ending ?? '-'));
  if (where.length === 0 && other !== undefined) yield ['field', { ...condition, field: other }];
}

function* sidesOf<T extends Pick<WrittenCondition, 'operator' | 'value'>>(of: T): Changed<T> {
  const { operator, value } = of;
  const [strict, turned] = operator === undefined ? [] : [STRICT[operator], TURNED[operator]];
  if (strict !== undefined) yield ['side', { ...of, operator: strict }];
  if (turned !== undefined) yield ['side', { ...of, operator: turned }];
  if (typeof value !== 'number') return;
  const step = value > 12 ? Math.round(value / 10) : 1;
  yield ['figure', { ...of, value: value + step }];
  if (value >= step) yield ['figure', { ...of, value: value - step }];
}
