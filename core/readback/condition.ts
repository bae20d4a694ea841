import type { ConditionTrace } from '../cascade/conditions.ts';
import type { Json } from '../json.ts';
import { COMPARABLE_WORDS } from '../cascade/comparable-words.ts';
import { comparisonOf, test } from './logic.ts';
import type { Subject, Subjects } from './subject.ts';
import { valueWords } from './predicate.ts';
import { capital, english } from './words.ts';

/** An evaluated condition in one sentence: `The credit score is at least 670: it is 617`. */
export function conditionInWords(trace: ConditionTrace, subjects: Subjects): string {
  const { value_from: from, actual, missing, not_comparable: fault, ...asks } = trace;
  const other = from === undefined ? {} : { value_from: { ...from } };
  const comparison = comparisonOf({ ...asks, ...other }, subjects);
  const limit = limitWords(trace, comparison.subject, subjects);
  const asked = `${english(test(comparison))}${limit === null ? '' : ` (${limit})`}`;
  const sentence = capital(asked);
  const found = foundWords(comparison.subject, actual);
  if (fault !== undefined) return `${sentence}: ${faultWords(trace, fault, found)}`;
  if (actual === null) return `${sentence}: it is not known`;
  const isOtherMissing = missing && from !== undefined && from.actual === null;
  const rest = isOtherMissing ? ['what it is compared with is not known'] : [];
  const facts = [...(found === null ? [] : [`it is ${found}`]), ...rest];
  // Without the value, the condition alone would read like a fact.
  return `${sentence}: ${facts.length === 0 ? `this ${trace.result ? 'holds' : 'does not hold'}` : facts.join('; ')}`;
}

/** The value found, in words (`641`, `$1,200`); null if there is none or it must not be shown. */
export function foundInWords({ value_from: from, actual, ...asks }: ConditionTrace, subjects: Subjects): string | null {
  const other = from === undefined ? {} : { value_from: { ...from } };
  return actual === null ? null : foundWords(comparisonOf({ ...asks, ...other }, subjects).subject, actual);
}

/**
 * Names the value that cannot be compared, and the required type. The value itself is given only if the reader may see
 * it.
 */
function faultWords(
  { field, result }: ConditionTrace,
  { path, expected }: NonNullable<ConditionTrace['not_comparable']>,
  found: string | null,
): string {
  const value = path === field && found !== null ? `it is ${found}, and` : `${path} cannot be compared:`;
  const rest = result === null ? '' : `; this ${result ? 'holds' : 'does not hold'} whatever it is`;
  return `${value} it has to be ${COMPARABLE_WORDS[expected]}${rest}`;
}

/** The amount that another value and its factor come to: `three times the rent` may be `$4,350`. */
function limitWords({ value, value_from: from }: ConditionTrace, subject: Subject, subjects: Subjects): string | null {
  return from === undefined || !subjects.of(from).isShown ? null : inWords(subject, value);
}

function foundWords(subject: Subject, actual: Json): string | null {
  return subject.isShown ? inWords(subject, actual) : null;
}

/** Null for lists and objects. */
function inWords(subject: Subject, value: Json): string | null {
  if (typeof value === 'object') return null;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : valueWords(subject, value);
}
