import type { JsonObject } from '../../../core/json.ts';
import { extended, flag, free, list, named, record, text, textOrNull } from '../http/schemas.ts';
import { TEST_CASE } from '../workflows/schemas.ts';

export const PRODUCT = named(
  'Product',
  record('A report that a cascade can pull.', 'product', {
    code: text('Code, as in `billing_product_code` of a node.'),
    name: text('Name.'),
    description: text('What it reports.'),
    live: flag('Whether a vendor is configured, so that it can be pulled in live mode. Test mode needs none.'),
  }),
);

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
    nullable: flag('Whether it may have no value.'),
    description: text('What it is.'),
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
  }),
);

export const PRODUCT_EXAMPLE: JsonObject = {
  object: 'product',
  code: 'credit_report',
  name: 'Credit report',
  description: 'Score, accounts, collections, public records and bankruptcies from a consumer credit bureau.',
  live: false,
};
