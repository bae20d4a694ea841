import { EXAMPLES_GATES } from '../../../core/examples/example.ts';
import { MOST_CLAIMS_MONTHS } from '../../../core/erasures/duties.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { count, flag, id, line, list, named, object, oneOf, record, text, textOrNull } from '../http/schemas.ts';

/** A text of several lines; each is printed like a `line`. */
const LINES = '^[^\\x00-\\x09\\x0b-\\x1f\\x7f]*[^\\x00-\\x20\\x7f][^\\x00-\\x09\\x0b-\\x1f\\x7f]*$';
const lines = <Text extends string>(description: Text) =>
  ({ type: 'string', description, minLength: 1, maxLength: 500, pattern: LINES }) as const;

const ADDRESS = 'Postal address; its lines are separated by line breaks.';
const AGENCY_FLAGS = {
  toll_free: { type: 'boolean', default: false, description: 'True if the telephone number is toll-free.' },
  nationwide: {
    type: 'boolean',
    default: false,
    description: 'True if the agency is nationwide; its number must then be toll-free (15 USC 1681m(a)(3)(A)).',
  },
  consumer_report: {
    type: 'boolean',
    default: true,
    description: 'False: a third party that is not a consumer reporting agency (15 USC 1681m(b)).',
  },
} as const;

export const AGENCY_BODY = bodySchema({
  type: 'object',
  properties: {
    name: line('Name of the agency.', 200),
    address: lines(ADDRESS),
    phone: line('Telephone number.', 50),
    ...AGENCY_FLAGS,
    note: {
      type: ['string', 'null'],
      maxLength: 2_000,
      description:
        'Why the reports of a product of your own are no consumer reports; required there with `consumer_report` false. It is ' +
        'kept in the audit log.',
    },
  },
  required: ['name', 'address', 'phone'],
});

export const AGENCY = named(
  'Agency',
  record('Who is behind the reports of a product: live letters name it.', 'agency', {
    product_code: text('Code of the product.'),
    name: text('Name.'),
    address: text(ADDRESS),
    phone: text('Telephone number.'),
    toll_free: flag(AGENCY_FLAGS.toll_free.description),
    nationwide: flag('True if the agency is nationwide.'),
    consumer_report: flag(AGENCY_FLAGS.consumer_report.description),
  }),
);

export const AGENCY_BODY_EXAMPLE: JsonObject = {
  name: 'Civic Records Inc.',
  address: '20 Court Street\nAlbany, NY 12207',
  phone: '800 555 0100',
  toll_free: true,
};
export const AGENCY_EXAMPLE: JsonObject = {
  ...{ object: 'agency', product_code: 'eviction_history' },
  ...AGENCY_BODY_EXAMPLE,
  ...{ nationwide: false, consumer_report: true },
};

const GATE =
  'What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all ' +
  'hold, or with `examples_override`. `off`: saves ask none.';

const CLAIMS_MONTHS = {
  description:
    'How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law ' +
    'would let it go. 0: not at all.',
} as const;

export const COMPANY_BODY = bodySchema({
  type: 'object',
  minProperties: 1,
  properties: {
    legal_name: line('Legal name.', 200),
    address: lines(ADDRESS),
    phone: line('Telephone number.', 50),
    longest_token_days: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      description: 'How long tokens live that administrators make, at most. Those that there are live on.',
    },
    examples_gate: {
      type: 'string',
      enum: EXAMPLES_GATES,
      description: `${GATE} With four eyes an operator takes back what was asked for.`,
    },
    claims_months: { ...CLAIMS_MONTHS, type: 'integer', minimum: 0, maximum: MOST_CLAIMS_MONTHS },
    ecoa_agency: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Key of the federal agency that supervises the creditor, of `ecoa_agencies`.',
    },
  },
});

const ECOA_AGENCY: JsonSchema = object('A federal agency of 12 CFR 1002, Appendix A.', {
  key: text('The value for `ecoa_agency`.'),
  name: text('Name.'),
  creditors: text('Which creditors it supervises.'),
});

export const COMPANY = named(
  'Company',
  record('The sender of live letters. Members that are not set yet are empty.', 'company', {
    id: id('The account.'),
    legal_name: text('Legal name.'),
    address: text(ADDRESS),
    phone: text('Telephone number.'),
    ecoa_agency: textOrNull('Key of the federal agency that letters about credit name. Null: not set.'),
    longest_token_days: count('How long tokens live that administrators make, at most.'),
    examples_gate: oneOf(GATE, EXAMPLES_GATES),
    claims_months: count(CLAIMS_MONTHS.description),
    ecoa_agencies: list('The agencies to choose from.', ECOA_AGENCY),
  }),
);

export const COMPANY_EXAMPLE: JsonObject = {
  object: 'company',
  id: 1,
  legal_name: 'Harbor Homes LLC',
  address: '12 Quay Street\nPortland, ME 04101',
  phone: '207 555 0100',
  ecoa_agency: null,
  longest_token_days: 365,
  examples_gate: 'shown',
  claims_months: 0,
  ecoa_agencies: [
    {
      key: 'federal_trade_commission',
      name: 'Federal Trade Commission, Consumer Response Center',
      creditors: 'Retailers, finance companies and all other creditors not listed above',
    },
  ],
};
