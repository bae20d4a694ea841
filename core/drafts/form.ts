import { CONDITION_OPERATORS, oppositeOf, type ConditionOperator } from '../cascade/operators/index.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { STANDARD } from '../fields/standard.ts';
import type { JsonSchema } from '../json.ts';
import { fieldSubject, isInList } from '../policies/field-nouns.ts';
import { fieldNames, fieldSchema, itemSchema, memberSchema, PRODUCT_CODES, PRODUCTS } from '../products/index.ts';
import type { Decision, PolicyAction } from '../rules/model.ts';

/**
 * The form in which a model describes a policy: rules, and text that it could not turn into rules. It contains no
 * graph: our own emitter builds that. An answer that satisfies the schema may still name a field that does not exist.
 */
export interface DraftAnswer {
  readonly name?: string;
  readonly rules: readonly WrittenRule[];
  readonly not_expressed: readonly { readonly quote: string; readonly why: string }[];
  readonly ambiguous: readonly { readonly quote: string; readonly readings: readonly string[] }[];
  /** Words that decide nothing. */
  readonly remarks?: readonly string[];
}

export interface WrittenRule {
  readonly quote: string;
  /** Further spans that the rule is based on: a heading, a definition, the sentence that it refers to. */
  readonly also?: readonly string[];
  readonly decision: Decision;
  /** Null: everybody whom no earlier rule decides. */
  readonly when: WrittenCondition | null;
  readonly reason?: string;
  readonly before?: readonly WrittenAction[];
  readonly after?: readonly WrittenAction[];
}

/** A comparison with a member of a list item. */
export interface WrittenItem {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean;
}

/** Exactly one of `all`, `any`, `not`, `at_least` with `of`, and `field` with `operator`. */
export interface WrittenCondition {
  readonly all?: readonly WrittenCondition[];
  readonly any?: readonly WrittenCondition[];
  readonly not?: WrittenCondition;
  readonly at_least?: number;
  readonly of?: readonly WrittenCondition[];
  readonly field?: string;
  /** For a figure of a list: the items that count. */
  readonly where?: readonly WrittenItem[];
  readonly operator?: ConditionOperator;
  readonly value?: string | number | boolean;
  readonly value_from?: { readonly field: string; readonly times?: number };
}

interface WrittenAction {
  readonly wait?: Pick<Extract<PolicyAction, { kind: 'wait' }>, 'duration' | 'unit'>;
  readonly mail?: 'applicant';
  readonly notify?: string;
}

export const STATE_FIELD = 'applicant.address.state';

/** The payload fields that a policy may compare, by path. */
export type SentFields = Readonly<Record<string, JsonSchema>>;

const STATE: JsonSchema = {
  type: 'string',
  description: 'The two letters of the state in which the applicant lives; only equals and not_equals.',
};

/** Only fields declared as facts or scores: a policy never compares a person's identifier or birth. */
export function sentFields(dictionary: Dictionary = STANDARD): SentFields {
  const declared = [...dictionary.specs].flatMap(([path, spec]): (readonly [string, JsonSchema])[] => {
    const named = isInList(dictionary.specs, path) ? null : fieldSubject(path, spec);
    const isTold = spec.kind === 'fact' || spec.kind === 'score';
    if (named === null || !isTold) return [];
    const { field, schema } = named;
    return [[field, { ...schema, type: [String(schema.type), 'null'], description: spec.label ?? path }]];
  });
  return { [STATE_FIELD]: STATE, ...Object.fromEntries(declared) };
}

/** A list of a report, and what can be compared of its items. */
export interface DraftList {
  /** Name with the product: `criminal_background.records`. */
  readonly name: string;
  readonly members: readonly (readonly [name: string, schema: JsonSchema])[];
  /** `….count`, and `….sum.` with a member that can be added up. */
  readonly figures: readonly string[];
}

export const DRAFT_LISTS: readonly DraftList[] = PRODUCT_CODES.flatMap((code) =>
  fieldNames(PRODUCTS[code]).flatMap((list) => {
    const items = itemSchema(PRODUCTS[code], list);
    const { properties } = items ?? {};
    if (items === undefined || typeof properties !== 'object') return [];
    const members = Object.keys(properties ?? {}).map((name) => [name, memberSchema(items, name) ?? {}] as const);
    const sums = members.filter(([name]) => fieldSchema(PRODUCTS[code], `${list}.sum.${name}`)?.['x-unit'] === 'USD');
    const name = `${code}.${list}`;
    return [{ name, members, figures: [`${name}.count`, ...sums.map(([member]) => `${name}.sum.${member}`)] }];
  }),
);

