import type { Decided, DecidedReason } from '../cascade/decided.ts';
import { ANY_VALUE, asks } from '../cascade/operators/index.ts';
import { whoseIs, type Dictionary, type Whose } from '../fields/dictionary.ts';
import { EACH_ITEM, NOBODY } from '../fields/spec.ts';
import { STANDARD } from '../fields/standard.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { wordsOfField } from '../personal-fields.ts';
import { wordsOf } from './decided/facts.ts';
import { labelWithoutFigure, ownLabel } from './decided/own-labels.ts';
import { labelOf } from './decided/labels.ts';
import { isDate, statementText } from './decided/statement.ts';

/*
 * Of several people on an application each is told of themselves. What belongs to another one is a line without a figure:
 * what they said by its name, and of their reports nothing, not even that there are any. What belongs to nobody (the
 * property, the loan) is stated to all. Source: semantics 10.5.
 */

/** What was sent, and what is declared of its fields. */
interface Said {
  readonly payload: JsonObject;
  readonly dictionary?: Dictionary;
}

/** A value of the payload, or a figure of a list. */
interface ValueOfPayload {
  readonly field: string;
  readonly where?: readonly unknown[];
}

/** Reports are pulled on the run's applicant. */
function isOfRun(applicant: string): boolean {
  return plain(applicant) === 'applicant';
}

/** What may be said of the run to the person at this path of the payload. */
export function toldTo(decided: Decided, said: Said, applicant: string): Decided {
  const isOthers = (value: ValueOfPayload) => isAnothers(value, said, applicant);
  const others = otherValues(decided, isOthers);
  const told = decided.reasons.map((reason) => reasonTo(reason, others, isOthers, { applicant, ...said }));
  if (told.every((reason, index) => reason === decided.reasons[index]) && isOfRun(applicant)) return decided;
  const reasons = told.filter(
    (reason, index) => told.findIndex((other) => wordsOf(other) === wordsOf(reason)) === index,
  );
  return isOfRun(applicant)
    ? { ...decided, reasons }
    : { ...decided, reasons, reports: [], scores: [], missingFactors: [] };
}

/** Whether a line says nothing but that something about another person decided. */
export function isOfAnotherPerson(reason: DecidedReason): boolean {
  return reason.kind === 'statement' && reason.of === 'other_person';
}

function reasonTo(
  reason: DecidedReason,
  others: ReadonlyMap<string, string>,
  isOthers: (value: ValueOfPayload) => boolean,
  { applicant, dictionary }: Pick<Said, 'dictionary'> & { readonly applicant: string },
): DecidedReason {
  const isOfReport = reason.kind === 'reviewer' ? reason.code !== null : reason.source.product_code !== null;
  if (isOfReport && !isOfRun(applicant)) return anothers('', reason);
  // Declared words of another person's value would tell it.
  if (reason.kind === 'field' && !isOfReport && isOthers(reason.source))
    return anothers(labelOf(reason.source, undefined, dictionary).label, reason);
  if (reason.kind !== 'statement') return reason;
  const { source, comparison } = reason;
  if (source.product_code === null && isOthers(source)) {
    const label = labelWithoutFigure(reason.label, source.field);
    // A yes or no alone would read as if it were so: "co-tenant owes rent".
    const isYesOrNo = typeof reason.value === 'boolean' || asks(comparison.operator, 'yes_or_no');
    return anothers(isYesOrNo ? `${label} (yes or no)` : label, reason);
  }
  const other = comparison.than === undefined ? undefined : others.get(source.field);
  if (comparison.than === undefined || other === undefined) return toThemselves(reason, applicant);
  // What is nobody's (the rent) says nothing without the other person's value that it was held against.
  if (source.product_code === null && !isWithin(source.field, applicant)) {
    return anothers(comparison.than.label, { ...reason, source: { ...source, field: other } });
  }
  const parts = { ...reason, comparison: { ...comparison, than: { ...comparison.than, is_withheld: true as const } } };
  return { ...parts, text: statementText(parts) };
}

/** A person's own value is not called after their place in the application: to the guarantor it is "annual income". */
function toThemselves(reason: Extract<DecidedReason, { kind: 'statement' }>, applicant: string): DecidedReason {
  const { label, source } = reason;
  const own = `${plain(applicant)}.`;
  const named = { isDated: isDate(reason.value ?? reason.comparison.value) };
  const isNamed = !isOfRun(applicant) && plain(source.field).startsWith(own) && label === ownLabel(source.field, named);
  if (!isNamed) return reason;
  const parts = { ...reason, label: ownLabel(plain(source.field).slice(own.length), named) };
  return { ...parts, text: statementText(parts) };
}

/** Fields that a condition compared with a value of another person, each with that one. */
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
 * Whether a value belongs to a person, and not to the one at this path: as it is declared, else as the names of the payload
 * say.
 */
export function isAnothers(
  value: ValueOfPayload,
  { payload, dictionary = STANDARD }: Said,
  applicant: string,
): boolean {
  const whose = whoseIs(dictionary, value.field);
  return whose === undefined
    ? isAnothersByName(value, payload, applicant)
    : isDeclaredAnothers(value, whose, applicant);
}

