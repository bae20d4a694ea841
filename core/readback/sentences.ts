import { isKind, type CascadeNode } from '../cascade/registry.ts';
import { noticesAmong } from './notices.ts';
import { reviewsOf } from './reviews.ts';
import { within, type Work } from '../work.ts';
import { extentOf, subjectsIn, withoutValues, type Logic } from './logic.ts';
import type { Decision, Effect, Rule, Sequence } from './rules.ts';
import { asksOfItems, canBeMissing, type Subject } from './subject.ts';
import { capital, english, isLong, asList, span } from './words.ts';

type Numbers = ReadonlyMap<Rule, number | null>;

/** A rule as a sentence, with its further actions. */
export interface RuleInWords {
  /** Its position among the rows of the definition; null for a rule that is no row, such as everyone else. */
  readonly number: number | null;
  /** Its id in the definition. */
  readonly id: string | null;
  /** The author's sentence, if the definition has one; otherwise equal to `read_as`. */
  readonly text: string;
  /**
   * The reading of the author's sentence, in the words of policies: a policy of these sentences is understood as these
   * rules. Null if both say the same.
   */
  readonly read_as: string | null;
  readonly details: readonly string[];
  readonly node_ids: readonly string[];
}

/** The reachable rules, in order; the last one decides everybody else. Throws TooMuchWork. */
export function sentencesOf(rules: readonly Rule[], numbers: Numbers, work: Work): readonly RuleInWords[] {
  const reached = reachable(rules);
  const conditional = reached.filter(({ when }) => when.kind !== 'always').length;
  return reached.map((rule, index) => {
    const { when, effect, nodeIds, sentence } = rule;
    const { id = null, text } = sentence;
    const isRest = when.kind === 'always' && effect.kind !== 'act' && index > 0 && index === reached.length - 1;
    const order = isRest ? 'otherwise,' : conditional < 2 && reached.length < 3 ? '' : index === 0 ? 'first,' : 'then,';
    const words = [order, said(when, effect, isRest)].filter((word) => word !== '').join(' ');
    work.spendOnText(words.length + (text?.length ?? 0));
    const readAs = `${capital(words)}.`;
    const written = text === undefined || text.trim() === '' ? readAs : asSentence(text);
    const isSame = written === readAs || bare(written) === bare(readAs);
    const number = numbers.get(rule) ?? null;
    const details = detailsOf(effect);
    return { number, id, text: written, read_as: isSame ? null : readAs, details, node_ids: nodeIds };
  });
}

/** The reading of a single rule, without its author's words. */
export const readingOfRule = ({ when, effect }: Pick<Rule, 'when' | 'effect'>, isRest = false): string =>
  `${capital(isRest ? `otherwise, ${said(when, effect, true)}` : said(when, effect, false))}.`;

export const asSentence = (text: string): string => `${capital(text.trim())}${/[.!?…]$/.test(text.trim()) ? '' : '.'}`;

/** Drops words that only state the order of rules. */
const bare = (text: string): string => text.toLowerCase().replace(/^(?:first|then|otherwise), /, '');

/** The rules up to the first after which nobody is left, without rules whose applicants an earlier rule decides. */
export function reachable(rules: readonly Rule[]): readonly Rule[] {
  const last = rules.findIndex(({ when, effect }) => when.kind === 'always' && isFinal(effect));
  const decided = new Set<string>();
  return rules.slice(0, last < 0 ? undefined : last + 1).filter(({ when, effect }) => {
    const key = JSON.stringify(when);
    const isLeft = !decided.has(key);
    if (isFinal(effect)) decided.add(key);
    return isLeft;
  });
}

function isFinal(effect: Effect): boolean {
  if (effect.kind === 'ask') return effect.approved !== 'goes_on' && effect.denied !== 'goes_on';
  return effect.kind === 'end';
}

/** Further actions come after the condition, so that they are not read as part of it. */
function said(when: Logic, effect: Effect, isRest: boolean): string {
  const done = doing(effect);
  if (when.kind === 'always') return isRest || effect.kind === 'act' ? done : `${done} (everyone)`;
  const [word, of] = when.kind === 'not' ? (['unless', when.of] as const) : (['if', when] as const);
  const isSteps = /,\sthen /.test(done) || effect.kind === 'act';
  const plain = isSteps ? `${word} ${english(of)}, ${done}` : `${done} ${word} ${english(of)}`;
  // The order word comes before it.
  if (!isLong(`then, ${plain}`)) return plain;
  return isSteps ? `${word} ${asList(of)}\n${done}` : `${done} ${word} ${asList(of)}`;
}

