import { FIELD_NOTES, readSchema, type SchemaFault } from '../fields/schema.ts';
import { NOBODY, type FieldSpec, type FieldSpecs } from '../fields/spec.ts';
import { isJsonObject, type JsonSchema } from '../json.ts';
import { readProfile } from './profile.ts';

/*
 * The schema of an account's own report. The profile defines its values, and the dictionary's keywords the meaning of
 * its fields. It is one language, so a dictionary can be pasted into a report. A report is about the run's applicant.
 */

/** Names the list of texts in the report with the factors of a score, most important first. */
const FACTORS = 'x-factors';
/** Names the date in the report on which the score was created. */
const SCORED_ON = 'x-scored-on';
export const REPORT_NOTES: readonly string[] = [...FIELD_NOTES, FACTORS, SCORED_ON];
const APPLICANT = 'applicant';
const PEOPLE: readonly unknown[] = [undefined, APPLICANT, NOBODY];

export interface ReportSchema {
  /** With all references resolved; undefined if there are faults. */
  readonly schema: JsonSchema | undefined;
  /** Declarations by path; incomplete if there are faults. */
  readonly specs: FieldSpecs;
  readonly faults: readonly SchemaFault[];
}

/** `isSaved`: the schema was checked before and had no faults. */
export function readReportSchema(json: unknown, { isSaved = false } = {}): ReportSchema {
  const { schema, faults, written } = readProfile(json, REPORT_NOTES, { isSaved });
  if (schema === undefined) return { schema, specs: new Map(), faults };
  const person: FieldSpec = { type: 'person' };
  const read = readSchema(dictionaryOf(schema), { before: (path) => (path === APPLICANT ? person : undefined) });
  const ofWords = [...read.faults, ...noteFaults(schema, '', read.specs)].map(({ pointer, message }) => ({
    pointer: written(pointer),
    message,
  }));
  return { schema: ofWords.length === 0 ? schema : undefined, specs: read.specs, faults: ofWords };
}

/** The schema as a dictionary, without the keywords that check values. */
function dictionaryOf(schema: JsonSchema): JsonSchema {
  const { type, format, title, enum: choices, properties, required, items } = schema;
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const isRequired = (name: unknown) => members.some(([own, member]) => own === name && !Array.isArray(member.type));
  return defined({
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => FIELD_NOTES.includes(keyword))),
    type: [type].flat().find((name) => name !== 'null'),
    format,
    title,
    enum: Array.isArray(choices) ? choices.filter((choice) => choice !== null) : undefined,
    properties:
      properties === undefined
        ? undefined
        : Object.fromEntries(members.map(([name, member]) => [name, dictionaryOf(member)])),
    // A nullable value may be missing.
    required: Array.isArray(required) ? required.filter(isRequired) : undefined,
    items: isJsonObject(items) ? dictionaryOf(items) : undefined,
  });
}

function defined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

const OF_SCORES = {
  [FACTORS]: {
    is: ({ type, item_type: item }: FieldSpec) => type === 'list' && item === 'text',
    what: 'a list of texts',
  },
  [SCORED_ON]: { is: ({ type }: FieldSpec) => type === 'date' || type === 'date_time', what: 'a date' },
};

/** Faults of `x-person` and of the keywords of scores. */
function* noteFaults(schema: JsonSchema, pointer: string, specs: FieldSpecs): Generator<SchemaFault> {
  const { 'x-person': person, 'x-kind': kind, properties = {}, items } = schema;
  if (!PEOPLE.includes(person))
    yield {
      pointer: `${pointer}/x-person`,
      message: `must be ${APPLICANT} or ${NOBODY}: a report is on the applicant`,
    };
  for (const [keyword, { is, what }] of Object.entries(OF_SCORES)) {
    const path = schema[keyword];
    if (path === undefined) continue;
    const named = typeof path === 'string' ? specs.get(path) : undefined;
    if (kind !== 'score') yield { pointer: `${pointer}/${keyword}`, message: 'is for what is declared as a score' };
    else if (named === undefined || !is(named))
      yield { pointer: `${pointer}/${keyword}`, message: `must be the path of ${what} in the report` };
  }
  for (const [name, member] of Object.entries(properties as Readonly<Record<string, JsonSchema>>))
    yield* noteFaults(member, `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, specs);
  if (isJsonObject(items)) yield* noteFaults(items, `${pointer}/items`, specs);
}
