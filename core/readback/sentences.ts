import { isKind, type CascadeNode } from '../cascade/registry.ts';
import { noticesAmong } from './notices.ts';
import { reviewsOf } from './reviews.ts';
import { within, type Work } from '../work.ts';
import { extentOf, subjectsIn, withoutValues, type Logic } from './logic.ts';
import type { Decision, Effect, Rule, Sequence } from './rules.ts';
import { asksOfItems, canBeMissing, type Subject } from './subject.ts';
import { capital, english, span } from './words.ts';

/** A rule in a sentence, and what else happens by it. */
export interface Sentence {
  /** As a policy would say it: a policy of these sentences is understood as these rules. */
  readonly text: string;
  readonly details: readonly string[];
  readonly nodeIds: readonly string[];
}

/** The rules that can be reached, in order; the last one decides about everybody else. Throws TooMuchWork. */
export function sentencesOf(rules: readonly Rule[], work: Work): readonly Sentence[] {
  const reached = reachable(rules);
  const conditional = reached.filter(({ when }) => when.kind !== 'always').length;
  return reached.map(({ when, effect, nodeIds }, index) => {
    const isRest = when.kind === 'always' && effect.kind !== 'act' && index > 0 && index === reached.length - 1;
    const order = isRest ? 'otherwise,' : conditional < 2 && reached.length < 3 ? '' : index === 0 ? 'first,' : 'then,';
    const words = [order, said(when, effect, isRest)].filter((word) => word !== '').join(' ');
    work.spendOnText(words.length);
    return { text: `${capital(words)}.`, details: detailsOf(effect), nodeIds };
  });
}

/** Up to the first rule after which nobody is left, without those whose people a rule before has decided. */
function reachable(rules: readonly Rule[]): readonly Rule[] {
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

/** What is done besides stands behind the condition, so that it is not read as a part of it. */
function said(when: Logic, effect: Effect, isRest: boolean): string {
  const done = doing(effect);
  if (when.kind === 'always') return isRest || effect.kind === 'act' ? done : `${done} (everyone)`;
  const condition = when.kind === 'not' ? `unless ${english(when.of)}` : `if ${english(when)}`;
  return done.includes(', then ') || effect.kind === 'act' ? `${condition}, ${done}` : `${done} ${condition}`;
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

/** What a rule does, as an order. */
function doing(effect: Effect): string {
  switch (effect.kind) {
    case 'act':
      return effect.nodes.map(actionOf).join(', then ');
    case 'ask':
      return 'send to human review';
    case 'end':
      return withActions(IMPERATIVE[effect.sequence.decision], effect.sequence);
  }
}

function withActions(decision: string, { before, after }: Sequence): string {
  const first = before.map(actionOf).filter((words) => words !== '');
  const next = after.map(actionOf).filter((words) => words !== '');
  return [...first, decision, ...next].join(', then ');
}

/** What becomes of somebody by it. */
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
  return [
    `Whoever a person approves there ${yes}; whoever a person denies ${afterDenial(denied, countsAsDenied)}.`,
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

/** A step that decides nothing, as an order; empty for what only collects results. */
function actionOf(node: CascadeNode): string {
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

/** What becomes of an applicant of whom one value is not known, all else being as it may be. */
export interface MissingValue {
  readonly subject: Subject;
  readonly text: string;
}

/** Beyond the budget of `work` it says of the rest of the values that it does not say it. */
export function missingValuesOf(rules: readonly Rule[], work: Work): readonly MissingValue[] {
  const reached = reachable(rules);
  const subjects = subjectsIn(reached.map(({ when }) => when)).filter(
    (subject) => canBeMissing(subject) && !asksOfItems(subject),
  );
  return subjects.map((subject) => ({
    subject,
    text: within(work, work.left, (part) => missingText(subject, reached, part)) ?? unsaid(subject),
  }));
}

const whoLacks = ({ phrase }: Subject): string => `An applicant whose ${phrase.replace(/^the /, '')} is not known`;

function unsaid(subject: Subject): string {
  return `${whoLacks(subject)}: what becomes of them is not worked out here, because the conditions are too long.`;
}

function missingText(subject: Subject, rules: readonly Rule[], work: Work): string {
  const key = new Set([subject.key]);
  const changed = rules.map(({ when, effect }, index) => {
    const { keys, size } = extentOf(when);
    const isOther = keys.has(subject.key);
    if (isOther) work.spend(size);
    return { number: index + 1, when: withoutValues(when, key), effect, isOther };
  });
  const last = changed.findIndex(({ when, effect }) => when.kind === 'always' && isFinal(effect));
  const possible = changed.slice(0, last < 0 ? undefined : last + 1).filter(({ when }) => when.kind !== 'never');
  const ends = [
    ...new Set(possible.filter(({ effect }) => effect.kind !== 'act').map(({ effect }) => becoming(effect))),
  ];
  const who = `${whoLacks(subject)} ${ends.join(' or ')}`;
  const differing = changed.filter(({ number, isOther }) => isOther && (last < 0 || number <= last + 1));
  if (ends.length < 2 || differing.length === 0) return `${who}.`;
  const how = differing.map(({ number, when }) => {
    if (when.kind === 'never') return `rule ${number} does not hold`;
    if (when.kind === 'always') return `rule ${number} holds`;
    return `rule ${number} holds ${when.kind === 'not' ? `unless ${english(when.of)}` : `if ${english(when)}`}`;
  });
  const text = `${who}: ${how.join('; ')}.`;
  work.spendOnText(text.length);
  return text;
}
