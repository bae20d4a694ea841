import type { JsonObject } from '../../../core/json.ts';
import type { OwnProduct } from '../../../core/sources/product.ts';
import {
  extended,
  flag,
  free,
  id,
  idOrNull,
  list,
  named,
  nullable,
  record,
  text,
  textOrNull,
  time,
} from '../http/schemas.ts';
import { TEST_CASE } from '../workflows/schemas.ts';

/** Limits the cascades that are named for one product. */
export const MOST_WORKFLOWS = 20;

const PULLING_WORKFLOW = named('PullingWorkflow', {
  type: 'object',
  description: 'A cascade whose current version pulls the product.',
  properties: { id: id('The cascade.'), name: text('Its name.'), active: flag('True if it is active.') },
  required: ['id', 'name', 'active'],
});

export const PRODUCT = named(
  'Product',
  record('A report that a cascade can pull.', 'product', {
    code: text('Code, as in `billing_product_code` of a node.'),
    name: text('Name.'),
    description: text('The content of its reports.'),
    live: flag('True if a vendor is configured, so that it can be pulled in live mode. Test mode needs none.'),
    version: idOrNull('Version of a product that the account describes itself; null for a built-in one.'),
    withdrawn: flag('True if it was withdrawn: no cascade that is saved from now on can pull it.'),
    workflows: {
      ...list(
        `Cascades whose current version pulls it, the active ones first, at most ${MOST_WORKFLOWS}. Null in a list that did not ask for them.`,
        PULLING_WORKFLOW,
      ),
      type: ['array', 'null'],
    },
  }),
);

/** The pins of a version of a cascade. */
export const PINS = {
  type: 'object',
  description: 'The version of each product of your own that it pulls, by code.',
  additionalProperties: id('A version.'),
};

const REASON = named('ProductReason', {
  type: 'object',
  description: 'A reason of the catalogue, as an adverse-action notice gives it.',
  properties: {
    code: text('Code, which a review decision may name.'),
    text: text('The words of the notice.'),
  },
  required: ['code', 'text'],
});

const FIELD = named('ProductField', {
  type: 'object',
  description: 'A field that conditions and `{{…}}` can read.',
  properties: {
    path: text('Dotted path in the report, as in `field` of a condition; `records.severity` is that of all records.'),
    type: text('Type of its values: `number`, `integer`, `boolean`, `string`, `date`, `array` or `object`.'),
    nullable: flag('True if it may have no value.'),
    description: text('Meaning of the field.'),
    unit: textOrNull('Unit of a number.'),
    minimum: { type: ['number', 'null'], description: 'Least value, if there is one.' },
    maximum: { type: ['number', 'null'], description: 'Greatest value, if there is one.' },
    allowed_values: {
      type: ['array', 'null'],
      items: { description: 'One value.' },
      description: 'The values that it can have; null if they are not fixed.',
    },
    reason: { anyOf: [REASON, { type: 'null' }], description: 'Reason if its value decided.' },
    missing_reason: { anyOf: [REASON, { type: 'null' }], description: 'Reason if it decided because it had no value.' },
  },
  required: [
    'path',
    'type',
    'nullable',
    'description',
    'unit',
    'minimum',
    'maximum',
    'allowed_values',
    'reason',
    'missing_reason',
  ],
});

export const PRODUCT_DETAIL = named(
  'ProductDetail',
  extended(PRODUCT, 'A report with all that a cascade can read of it.', {
    output_schema: free('JSON Schema 2020-12 of the report.'),
    fields: list('Its fields, those in lists and objects included.', FIELD),
    reasons: list('The reason catalogue: every reason of the product once.', REASON),
    test_cases: list('Its sandbox subjects, to trigger in test mode with.', TEST_CASE),
    described_as: nullable(free('As the account described it, in the members of `PATCH`; null for a built-in one.')),
  }),
);

export const PRODUCT_VERSION = named(
  'ProductVersion',
  record('A version of a product that the account describes itself.', 'product_version', {
    code: text('Code of the product.'),
    version: id('From 1, without a gap.'),
    withdrawn: flag('True if the product was withdrawn with it.'),
    created_by_user_id: idOrNull('User who saved it; null: an operator.'),
    created_at: time('When it was saved.'),
  }),
);

export const PRODUCT_VERSION_EXAMPLE: JsonObject = {
  object: 'product_version',
  code: 'fraud_score',
  version: 2,
  withdrawn: false,
  created_by_user_id: 7,
  created_at: '2026-03-02T15:04:05.000Z',
};

export const OWN_EXAMPLE: OwnProduct = {
  code: 'fraud_score',
  name: 'Fraud score',
  schema: {
    type: 'object',
    properties: {
      risk: {
        type: 'integer',
        title: 'Risk of fraud',
        minimum: 0,
        maximum: 100,
        'x-kind': 'fact',
        'x-reason-above': 'Risk of fraud',
      },
    },
    required: ['risk'],
  },
  request: {
    kind: 'http',
    steps: [{ method: 'POST', path: '/scores', body: { name: '{{applicant.last_name}}' } }],
  },
  mapping: { fields: { risk: { path: 'data.risk' } } },
};

export const PRODUCT_EXAMPLE: JsonObject = {
  object: 'product',
  code: 'credit_report',
  name: 'Credit report',
  description: 'Score, accounts, collections, public records and bankruptcies from a consumer credit bureau.',
  live: false,
  version: null,
  withdrawn: false,
  workflows: null,
};

export const PRODUCT_DETAIL_EXAMPLE: JsonObject = {
  ...PRODUCT_EXAMPLE,
  ...{ output_schema: { type: 'object' }, fields: [], reasons: [], test_cases: [], described_as: null },
};
