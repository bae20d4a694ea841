import type { Decided, DecidedReason, ReasonSource } from '../cascade/decided.ts';
import { ANY_VALUE, asks } from '../cascade/operators/index.ts';
import { whoseIs, type Dictionary } from '../fields/dictionary.ts';
import { inSentence } from '../fields/labels.ts';
import { EACH_ITEM, NOBODY } from '../fields/spec.ts';
import { wordsOf } from './decided/facts.ts';
import { labelOf } from './decided/labels.ts';
import { statementText } from './decided/statement.ts';

/*
 * If an application is about several people, each is told only about themselves. A value of another person becomes a
 * line without a figure. The application's values are named by label only. Reports are not mentioned, not even that
 * there are any. Values that belong to nobody (the property, the loan) are stated to all. Source: semantics 10.5.
 */

type Statement = Extract<DecidedReason, { kind: 'statement' }>;

/** A value of the payload, or a figure of a list. */
interface ValueOfPayload {
  readonly field: string;
  readonly where?: readonly unknown[];
}

/** True for the run's applicant, whom the reports are about. */
function isOfRun(applicant: string): boolean {
  return plain(applicant) === 'applicant';
}

/** The decision as it may be told to the person at this payload path. */
export function toldTo(decided: Decided, dictionary: Dictionary, applicant: string): Decided {
  const isOthers = (value: ValueOfPayload) => isAnothers(value, dictionary, applicant);
  const others = otherValues(decided, isOthers);
  const told = decided.reasons.map((reason) => reasonTo(reason, others, isOthers, { applicant, dictionary }));
  if (told.every((reason, index) => reason === decided.reasons[index]) && isOfRun(applicant)) return decided;
  const reasons = told.filter(
    (reason, index) => told.findIndex((other) => wordsOf(other) === wordsOf(reason)) === index,
  );
  return isOfRun(applicant)
    ? { ...decided, reasons }
    : { ...decided, reasons, reports: [], scores: [], missingFactors: [] };
}

/** True if a line says only that something about another person decided. */
export function isOfAnotherPerson(reason: DecidedReason): boolean {
  return reason.kind === 'statement' && reason.of === 'other_person';
}

function reasonTo(
  reason: DecidedReason,
  others: ReadonlyMap<string, string>,
  isOthers: (value: ValueOfPayload) => boolean,
  { applicant, dictionary }: { readonly applicant: string; readonly dictionary: Dictionary },
): DecidedReason {
  const isOfReport = reason.kind === 'reviewer' ? reason.code !== null : reason.source.product_code !== null;
  if (isOfReport && !isOfRun(applicant)) return anothers('', reason);
  // The declared words for another person's value would reveal it.
  if (reason.kind === 'field' && !isOfReport && isOthers(reason.source)) {
    const { label, of } = labelToOthers(reason.source, dictionary);
    return anothers(of === 'undeclared' ? '' : label, reason);
  }
  if (reason.kind !== 'statement') return reason;
  const { source, comparison } = reason;
  if (source.product_code === null && isOthers(source)) {
    const label = reason.label === '' ? '' : labelToOthers(source, dictionary).label;
    // A yes-or-no label alone would read as a fact: "co-tenant owes rent".
    const isYesOrNo = typeof reason.value === 'boolean' || asks(comparison.operator, 'yes_or_no');
    return anothers(isYesOrNo && label !== '' ? `${label} (yes or no)` : label, reason);
  }
  const other = comparison.than === undefined ? undefined : others.get(source.field);
  if (comparison.than === undefined || other === undefined) return ofOneself(reason, dictionary);
  // A value that is nobody's (the rent) means nothing without the other person's value that it was compared with.
  if (source.product_code === null && !isWithin(source.field, applicant)) {
    const label = withPerson(comparison.than.label, personIn(dictionary, other));
    return anothers(label, { ...reason, source: { ...source, field: other } });
  }
  const parts = { ...reason, comparison: { ...comparison, than: { ...comparison.than, is_withheld: true as const } } };
  return ofOneself({ ...parts, text: statementText(parts) }, dictionary);
}