/** Fields of reports with their product, and figures of their lists. */
export const REPORT_FIELDS: readonly string[] = [
  ...PRODUCT_CODES.flatMap((code) =>
    fieldNames(PRODUCTS[code]).flatMap((field) => (isPlain(code, field) ? [`${code}.${field}`] : [])),
  ),
  ...DRAFT_LISTS.flatMap(({ figures }) => figures),
];

/** Every field that a condition may name. */
export const draftFields = (sent: SentFields): readonly string[] => [...REPORT_FIELDS, ...Object.keys(sent)];

function isPlain(code: (typeof PRODUCT_CODES)[number], field: string): boolean {
  const names = field.split('.');
  return names.every((_, index) => {
    const types = [fieldSchema(PRODUCTS[code], names.slice(0, index + 1).join('.'))?.type].flat();
    const isLast = index === names.length - 1;
    return !types.includes('array') && !(isLast && types.includes('object'));
  });
}

/** Only operators with an opposite, because the negation of a condition must be expressible. */
const DRAFT_OPERATORS = CONDITION_OPERATORS.filter((name) => oppositeOf(name) !== undefined);

const COMPARED = {
  operator: { type: 'string', enum: [...DRAFT_OPERATORS] },
  value: { type: ['string', 'number', 'boolean'] },
};

const MOST_RULES = 60;
const MOST_PARTS = 40;
const MOST_TESTS = 10;
const quote = {
  type: 'string',
  minLength: 1,
  maxLength: 5_000,
  description: 'A span of the policy, letter for letter.',
};

/**
 * `field`: schema of a field's name. It is an enumeration for the model, and any text where our own messages name
 * faults more precisely.
 */
export function draftSchema(field: JsonSchema): JsonSchema {
  const condition = { $ref: '#/$defs/condition' };
  const conditions = { type: 'array', items: condition, minItems: 1, maxItems: MOST_PARTS };
  const actions = { type: 'array', items: { $ref: '#/$defs/action' }, maxItems: 10 };
  return {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'A short name of the policy.' },
      rules: {
        type: 'array',
        maxItems: MOST_RULES,
        items: {
          type: 'object',
          properties: {
            quote,
            also: { type: 'array', maxItems: 10, items: quote },
            decision: { type: 'string', enum: ['approve', 'deny', 'review', 'conditional'] },
            when: { anyOf: [condition, { type: 'null' }] },
            reason: { type: 'string', minLength: 1, maxLength: 400 },
            before: actions,
            after: actions,
          },
          required: ['quote', 'decision', 'when'],
          additionalProperties: false,
        },
      },
      not_expressed: {
        type: 'array',
        maxItems: MOST_RULES,
        items: {
          type: 'object',
          properties: { quote, why: { type: 'string', minLength: 1 } },
          required: ['quote', 'why'],
          additionalProperties: false,
        },
      },
      ambiguous: {
        type: 'array',
        maxItems: MOST_RULES,
        items: {
          type: 'object',
          properties: {
            quote,
            readings: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 2, maxItems: 6 },
          },
          required: ['quote', 'readings'],
          additionalProperties: false,
        },
      },
      remarks: { type: 'array', maxItems: MOST_RULES, items: quote },
    },
    required: ['rules', 'not_expressed', 'ambiguous'],
    additionalProperties: false,
    $defs: {
      condition: {
        type: 'object',
        properties: {
          all: conditions,
          any: conditions,
          not: condition,
          at_least: { type: 'integer', minimum: 1 },
          of: conditions,
          field,
          where: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1, maxItems: MOST_TESTS },
          ...COMPARED,
          value_from: {
            type: 'object',
            properties: { field, times: { type: 'number', exclusiveMinimum: 0 } },
            required: ['field'],
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
      item: {
        type: 'object',
        properties: { field: { type: 'string', description: 'A member of the items.' }, ...COMPARED },
        required: ['field', 'operator'],
        additionalProperties: false,
      },
      action: {
        type: 'object',
        properties: {
          wait: {
            type: 'object',
            properties: {
              duration: { type: 'integer', minimum: 1 },
              unit: { type: 'string', enum: ['seconds', 'minutes', 'hours', 'days', 'weeks'] },
            },
            required: ['duration', 'unit'],
            additionalProperties: false,
          },
          mail: { type: 'string', enum: ['applicant'] },
          notify: { type: 'string', pattern: '^[^@\\s{}]+@[^@\\s{}]+$', maxLength: 254 },
        },
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
      },
    },
  };
}
