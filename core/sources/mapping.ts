import type { ErrorDetail } from '../errors.ts';
import type { FromSchema } from '../from-schema.ts';
import { isJsonObject, type JsonSchema } from '../json.ts';
import { inUnit } from '../unit-factors.ts';
import { MAX_REPORT_FIELDS } from './profile.ts';
import type { RequestStep } from './request.ts';
import { acceptsValue, fieldsOf, isNullable, propertiesOf, SCALAR, typeOf, type ReportField } from './schema-fields.ts';

/*
 * The rules that turn a vendor's response into a product's report: the path in the response for each field, and other
 * meanings of responses. It is a table without computations, so a form can show it and a fault can name its field.
 */

/**
 * `again`: there is no report yet. `frozen`: the agency does not release the file. `nobody`: it has no file. `refused`:
 * it makes no report.
 */
const MEANINGS = ['nobody', 'frozen', 'again', 'refused'] as const;
export type Meaning = (typeof MEANINGS)[number];

const MAX_ANSWERS = 10;
const MAX_CODES = 100;
const PATH = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^.]+(\\.[^.]+)*$' } as const;

export const MAPPING_SCHEMA = {
  type: 'object',
  description: 'How an answer of the vendor becomes the report.',
  additionalProperties: false,
  required: ['fields'],
  properties: {
    fields: {
      type: 'object',
      description: 'Place in the answer of each field of the report. The member of an item: `records.severity`.',
      maxProperties: MAX_REPORT_FIELDS,
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          path: {
            ...PATH,
            description:
              'A path of the answer, or of the item for the member of one; `accounts.max.days_late` is a figure.',
          },
          const: { ...SCALAR, description: 'A constant value for every report, instead of a path.' },
          values: {
            type: 'object',
            description: 'Meaning of each code of the vendor. Any other code is a fault.',
            minProperties: 1,
            maxProperties: MAX_CODES,
            additionalProperties: SCALAR,
          },
          unit: { type: 'string', description: 'The unit of the vendor, where the report has another one.' },
          as: { enum: ['number'], description: 'A number that the vendor writes as a text: `"1450.20"`.' },
          decimals: {
            ...PATH,
            description: 'Where the vendor says how many digits are decimals: `819419` with `2` is 8194.19.',
          },
        },
      },
    },
    reference: {
      ...PATH,
      description: "Where an answer without a report gives the vendor's name of the order; `reference` by default.",
    },
    answers: {
      type: 'array',
      description: 'Answers that are no report. The first that fits counts; all that it says must hold.',
      maxItems: MAX_ANSWERS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['means'],
        properties: {
          step: {
            enum: [1],
            description:
              '1: the answer to the first of two steps. Without it, the answer to the last. `again` at the first needs both to be GET.',
          },
          status: {
            type: 'array',
            description: 'Statuses of HTTP.',
            minItems: 1,
            maxItems: MAX_ANSWERS,
            items: { type: 'integer', minimum: 200, maximum: 599 },
          },
          path: { ...PATH, description: 'A path of the answer.' },
          is: { type: 'array', description: 'Values at `path`.', minItems: 1, maxItems: MAX_CODES, items: SCALAR },
          means: { enum: MEANINGS, description: 'Meaning of the answer.' },
        },
      },
    },
  },
} as const satisfies JsonSchema;

export type Mapping = FromSchema<typeof MAPPING_SCHEMA>;
export type FieldSource = Mapping['fields'][string];

/**
 * The faults of a mapping into reports of the schema. Its shape was checked (`MAPPING_SCHEMA`). `methods`: the methods
 * of the steps, in order.
 */