/** If only some items count, the label names just the members that selected them. */
function labelToOthers({ field, where }: ReasonSource, dictionary: Dictionary): ReturnType<typeof labelOf> {
  const members = where?.map((test) => ({ field: test.field, operator: ANY_VALUE }));
  const { label, of } = labelOf({ field, ...(members === undefined ? {} : { where: members }) }, undefined, dictionary);
  return { label: withPerson(label, personIn(dictionary, field)), of };
}

/** Adds the person to a label that lacks it: in a letter to others, it must say whose value it is. */
function withPerson(label: string, person: string | undefined): string {
  if (person === undefined || label === '' || label === person || namedIn(label, person) !== undefined) return label;
  return `${possessive(person)}${label}`;
}

/**
 * To the co-applicant, "co-applicant's income" would be somebody else's income, so the person is removed from the
 * label.
 */
function ofOneself(reason: Statement, dictionary: Dictionary): DecidedReason {
  const person = reason.of === 'application' ? personIn(dictionary, reason.source.field) : undefined;
  const named = person === undefined ? undefined : namedIn(reason.label, person);
  if (named === undefined) return reason;
  const parts = { ...reason, label: reason.label.slice(named.length) };
  return { ...parts, text: statementText(parts) };
}

/** The account's name for the person whose value it is, within a sentence. */
function personIn(dictionary: Dictionary, field: string): string | undefined {
  const label = dictionary.at(whoseIs(dictionary, field)?.says ?? '')?.label;
  return label === undefined ? undefined : inSentence(label);
}

const possessive = (person: string): string => `${person}${person.endsWith('s') ? "'" : "'s"} `;

/** The start of the label that names the person: "co-applicant's income", "co-applicant income". */
function namedIn(label: string, person: string): string | undefined {
  return [possessive(person), `${person} `].find((words) => label.startsWith(words));
}

/** Fields that a condition compared with a value of another person, with that value's field. */
function otherValues({ choices }: Decided, isOthers: (value: ValueOfPayload) => boolean): ReadonlyMap<string, string> {
  const compared = choices.flatMap(({ conditions }) => conditions);
  return new Map(
    compared.flatMap((condition) => {
      const { value_from: from, is_other: isOther } = condition;
      if (from === undefined) return [];
      const [own, other] = isOther === true ? [from, condition] : [condition, from];
      return isOthers(other) ? [[own.field, other.field] as const] : [];
    }),
  );
}

function anothers(label: string, reason: DecidedReason): DecidedReason {
  const parts = {
    label,
    of: 'other_person' as const,
    unit: null,
    value: null,
    is_withheld: true as const,
    comparison: { is: 'required' as const, operator: ANY_VALUE, value: null },
  };
  const field = 'source' in reason && label !== '' ? reason.source.field : '';
  return { kind: 'statement', text: statementText(parts), source: { product_code: null, read: null, field }, ...parts };
}

/**
 * True if a value belongs to a person other than the one at this path. A value declared as nobody's is told to all. The
 * values of undeclared fields are told to nobody, so they are not checked here.
 */
export function isAnothers(value: ValueOfPayload, dictionary: Dictionary, applicant: string): boolean {
  const whose = whoseIs(dictionary, value.field);
  if (whose === undefined || whose.says === NOBODY) return false;
  if (whose.says === EACH_ITEM) return isOfItem(value, whose.path, applicant);
  // The existence of such a person is the applicant's own answer.
  return plain(whose.says) !== plain(applicant) && plain(value.field) !== plain(whose.says);
}

function isWithin(field: string, outer: string): boolean {
  return `${plain(field)}.`.startsWith(`${plain(outer)}.`);
}

/** True for a list of people, except the item at this path and the number of items. */
function isOfItem({ field, where }: ValueOfPayload, list: string, applicant: string): boolean {
  const isOwn = isWithin(applicant, list) && isWithin(field, applicant);
  return !isOwn && !isHowMany(plain(field).slice(list.length + 1), where);
}

/**
 * True for the number of items, which is the applicant's own answer. A number of selected items would tell about each
 * one.
 */
function isHowMany(rest: string, where: ValueOfPayload['where']): boolean {
  return rest === 'count' && where === undefined;
}

const plain = (path: string): string => path.replace(/^context\./, '');
