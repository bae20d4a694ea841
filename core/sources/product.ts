import type { ErrorDetail } from '../errors.ts';
import { dictionaryOf } from '../fields/dictionary.ts';
import type { FieldKind, FieldSpecs } from '../fields/spec.ts';
import type { FromSchema } from '../from-schema.ts';
import { isJsonObject, type JsonSchema } from '../json.ts';
import { productByCode, type Product } from '../products/index.ts';
import { checkSchema } from '../schema/check.ts';
import { FindingsList } from '../schema/findings.ts';
import { PLAIN_FORMATS } from '../schema/formats.ts';
import { Work } from '../work.ts';
import { MAPPING_SCHEMA, mappingFaults } from './mapping.ts';
import { readReportSchema } from './report-schema.ts';
import { REQUEST_SCHEMA, requestFaults } from './request.ts';
import { propertiesOf, typeOf } from './schema-fields.ts';
import { TEST_VALUES_SCHEMA, testReport, testValueFaults } from './test-report.ts';

/* A product that an account describes, converted into the type of the built-in products. */

/** The members of a product besides its code. */
export const PRODUCT_MEMBERS = {
  name: { type: 'string', minLength: 1, maxLength: 100, description: 'As people and letters call the report.' },
  description: { type: 'string', maxLength: 500, description: 'Content of the report.' },
  schema: {
    type: 'object',
    additionalProperties: true,
    description:
      'JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`).',
  },
  request: REQUEST_SCHEMA,
  mapping: MAPPING_SCHEMA,
  test_values: TEST_VALUES_SCHEMA,
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const PRODUCT_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'schema', 'request'],
  properties: {
    code: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{2,59}$',
      description: 'As nodes name it in `billing_product_code`. It never changes.',
    },
    ...PRODUCT_MEMBERS,
  },
} as const satisfies JsonSchema;

export type OwnProduct = FromSchema<typeof PRODUCT_SCHEMA>;

/** `product` is undefined if there are faults. */
export interface ReadProduct {
  readonly product: Product | undefined;
  readonly faults: readonly ErrorDetail[];
}

/** Reads an account's description of a product. `kindAt`: the declared kind of a path of the account's payload. */
export function readProduct(json: unknown, kindAt: (path: string) => FieldKind | undefined): ReadProduct {
  const shape = new FindingsList();
  checkSchema(json, PRODUCT_SCHEMA, { root: PRODUCT_SCHEMA, formats: PLAIN_FORMATS, report: shape.report });
  if (shape.total > 0) return { product: undefined, faults: shape.details };
  // Checked against the schema above.
  const own = json as OwnProduct;
  const { schema, specs, faults: ofSchema } = readReportSchema(own.schema);
  const faults = [
    ...(productByCode(own.code) === undefined ? [] : [{ field: 'code', message: 'is that of a built-in product' }]),
    ...ofSchema.map(({ pointer, message }) => ({ field: `schema${pointer}`, message })),
    ...within('request', requestFaults(own.request, kindAt)),
    ...mappingOf(own, schema),
    ...(schema === undefined ? [] : within('test_values', testValueFaults(own.test_values ?? {}, schema))),
  ];
  if (schema === undefined || faults.length > 0) return { product: undefined, faults };
  return { product: productOf(own, schema, specs), faults };
}

/**
 * Reads a saved product, for each request that may pull it. Undefined if it can no longer be read, as if it did not
 * exist.
 */
export function productIn(own: OwnProduct): Product | undefined {
  const { schema, specs } = readReportSchema(own.schema, { isSaved: true });
  return schema === undefined ? undefined : productOf(own, schema, specs);
}

const within = (member: string, faults: readonly ErrorDetail[]): readonly ErrorDetail[] =>
  faults.map(({ field, message }) => ({ field: `${member}.${field}`, message }));

/** Only the kind `http` has a mapping. With the kind `cascade`, the response is the report itself. */
function mappingOf({ request, mapping }: OwnProduct, schema: JsonSchema | undefined): readonly ErrorDetail[] {
  if ((request.kind === 'http') !== (mapping !== undefined))
    return [{ field: 'mapping', message: 'belongs to a request of the kind http, which requires it' }];
  return mapping === undefined || schema === undefined
    ? []
    : within(
        'mapping',
        mappingFaults(
          mapping,
          schema,
          (request.steps ?? []).map(({ method }) => method),
        ),
      );
}

function productOf(
  { code, name, description = '', test_values: values = {} }: OwnProduct,
  schema: JsonSchema,
  specs: FieldSpecs,
): Product {
  return {
    code,
    name,
    description,
    schema: withPersons(schema),
    synthetic: (applicant, asOf) => testReport({ code, schema, values }, applicant, asOf, new Work()),
    called: [],
    words: [],
    hasLocalRules: false,
    declared: dictionaryOf(specs),
  };
}

/**
 * Adds what built-in schemas state: the person of each field, and for a list of plain values the list's notes on its
 * items.
 */
function withPersons(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema;
  const own: JsonSchema = { 'x-person': 'applicant', ...schema };
  if (properties !== undefined) {
    const members = Object.entries(propertiesOf(schema)).map(([name, member]) => [name, withPersons(member)]);
    return { ...own, properties: Object.fromEntries(members) };
  }
  if (!isJsonObject(items)) return own;
  const notes = Object.entries(own).filter(([keyword]) => OF_VALUES.includes(keyword));
  return {
    ...own,
    items: typeOf(items) === 'object' ? withPersons(items) : { ...items, ...Object.fromEntries(notes) },
  };
}
const OF_VALUES = ['x-person', 'x-kind', 'x-unit'];
