import { fieldSchema, PRODUCTS } from '../../products/index.ts';
import { testsOf, type Decision, type Test } from '../model.ts';
import { countingOf, summedUp } from '../records.ts';
import type { Span } from './earley.ts';
import type { Clause, Cond, Outcome } from './kinds.ts';
import { ANY_OR_ALL, anyOf, notOf } from './meaning.ts';
import { asksForBad, asksForGood, isBestEmpty, sideOf } from './polarity.ts';
import { Several } from './rule.ts';

export const outcome = (decision: Decision, more: Partial<Outcome> = {}): Outcome => ({
  decision,
  before: [],
  after: [],
  terms: {},
  ...more,
});

const OWN = { scope: 'own', despite: null, isRequirement: false, order: null } as const;
export const clause = (of: Outcome, when: Cond | null, span: Span, more: Partial<Clause> = {}): Clause => {
  const { said = null, ...others } = more;
  return { ...of, ...OWN, ...others, when: closed(when), said: closed(said), span };
};

/** How it could be joined says nothing any more: two ways to the same meaning are one. */
const closed = (cond: Cond | null): Cond | null => {
  if (cond === null) return null;
  const {
    form: _,
    ends: __,
    isClause: ___,
    isPlural: ____,
    isEach: _____,
    isCut: ______,
    isLoose: _______,
    ...own
  } = cond;
  return { ...own, nouns: [] };
};

/** What is given to somebody who does well. */
export const isGood = ({ decision }: Pick<Outcome, 'decision'>): boolean =>
  decision === 'approve' || decision === 'conditional';

/** The clauses that it can be; none where the condition says too little to decide by. */
export function decided(of: Outcome, when: Cond, span: Span, more: Partial<Clause> = {}): Several<Clause> {
  const isExact = when.isBare && testsOf(when.expr).some(isSoManyRecords);
  // "One eviction is denied": so are two. Nobody is denied for having none.
  if (when.head === 'if' || (isExact && of.decision === 'deny') || isOpen(of, when)) return new Several([]);
  const isIf = more.isConditioned === true && more.isBanded !== true;
  const own = {
    ...more,
    ...(isExact && of.decision === 'review' ? { isExact: true as const } : {}),
    ...(when.nouns.length > 0 && !when.isPerson && !isIf ? { isOfThings: true as const } : {}),
  };
  const issues = isGood(of) ? when.issues : [...when.issues, ...doubtsAgainst(when)];
  return new Several([clause(of, { ...when, issues }, span, own)]);
}

/** What is clear where it is asked for is open where it is held against somebody. */
const doubtsAgainst = ({ isEach, expr }: Cond): string[] => [
  ...(isEach === true ? [ANY_OR_ALL] : []),
  ...(testsOf(expr).some(isLittle) ? [HAS_NONE] : []),
];

const HAS_NONE = 'Who has none has less than that, too: say whether those are meant.';

/** "At most one eviction", "owes less than $500", of what is nothing for nearly everybody; "1 to 2" is plain. */
function isLittle({ source, field, operator, value }: Test, _: number, tests: readonly Test[]): boolean {
  const isNone = value === 0 || (operator === 'less_than' && value === 1);
  if (source === 'context' || !operator.startsWith('less') || isNone || sideOf({ source, field }) !== 'more')
    return false;
  const { words } = PRODUCTS[source];
  const isSome = tests.some((other) => other.field === field && other.operator.startsWith('greater'));
  const isSum = words.some((each) => each.field === field && each.each !== undefined);
  const isCount = field.endsWith('.count') || fieldSchema(PRODUCTS[source], field)?.['x-unit'] === 'count';
  return !isSome && (isSum || isCount);
}

/** A figure without a word on which side of it is a condition in a requirement only, or the least that is approved. */
const isOpen = ({ decision }: Outcome, when: Cond): boolean =>
  when.isBare && (when.timing === null || when.list !== null) && !(decision === 'approve' && asksForGood(when));

/** A notice goes with a denial, or with other terms; of an approval there is none, so those words are not understood. */
export function noticed<O extends Outcome>(of: O, terms: Outcome['terms']): O | null {
  return of.decision === 'deny' || of.decision === 'conditional' ? { ...of, terms: { ...of.terms, ...terms } } : null;
}

/** Whoever does not meet it is denied, but for those of whom the other holds. Nobody is asked for an eviction. */
export const required = (need: Cond, span: Span, unless: readonly Cond[] = []): Clause | null => {
  if (asksForBad(need.expr)) return null;
  const said = unless.length === 0 ? need : anyOf([need, ...unless]);
  const more = unless.length === 0 ? {} : ({ isConditioned: true } as const);
  return clause(outcome('deny'), notOf(said), span, { said, isRequirement: true, ...more });
};

/** So many records and no more: where more of them are worse, and it is not said ("exactly one"). */
function isSoManyRecords(one: Test): boolean {
  const counting = one.operator === 'equals' ? (countingOf(one) ?? summedUp(one.source, one.field)) : undefined;
  if (counting === undefined || one.value === 0) return false;
  return isBestEmpty(counting);
}
