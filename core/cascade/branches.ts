import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { fieldNames, fieldSchema, listPathOf, type Product } from '../products/index.ts';
import { noSuchNode, quote } from './checks.ts';
import type { Report } from '../schema/findings.ts';
import { componentRef, type ValidationScope } from './contract.ts';
import { BRANCH_KEYS, CONTEXT_SOURCE } from './definition.ts';
import { checkLists, listHint } from './check-lists.ts';
import { checkValue, isBinary } from './check-value.ts';
import { ON_MISSING } from './on-missing.ts';
import { CONDITION_OPERATORS, UNARY_OPERATORS } from './operators/index.ts';

const LOGIC = { type: 'string', enum: ['and', 'or'], default: 'and' } as const;

/** A test of items with more conditions than this is too hard to follow. */
const MAX_ITEM_CONDITIONS = 8;

export const MAX_SENTENCE = 2000;

/** An author's sentence. The schema is used both for publishing and for checking. */
export const SENTENCE_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  id: {
    type: 'string',
    minLength: 1,
    maxLength: 64,
    description: 'Identifies the rule, even if its words change. Groups with the same `id` belong to one rule.',
  },
  text: {
    type: 'string',
    maxLength: MAX_SENTENCE,
    description: 'The rule in the words of its author. Shown to people of the account, never to an applicant.',
  },
};

/** The branches of an IfElse. The schemas are used both for publishing and for checking. */
export const BRANCH_COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  CascadeBranch: {
    type: 'object',
    description: 'Matches when its groups do. A branch or group without conditions matches nothing.',
    properties: {
      group_logic: { ...LOGIC, description: 'How the groups are combined.' },
      is_requirement: {
        type: 'boolean',
        description:
          'Of `pass`: the groups are one rule that says what is asked for, and `fail_steps` are for those who lack it. It ' +
          'decides nothing; rules are read by it where both ways of a choice end.',
      },
      condition_groups: {
        type: 'array',
        description: 'Groups of conditions.',
        items: {
          type: 'object',
          required: ['conditions'],
          properties: {
            ...SENTENCE_PROPERTIES,
            logic: { ...LOGIC, description: 'How the conditions of the group are combined.' },
            at_least: {
              type: 'integer',
              minimum: 1,
              description:
                'How many conditions of the group have to hold, in place of `logic`: at most as many as there are.',
            },
            on_missing: {
              type: 'string',
              enum: ON_MISSING,
              description:
                'What happens if the group depends on a value that is missing, where none on record does not count as ' +
                'missing. `goes_on`: it has no say, so the other groups decide. `review`: a person decides. `deny`: it ' +
                'counts as the choice would deny. Left out, a condition on such a value does not hold.',
            },
            conditions: {
              type: 'array',
              description: 'The comparisons of the group.',
              items: componentRef('CascadeCondition'),
            },
          },
        },
      },
    },
  },
  CascadeCondition: {
    type: 'object',
    required: ['source_node_id', 'field', 'operator'],
    description:
      'One comparison. Numbers compare as numbers (numeric strings too) and ISO dates as dates; a value that is missing ' +
      'makes every operator false except `is_empty`.',
    properties: {
      source_node_id: {
        type: 'string',
        minLength: 1,
        description:
          'Id of a product node, of the ApplicantSource, or `context` for variables such as `applicant.email`.',
      },
      field: {
        type: 'string',
        minLength: 1,
        description:
          "Dotted path in the product's output. An array's items are reached by index (`records.0.severity`) or all at " +
          'once (`records.severity`, to be used with `contains`). Behind an array `any` and `all` ask of which items the ' +
          'comparison holds (`tradelines.any.days_past_due`), and `count`, `sum`, `max` and `min` are figures of it ' +
          '(`tradelines.count`, `tradelines.sum.balance_usd`).',
      },
      where: {
        type: 'array',
        maxItems: MAX_ITEM_CONDITIONS,
        description:
          'Beside a field with `any`, `all`, `count`, `sum`, `max` or `min`: only the items of which all of these hold, ' +
          'such as the felonies of the records.',
        items: componentRef('CascadeItemCondition'),
      },
      operator: { type: 'string', enum: CONDITION_OPERATORS, description: 'How the field and the value are compared.' },
      value: {
        type: ['string', 'number', 'boolean', 'null'],
        description:
          'Required, and not null, except for `is_empty`, `is_not_empty`, `is_true` and `is_false`, and with `value_from`.',
      },
      value_from: {
        type: 'object',
        required: ['source_node_id', 'field'],
        description:
          'Another value to compare with, in place of `value`: `times` and `plus` make it 3 times the payment, or the ' +
          'limit less 500. If it is missing, the condition does not hold.',
        properties: {
          source_node_id: { type: 'string', minLength: 1, description: 'As of the condition.' },
          field: { type: 'string', minLength: 1, description: 'As of the condition.' },
          times: { type: 'number', description: 'The value is multiplied by it; not 0. Without it, by 1.' },
          plus: { type: 'number', description: 'Added to the product; below 0 it is subtracted.' },
        },
      },
    },
  },
  CascadeItemCondition: {
    type: 'object',
    required: ['field', 'operator'],
    description: 'One comparison of a member of the items of a list. If the member is missing, only `is_empty` holds.',
    properties: {
      field: { type: 'string', minLength: 1, description: 'The member, as a dotted path in the item: `severity`.' },
      operator: {
        type: 'string',
        enum: CONDITION_OPERATORS,
        description: 'How the member and the value are compared.',
      },
      value: { type: ['string', 'number', 'boolean', 'null'], description: 'As of a condition.' },
    },
  },
};