const IMPERATIVE: Readonly<Record<Decision, string>> = {
  approve: 'approve',
  deny: 'deny',
  revoke: 'revoke the approval',
  other_terms: 'approve on other terms',
  offer: 'send a notice of other action',
  nothing: 'end without a decision',
  fail: 'fail without a decision',
};

const PASSIVE: Readonly<Record<Decision, string>> = {
  approve: 'is approved',
  deny: 'is denied',
  revoke: 'has the approval revoked',
  other_terms: 'is approved on other terms',
  offer: 'gets a notice of other action',
  nothing: 'is left without a decision',
  fail: 'is left without a decision, because a step fails',
};

/** A rule's effect in the imperative. */
function doing(effect: Effect): string {
  switch (effect.kind) {
    case 'act':
      return inOrder(effect.nodes.map(actionOf));
    case 'ask':
      return withActions('send to human review', { before: effect.before, after: [] });
    case 'end':
      return withActions(IMPERATIVE[effect.sequence.decision], effect.sequence);
  }
}

function withActions(decision: string, { before, after }: Pick<Sequence, 'before' | 'after'>): string {
  const first = before.map(actionOf).filter((words) => words !== '');
  const next = after.map(actionOf).filter((words) => words !== '');
  return inOrder([...first, decision, ...next]);
}

/** Actions in order; many actions are put on separate lines. */
function inOrder(done: readonly string[]): string {
  const words = done.join(', then ');
  return isLong(words) ? done.join(',\nthen ') : words;
}

/** The applicant's outcome under the effect. */
export function becoming(effect: Effect): string {
  switch (effect.kind) {
    case 'act':
      return 'goes on';
    case 'ask':
      return 'goes to human review';
    case 'end':
      return PASSIVE[effect.sequence.decision];
  }
}

function detailsOf(effect: Effect): readonly string[] {
  if (effect.kind === 'act') return [];
  if (effect.kind === 'end') {
    const { nodes, unpulled = [] } = effect.sequence;
    return [
      ...unpulled.map((id) => `The report of the step ${JSON.stringify(id)} is read but not pulled on this way.`),
      ...noticesAmong(nodes),
    ];
  }
  const { approved, denied, countsAsDenied, choice } = effect;
  const yes = approved === 'goes_on' ? 'goes on to the rules below' : consequence(approved);
  const no = afterDenial(denied, countsAsDenied);
  const both = `Whoever a person approves there ${yes}; whoever a person denies ${no}.`;
  return [
    ...(isLong(both) ? [`Whoever a person approves there ${yes}.`, `Whoever a person denies there ${no}.`] : [both]),
    ...reviewsOf(choice),
    ...noticesAmong([approved, denied].flatMap((each) => (each === 'goes_on' ? [] : each.nodes))),
  ];
}

function afterDenial(denied: Sequence | 'goes_on', countsAsDenied: boolean): string {
  if (denied === 'goes_on') {
    return countsAsDenied ? 'counts as denied, and goes on to the rules below' : 'goes on to the rules below';
  }
  if (denied.decision === 'deny' || !countsAsDenied) return consequence(denied);
  if (denied.decision === 'nothing') return withActions('is denied without a notice', denied);
  return `counts as denied; for them the steps say: ${withActions(IMPERATIVE[denied.decision], denied)}`;
}

function consequence(sequence: Sequence): string {
  return withActions(PASSIVE[sequence.decision], sequence);
}

/** A step that decides nothing, in the imperative; empty for a step that only collects results. */
export function actionOf(node: CascadeNode): string {
  if (isKind(node, 'Wait')) return `wait ${span(node.wait)}`;
  if (isKind(node, 'SendEmail')) {
    const to = node.email?.to;
    if (to === undefined) return `e-mail nobody (the step ${JSON.stringify(node.id)} has no address and fails)`;
    return to.trim() === '{{applicant.email}}' ? 'e-mail the applicant' : `e-mail ${to}`;
  }
  if (isKind(node, 'InternalNotification')) return `notify ${notified(node.internal_notification)}`;
  if (isKind(node, 'BillingProduct')) return `pull the report of the step ${JSON.stringify(node.id)}`;
  return '';
}