export function mappingFaults(
  mapping: Mapping,
  schema: JsonSchema,
  methods: readonly RequestStep['method'][],
): readonly ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const targets = new Map([...fieldsOf(schema)].map((target) => [target.path, target]));
  for (const [field, source] of Object.entries(mapping.fields)) {
    const say = (member: string, message: string) =>
      void faults.push({ field: `fields.${field}${member === '' ? '' : `.${member}`}`, message });
    const target = targets.get(field);
    if (target === undefined) say('', 'is no field of the report');
    else checkSource(source, target, mapping, say);
  }
  for (const field of missingIn(schema, '', mapping))
    faults.push({ field: `fields.${field}`, message: 'is missing: the schema requires the field' });
  for (const [index, { step, status, path, is, means }] of (mapping.answers ?? []).entries()) {
    if (step !== undefined && methods.length < 2)
      faults.push({ field: `answers[${index}].step`, message: 'is for a request of two steps' });
    // A poll repeats both steps.
    else if (step !== undefined && means === 'again' && methods.some((method) => method !== 'GET'))
      faults.push({ field: `answers[${index}].step`, message: 'is asked again only where both steps are GET' });
    if (status === undefined && path === undefined)
      faults.push({ field: `answers[${index}]`, message: 'must have status, or path and is' });
    if ((path === undefined) !== (is === undefined))
      faults.push({ field: `answers[${index}].is`, message: 'belongs to path: have both or neither' });
  }
  return faults;
}

const NUMBERS: readonly string[] = ['number', 'integer'];

type Say = (member: string, message: string) => void;

function checkSource(source: FieldSource, { schema, list }: ReportField, mapping: Mapping, say: Say): void {
  const { path, const: only, values, unit, as, decimals } = source;
  const type = typeOf(schema);
  const item = type === 'array' && isJsonObject(schema.items) ? schema.items : undefined;
  if ((path === undefined) === (only === undefined)) say('', 'must have either path or const');
  if (type === 'object') say('', 'is an object: map its members');
  if (list !== undefined && mapping.fields[list]?.path === undefined)
    say('', `is a member of ${list}: map that list, too`);
  if (only !== undefined && [values, unit, as, decimals].some((each) => each !== undefined))
    say('const', 'has neither values, unit, as nor decimals');
  if (only !== undefined && !acceptsValue(only, schema)) say('const', 'must be a value that the schema accepts');
  const value = item ?? schema;
  if (values !== undefined && typeOf(value) === 'object') say('values', 'is for values: map the members');
  else if (values !== undefined && !Object.values(values).every((each) => acceptsValue(each, value)))
    say('values', 'must be values that the schema accepts');
  checkNumber(source, schema, say);
}

function checkNumber({ values, unit, as, decimals }: FieldSource, schema: JsonSchema, say: Say): void {
  const { 'x-unit': own, items } = schema;
  const item = isJsonObject(items) ? items : undefined;
  if (as !== undefined && (values !== undefined || !NUMBERS.includes(String(typeOf(item ?? schema)))))
    say('as', 'is for numbers, without values');
  if (decimals !== undefined && (as === undefined || item !== undefined))
    say('decimals', 'is for one number, with "as": "number"');
  if (unit === undefined) return;
  if (typeof own !== 'string') say('unit', 'is for numbers whose unit the schema declares as x-unit');
  else if (inUnit(1, unit, own) === undefined) say('unit', `cannot be turned into ${own}`);
}

/** Fields that the schema requires but the mapping lacks. */
function* missingIn(schema: JsonSchema, prefix: string, { fields }: Mapping): Generator<string> {
  const isRequired = (name: string) => Array.isArray(schema.required) && schema.required.includes(name);
  const hasMembers = (path: string) => Object.keys(fields).some((field) => field.startsWith(`${path}.`));
  for (const [name, member] of Object.entries(propertiesOf(schema))) {
    const path = `${prefix}${name}`;
    const isMapped = Object.hasOwn(fields, path);
    if (typeOf(member) === 'object') {
      if (isRequired(name) || hasMembers(path)) yield* missingIn(member, `${path}.`, { fields });
    } else if (!isMapped) {
      if (isRequired(name) && !isNullable(member)) yield path;
    } else if (isJsonObject(member.items)) yield* missingIn(member.items, `${path}.`, { fields });
  }
}