/**
 * Reports what the schema cannot check in `branches`: sources that do not exist or cannot have run, unknown fields,
 * values.
 */
export function checkBranches(node: JsonObject, at: string, scope: ValidationScope, report: Report): void {
  const { branches } = node;
  if (!isJsonObject(branches)) return;
  for (const key of BRANCH_KEYS) {
    const branch = branches[key];
    const groups = isJsonObject(branch) ? itemsOf(branch.condition_groups) : [];
    for (const [groupIndex, group] of groups.entries()) {
      const conditions = isJsonObject(group) ? itemsOf(group.conditions) : [];
      if (isJsonObject(group)) {
        checkAtLeast(group, `${at}.branches.${key}.condition_groups[${groupIndex}]`, conditions.length, report);
      }
      for (const [index, condition] of conditions.entries()) {
        const path = `${at}.branches.${key}.condition_groups[${groupIndex}].conditions[${index}]`;
        if (isJsonObject(condition)) checkCondition(condition, path, node.id, scope, report);
      }
    }
  }
}

function checkAtLeast({ at_least: needed, logic }: JsonObject, at: string, count: number, report: Report): void {
  if (needed === undefined) return;
  if (logic !== undefined) report(`${at}.at_least`, 'must not stand beside `logic`: leave one of the two out');
  if (typeof needed === 'number' && needed > count) {
    const there = count === 1 ? 'there is 1' : `there are ${count}`;
    report(`${at}.at_least`, `must be at most the number of conditions of the group, and ${there}`);
  }
}

function checkCondition(
  condition: JsonObject,
  at: string,
  nodeId: Json | undefined,
  scope: ValidationScope,
  report: Report,
): void {
  const { operator, value, value_from: other } = condition;
  checkSource(condition, at, nodeId, scope, report);
  if (isJsonObject(other)) checkSource(other, `${at}.value_from`, nodeId, scope, report);
  if (isJsonObject(other) && other.times === 0) {
    report(`${at}.value_from.times`, 'must not be 0: it would leave nothing of the other value; use `value`');
  }
  checkLists(condition, at, scope, report);
  if (UNARY_OPERATORS.some((name) => name === operator) && other !== undefined) {
    report(`${at}.value_from`, `must be left out: the operator ${String(operator)} takes none`);
  }
  if (!isBinary(operator)) return;
  if (other !== undefined) {
    if (value !== undefined && value !== null) {
      report(`${at}.value_from`, 'must not stand beside `value`: leave one of the two out');
    }
    return;
  }
  checkValue(condition, at, ' (or `value_from`)', report);
}

/** Reports a source that has no value to read when the node runs. */
function checkSource(
  { source_node_id: id, field }: JsonObject,
  at: string,
  nodeId: Json | undefined,
  scope: ValidationScope,
  report: Report,
): void {
  if (typeof id === 'string' && id.trim() !== '') {
    const source = scope.sourceOf(id);
    if (source === undefined && (scope.ids.has(id) || id !== CONTEXT_SOURCE)) {
      report(`${at}.source_node_id`, () =>
        scope.ids.has(id) ? `${quote(id)} gives no report: must be ${sourcesNamed(scope)}` : noSuchNode(id, scope),
      );
    }
    if (source?.kind === 'report' && typeof nodeId === 'string' && !scope.reaches(id, nodeId)) {
      report(
        `${at}.source_node_id`,
        `no edge or jump leads from ${quote(id)} to this node, so it cannot have run before`,
      );
    }
    if (source?.kind === 'report' && typeof field === 'string' && field.trim() !== '') {
      checkField(source.product, field, `${at}.field`, report);
    }
  }
}

/** Reports unknown fields of a product's output. Fields of the applicant and the property are the caller's own. */
function checkField(product: Product | undefined, path: string, at: string, report: Report): void {
  if (product === undefined || fieldSchema(product, path) !== undefined) return;
  report(at, () => {
    const list = listPathOf(product, path);
    if (list !== undefined) return listHint(product, list);
    return `the product ${product.code} has no field ${quote(path)}${fieldHint(product, path)}`;
  });
}

/** The valid sources, for a message. */
function sourcesNamed(scope: ValidationScope): string {
  const reports = [...scope.ids].filter((id) => scope.sourceOf(id)?.kind === 'report');
  const others = 'the id of the ApplicantSource, or `context`';
  return reports.length === 0 ? others : `the id of a product node (${reports.map(quote).join(', ')}), ${others}`;
}

/** The nearest field, if one is close, and all top-level fields. */
export function fieldHint(product: Product, path: string): string {
  const names = fieldNames(product);
  const fields = names.filter((name) => !name.includes('.')).join(', ');
  return `${didYouMean(path, names) || '.'} Fields: ${fields}`;
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