function notified(settings: { readonly [key: string]: unknown } = {}): string {
  const { channel, to, url } = settings;
  if (channel === 'email' && typeof to === 'string') return to;
  if ((channel === 'slack' || channel === 'webhook') && typeof url === 'string') return `the ${channel} address`;
  return 'nobody outside (the notification is kept on the execution)';
}

/** The outcome of an applicant for whom one value is missing, all others being arbitrary. */
export interface MissingValue {
  /** The field in words. */
  readonly field: string;
  readonly text: string;
}

/** Beyond the budget of `work`, the entry states that the outcome is not given. */
export function missingValuesOf(rules: readonly Rule[], numbers: Numbers, work: Work): readonly MissingValue[] {
  const reached = reachable(rules);
  const subjects = subjectsIn(reached.map(({ when }) => when)).filter(
    (subject) => canBeMissing(subject) && !asksOfItems(subject),
  );
  return subjects.map((subject) => ({
    field: subject.phrase,
    text: within(work, work.left, (part) => missingText(subject, reached, numbers, part)) ?? unsaid(subject),
  }));
}

const whoLacks = ({ phrase }: Subject): string => `An applicant whose ${phrase.replace(/^the /, '')} is not known`;

function unsaid(subject: Subject): string {
  return `${whoLacks(subject)}: what becomes of them is not worked out here, because the conditions are too long.`;
}

function missingText(subject: Subject, rules: readonly Rule[], numberOf: Numbers, work: Work): string {
  const key = new Set([subject.key]);
  const told = new Set<number>();
  const changed = rules.map((rule, index) => {
    const { when, effect } = rule;
    const number = numberOf.get(rule) ?? null;
    // A rule by which a person decides because a value is missing has the number of its row.
    const isFirst = number !== null && !told.has(number);
    if (number !== null) told.add(number);
    const { keys, size } = extentOf(when);
    const isOther = keys.has(subject.key);
    if (isOther) work.spend(size);
    return { index, number: isFirst ? number : null, when: withoutValues(when, key), effect, isOther };
  });
  const last = changed.findIndex(({ when, effect }) => when.kind === 'always' && isFinal(effect));
  const possible = changed.slice(0, last < 0 ? undefined : last + 1).filter(({ when }) => when.kind !== 'never');
  const ends = endsOf(possible);
  // If every outcome of the rules is possible, a list of them would say nothing.
  const isAnything = ends.length > 2 && ends.length === endsOf(rules).length;
  const who = isAnything
    ? `${whoLacks(subject)}: what happens depends on the other values.`
    : `${whoLacks(subject)} ${ends.join(' or ')}.`;
  const differing = changed.filter(({ index, isOther }) => isOther && (last < 0 || index <= last));
  if (ends.length < 2 || differing.length === 0) return who;
  const said = HOLDING.map(([isKind, words]) => {
    const held = differing.filter(({ when }) => isKind(when.kind));
    return ofRules(
      held.flatMap(({ number }) => number ?? []),
      words,
    );
  });
  const text = [who, ...said.flat()].join(' ');
  work.spendOnText(text.length);
  return text;
}

/** The distinct outcomes of the rules. */
const endsOf = (rules: readonly Pick<Rule, 'effect'>[]): readonly string[] => [
  ...new Set(rules.filter(({ effect }) => effect.kind !== 'act').map(({ effect }) => becoming(effect))),
];

/** Phrases for the effect of a missing value on a condition, for one rule and for several. */
const HOLDING: readonly (readonly [(kind: Logic['kind']) => boolean, readonly [string, string]])[] = [
  [(kind) => kind === 'never', ['does not hold', 'do not hold']],
  [(kind) => kind === 'always', ['holds', 'hold']],
  [(kind) => kind !== 'never' && kind !== 'always', ['depends on other values', 'depend on other values']],
];

/** `Rule 3 holds.`, `Rules 1 to 4 and 7 hold.` */
function ofRules(numbers: readonly number[], [one, many]: readonly [string, string]): readonly string[] {
  const [first] = numbers;
  if (first === undefined) return [];
  if (numbers.length === 1) return [`Rule ${first} ${one}.`];
  const runs = numbers
    .filter((number) => !numbers.includes(number - 1))
    .map((from) => {
      let to = from;
      while (numbers.includes(to + 1)) to += 1;
      return to === from ? `${from}` : `${from} ${to === from + 1 ? 'and' : 'to'} ${to}`;
    });
  const named = runs.length === 1 ? runs.join('') : `${runs.slice(0, -1).join(', ')} and ${runs.at(-1) ?? ''}`;
  return [`Rules ${named} ${many}.`];
}