function isWithin(field: string, applicant: string): boolean {
  return `${plain(field)}.`.startsWith(`${plain(applicant)}.`);
}

function isDeclaredAnothers({ field, where }: ValueOfPayload, { path, says }: Whose, applicant: string): boolean {
  if (says === NOBODY) return false;
  if (says !== EACH_ITEM) return plain(says) !== plain(applicant);
  return !isWithin(field, applicant) && !isHowMany(plain(field).slice(path.length + 1), where);
}

/** How many there are is the applicant's own answer; how many of them are so says what one of them is. */
function isHowMany(rest: string, where: ValueOfPayload['where']): boolean {
  return rest === 'count' && where === undefined;
}

function isAnothersByName({ field, where }: ValueOfPayload, payload: JsonObject, applicant: string): boolean {
  const [names, own] = [plain(field).split('.'), plain(applicant).split('.')];
  const isOwn = isWithin(field, applicant);
  let held: Json | undefined = payload;
  for (const [index, name] of names.entries()) {
    held = isJsonObject(held) ? (Object.hasOwn(held, name) ? held[name] : undefined) : itemOf(held, name);
    if (isOwn && index < own.length) continue;
    const isLast = index === names.length - 1;
    if (!isLast && (Array.isArray(held) ? arePeople(name, held) : isPerson(name, held))) {
      const rest = names.slice(index + 1).join('.');
      return !(Array.isArray(held) && isHowMany(rest, where)) && !THAT_THERE_IS.test(wordsOfField(rest));
    }
    if (isLast && FIGURE_OF_ANOTHER.test(wordsOfField(name))) return !THAT_ANOTHER_IS.test(wordsOfField(name));
  }
  return false;
}

function itemOf(held: Json | undefined, name: string): Json | undefined {
  return Array.isArray(held) && /^\d+$/.test(name) ? held[Number(name)] : undefined;
}

const plain = (path: string): string => path.replace(/^context\./, '');

const ANOTHER =
  '(?:co ?(?:applicant|borrower|signer|tenant|buyer)|guarantor|spouse|partner|room ?mate|(?:joint|second|other) (?:applicant|borrower|tenant|person))s?';
const ROLE = new RegExp(String.raw`^ ${ANOTHER}(?: \d+)? $`);
/** `co_applicant_income`. */
const FIGURE_OF_ANOTHER = new RegExp(String.raw`^ ${ANOTHER} \w`);
/** Whether there is such a person is a fact of the application, and no figure of theirs. */
const EXISTS = String.raw`(?:(?:is|was|are|were) )?(?:present|exists?|available|offered|provided|proposed|given|named|listed|added|included|submitted|supplied|found|required|needed|requested|sign(?:s|ed|ing)|join(?:s|ed|ing)|on (?:the )?(?:application|lease|loan))`;
/** `cosigner_offered`, `guarantors_count`. */
const THAT_ANOTHER_IS = new RegExp(String.raw`^ ${ANOTHER} (?:count|number|${EXISTS}) $`);
/** Of a member of such a person: `guarantor.provided`. */
const THAT_THERE_IS = new RegExp(String.raw`^ ${EXISTS} $`);
const PERSONAL_MEMBERS = ['first_name', 'last_name', 'ssn', 'date_of_birth', 'dob', 'birth_date'];
/** `co_driver`, whatever the object holds. */
const FELLOW = /^ co [a-z]+ $/;

/** `employer_contact`: who it is has a name; without one it is how somebody is reached. */
const INFORMANT = /^ (?:\w+ )*(?:contact|reference|referee|supervisor|manager) $/;

/** Who lives or signs with the applicant, as the name of a list: the same word with a figure (`adults: 2`) is none of them. */
const PEOPLE =
  / (?:occupants?|residents?|tenants?|applicants?|borrowers?|signers?|owners?|members?|adults|children|kids|minors|depend[ae]nts?|family|house ?mates?|flat ?mates?|people|persons|individuals) $/;
/** Of these some have a name and a birth date, too. */
const ANIMALS_AND_THINGS = / (?:pets?|animals?|dogs?|cats?|horses?|vehicles?|cars?|boats?) $/;
/** What referees say is about the applicant. */
const REFEREES = / (?:references?|referees?|contacts?|supervisors?|managers?) $/;

function arePeople(name: string, items: readonly Json[]): boolean {
  const words = wordsOfField(name);
  if (ANIMALS_AND_THINGS.test(words) || REFEREES.test(words)) return false;
  return PEOPLE.test(words) || items.some((item) => isPerson(name, item));
}

function isPerson(name: string, value: Json | undefined): boolean {
  const words = wordsOfField(name);
  if (ANIMALS_AND_THINGS.test(words)) return false;
  if (name === 'applicant' || ROLE.test(words) || FELLOW.test(words)) return true;
  if (!isJsonObject(value)) return false;
  const members = INFORMANT.test(words) ? [...PERSONAL_MEMBERS, 'name'] : PERSONAL_MEMBERS;
  return members.some((member) => Object.hasOwn(value, member));
}
