import fc from 'fast-check';
import {
  all,
  any,
  not,
  PLAIN_TERMS,
  test,
  type Expr,
  type PolicyAction,
  type Rule,
  type Test,
} from '../../../../core/rules/model.ts';
import { impliedRule, type RuleSet } from '../../../../core/rules/rule-set.ts';

/** Rules over few values, so that several hold of one applicant. Values of the payload may have another type. */
const SCORE = { source: 'credit_report', field: 'score' } as const;
const LATE = { source: 'credit_report', field: 'late_payments_last_24_months' } as const;
const FILINGS = { source: 'eviction_history', field: 'filings_count' } as const;
const DEBT = { source: 'context', field: 'applicant.debt' } as const;
const YEARS = { source: 'context', field: 'applicant.years' } as const;

const ORDERS = ['less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal'] as const;
const figure = (place: Pick<Test, 'source' | 'field'>, values: readonly number[]): fc.Arbitrary<Expr> =>
  fc
    .tuple(fc.constantFrom(...ORDERS), fc.constantFrom(...values))
    .map(([operator, value]) => test({ ...place, operator, value }));

const comparison: fc.Arbitrary<Expr> = fc.oneof(
  { weight: 4, arbitrary: figure(SCORE, [600, 640, 680]) },
  { weight: 2, arbitrary: figure(LATE, [1, 3]) },
  { weight: 2, arbitrary: figure(FILINGS, [0, 1]) },
  { weight: 3, arbitrary: figure(DEBT, [100, 500]) },
  { weight: 2, arbitrary: figure(YEARS, [2]) },
  { weight: 1, arbitrary: fc.constant(test({ ...SCORE, operator: 'is_empty' })) },
);

const { condition } = fc.letrec<{ condition: Expr }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: comparison },
    { weight: 2, arbitrary: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }).map((of) => all(of)) },
    { weight: 2, arbitrary: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }).map((of) => any(of)) },
  ),
}));

const WAIT: PolicyAction = { kind: 'wait', duration: 2, unit: 'days' };
const NOTIFY: PolicyAction = { kind: 'notify', to: 'staff@example.com' };

const steps = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.constantFrom([WAIT], [NOTIFY], [NOTIFY, WAIT]) },
);

const decided = fc.constantFrom(
  ...(['deny', 'deny', 'deny', 'require', 'require', 'review', 'review', 'approve', 'approve', 'conditional'] as const),
);

interface Drawn {
  readonly does: 'deny' | 'require' | 'review' | 'approve' | 'conditional';
  readonly when: Expr;
  readonly before: readonly PolicyAction[];
  readonly after: readonly PolicyAction[];
  readonly reason: string | null;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  does: decided,
  when: condition,
  before: steps,
  after: steps,
  reason: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('too many late payments') },
  ),
});

function ruleOf({ does, when, before, after, reason }: Drawn, index: number): Rule {
  const decision = does === 'require' ? 'deny' : does;
  return {
    decision,
    when: does === 'require' ? not(when) : when,
    isRequirement: does === 'require',
    before: decision === 'review' ? [...before, ...after] : before,
    after: decision === 'review' ? [] : after,
    terms: { ...PLAIN_TERMS, reason: decision === 'deny' ? reason : null },
    quote: { text: `Rule number ${index}`, offset: index * 100 },
  };
}

const rest = (decision: Rule['decision']): Rule => ({
  ...impliedRule(decision),
  quote: { text: 'Everyone else', offset: 100_000 },
});

export const ruleSet: fc.Arbitrary<RuleSet> = fc
  .record({
    drawn: fc.array(drawn, { minLength: 1, maxLength: 6 }),
    last: fc.constantFrom('deny' as const, 'approve' as const, 'review' as const, null),
    isWritten: fc.boolean(),
    isList: fc.boolean(),
  })
  .map(({ drawn: all, last, isWritten, isList }) => ({
    rules: [...all.map(ruleOf), ...(last === null ? [] : [rest(last)])],
    isWritten,
    ...(isList ? { isList } : {}),
    states: [],
    implied: impliedRule,
  }));
