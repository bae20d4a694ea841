import type { ErrorDetail } from '../../../core/errors.ts';
import { kindOf } from '../../../core/fields/dictionary.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { readProduct } from '../../../core/sources/product.ts';
import { pathAt } from '../fields/forms.ts';
import { fieldsIn, type Draft } from './draft.ts';

/*
 * The faults of a draft, grouped by the part of the page that mends them. When the draft is saved, the service checks the
 * same again and tries the reports of test mode.
 */

export interface Fault {
  /** The part of the form: a field of the report, a step of the request, a line about answers; else null. */
  readonly of:
    | { readonly kind: 'field'; readonly path: string }
    | { readonly kind: 'step' | 'answer'; readonly index: number }
    | null;
  /** The input that it is about, in words. */
  readonly what: string;
  readonly message: string;
}

export function faultsOfDraft(draft: Draft, declared: FieldSpecs): readonly Fault[] {
  const { dictionary } = dictionaryIn(Object.fromEntries(declared));
  const { faults } = readProduct(draft, (path) => kindOf(dictionary, path));
  return placed(faults, draft);
}

/** Faults as the service names them, in their places. */
export function placed(details: readonly ErrorDetail[], draft: Draft): readonly Fault[] {
  const paths = fieldsIn(draft).map(({ path }) => path);
  return details.map((detail) => placeOf(detail, paths));
}

function placeOf({ field, message }: ErrorDetail, paths: readonly string[]): Fault {
  if (field.startsWith('schema/')) {
    const pointer = field.slice('schema'.length);
    const path = pathAt(pointer);
    const at = paths.includes(path) ? ({ kind: 'field', path } as const) : null;
    return { of: at, what: wordsOf(pointer.split('/').at(-1) ?? ''), message };
  }
  const step = /^request\.steps\[(\d+)\]\.?(.*)$/.exec(field);
  if (step !== null) return { of: { kind: 'step', index: Number(step[1]) }, what: wordsOf(step[2] ?? ''), message };
  const answer = /^mapping\.answers\[(\d+)\]\.?(.*)$/.exec(field);
  if (answer !== null)
    return { of: { kind: 'answer', index: Number(answer[1]) }, what: wordsOf(answer[2] || 'answer'), message };
  for (const [prefix, what] of OF_FIELDS) {
    if (!field.startsWith(prefix)) continue;
    const rest = field.slice(prefix.length);
    const path = paths.filter((each) => rest === each || rest.startsWith(`${each}.`)).toSorted(byLength)[0];
    if (path === undefined) return { of: null, what: `${what} ${rest}`, message };
    const member = rest.slice(path.length + 1);
    return { of: { kind: 'field', path }, what: member === '' ? what : wordsOf(member), message };
  }
  return { of: null, what: wordsOf(field), message };
}

const byLength = (one: string, other: string): number => other.length - one.length;
const OF_FIELDS = [
  ['mapping.fields.', 'Where it stands in the answer'],
  ['test_values.', 'The value in test mode'],
] as const;

const WORDS: Readonly<Record<string, string>> = {
  code: 'The code',
  name: 'The name',
  schema: 'The report',
  mapping: 'How the answer is read',
  title: 'The label',
  type: 'The type',
  'x-unit': 'The unit',
  'x-kind': 'Who sees it',
  minimum: 'The least value',
  maximum: 'The greatest value',
  enum: 'The known texts',
  'x-reason-above': 'The reason for a value that is too high',
  'x-reason-below': 'The reason for a value that is too low',
  'x-reason-is': 'The reason for what is not allowed',
  'x-reason-missing': 'The reason for what is missing',
  'x-factors': 'The list of its factors',
  'x-scored-on': 'The date of the score',
  path: 'The path',
  const: 'The fixed value',
  values: "What the vendor's codes mean",
  unit: "The vendor's unit",
  as: 'A number as a text',
  decimals: 'Where its decimals stand',
  reference: 'Where the order is named',
  step: 'The request that it answers',
  among: 'The values in test mode',
  from: 'The least value in test mode',
  to: 'The greatest value in test mode',
  body: 'The body',
  is: 'The values at the path',
  answer: 'The line',
  status: 'The status',
  'request.steps': 'The requests',
};

const wordsOf = (field: string): string => WORDS[field] ?? field;
