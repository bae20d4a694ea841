import { OVERRIDE, SAVED_EXAMPLES } from '../examples/schemas.ts';
import { componentRef } from '../../../core/cascade/contract.ts';
import { DURATION_UNITS } from '../../../core/cascade/duration.ts';
import { REMINDERS_SCHEMA } from '../../../core/cascade/reminders.ts';
import { asJsonObject, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import { ROW_DECISIONS, STEP_KINDS, type RowsInput } from '../../../core/rows/row.ts';
import { MOST_ROWS } from '../../../core/readback/table.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../../../core/work.ts';
import type { Schema } from '../http/route.ts';
import {
  count,
  flag,
  id,
  idOrNull,
  list,
  named,
  nullable,
  object,
  oneOf,
  record,
  text,
  textOrNull,
} from '../http/schemas.ts';
import { acceptedDefinition } from '../workflows/definition.ts';
import { EFFECTS } from '../workflows/reading-schemas.ts';
import { DEFINITION, DEFINITION_EXAMPLE, WARNINGS } from '../workflows/schemas.ts';

/* The rules of a cascade as rows. An addition of ours; semantics 2.12. */

const DURATION = object('A duration.', {
  duration: { type: 'number', minimum: 0, description: 'In the unit.' },
  unit: text(`\`business_days\`, or one of ${DURATION_UNITS.map((unit) => `\`${unit}\``).join(', ')}.`),
});

const STEP = named('RuleStep', {
  type: 'object',
  description:
    'A step beside the decision. One with `node_id` is a node of the cascade, and nothing else of it is read when rules are ' +
    'saved. One without becomes a node: `kind` is `wait` with `duration` and `unit`, `mail` to the applicant, or `notify` ' +
    'with the address `to`.',
  properties: {
    node_id: text('The node.'),
    kind: oneOf('The kind of step.', STEP_KINDS),
    duration: { type: 'number', minimum: 0, description: 'How long a wait is, in the unit.' },
    unit: oneOf('Unit of a wait.', DURATION_UNITS),
    to: text('Address of a mail or a notification.'),
    text: text('The step in words.'),
  },
});

const TERMS = nullable(
  object('How a letter carries the decision out. Null if there is no letter.', {
    is_automatic: flag('Sent without a person who looks at it first.'),
    is_employment: flag('Two letters, with a waiting period between them.'),
    waiting_period: nullable({ ...DURATION, description: 'Between the two letters, if it is not that of the place.' }),
    statement: textOrNull('The terms that are offered.'),
  }),
);

const THEN = named(
  'RuleThen',
  object('The outcome of an applicant.', {
    decision: oneOf(
      'The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and ' +
        '`offer` are read only: no rule is changed to them.',
      ROW_DECISIONS,
    ),
    before: list('Steps before the decision, in order.', STEP),
    after: list('Steps after the decision, in order.', STEP),
    terms: TERMS,
  }),
);

const REASON = textOrNull(
  'One sentence that the letter adds to the reasons. A rule with another one gets its own letter.',
);

const END = named('RuleEnd', object('The outcome of a decision by a person.', { then: THEN, reason: REASON }));

const REVIEW = named(
  'RuleReview',
  nullable(
    object('How a person is asked. Null if the decision is not `review`.', {
      due_in: nullable({ ...DURATION, description: 'From when the review comes up until it is overdue.' }),
      on_overdue: oneOf('`notify` emits an event.', ['none', 'notify']),
      approvals: { type: 'integer', minimum: 1, maximum: 5, description: 'How many different people have to approve.' },
      queue: textOrNull('Queue to which it comes.'),
      reminders: REMINDERS_SCHEMA,
      approved: END,
      denied: END,
    }),
  ),
);

/** The comparisons are checked with the definition that contains them. */
const CONDITION: JsonSchema = { type: 'object', description: 'A comparison.', additionalProperties: true };

const groups = (condition: JsonSchema): JsonSchema => ({
  type: 'array',
  maxItems: 100,
  description: 'Groups of conditions.',
  items: {
    type: 'object',
    description: 'A group of conditions: they are joined by `logic`, or so many of them have to hold.',
    properties: {
      logic: oneOf('How the conditions are joined.', ['and', 'or']),
      at_least: { type: 'integer', minimum: 1, description: 'How many have to hold, in place of `logic`.' },
      conditions: { type: 'array', maxItems: 100, description: 'The comparisons.', items: condition },
    },
    required: ['conditions'],
  },
});

const LOGIC = oneOf('How the groups are joined.', ['and', 'or']);

const WHEN = named(
  'RuleWhen',
  object('Whom the rule is about; of a requirement, what is asked for.', {
    group_logic: LOGIC,
    condition_groups: groups(componentRef('CascadeCondition')),
    read_as: text('The rule as its conditions are read.'),
  }),
);

const ON_MISSING = {
  type: ['string', 'null'],
  enum: ['goes_on', 'review', 'deny', null],
  description:
    'What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is ' +
    'asked, or the applicant is denied. Null: the comparison with the value does not hold.',
} as const satisfies JsonSchema;

const NODE_IDS = list('The nodes that carry it out.', text('Id of a node.'));

const RULE = named(
  'Rule',
  object('A rule. The first one that holds decides.', {
    id: text('Stays as long as the rule does, whatever is changed of it.'),
    text: text('The sentence of its author, or the reading of its conditions.'),
    when: WHEN,
    is_requirement: flag('The conditions say what is asked for: `then` becomes of those who lack it.'),
    then: THEN,
    reason: REASON,
    review: REVIEW,
    on_missing: ON_MISSING,
    block: textOrNull(
      'Rules of one block stand together: no order is said between them, and each that holds is a reason.',
    ),
    node_ids: NODE_IDS,
  }),
);

const EVERYONE_ELSE = named(
  'RuleOfEveryoneElse',
  nullable(
    object('The outcome of everybody whom no rule decides. Null if it is no list of rules.', {
      text: text('The sentence of its author, or the reading.'),
      read_as: text('The reading.'),
      then: THEN,
      reason: REASON,
      review: REVIEW,
      node_ids: NODE_IDS,
    }),
  ),
);

const NO_RULES: JsonSchema = nullable(
  object('The reason why the cascade is not rules from there on. The part before is rules all the same.', {
    node_id: text('Where that is; empty if it is no one node.'),
    text: text('Why.'),
  }),
);

const PARTS = {
  rules: list('In the order in which they are tried.', RULE),
  everyone_else: EVERYONE_ELSE,
  no_rules: NO_RULES,
};

export const RULES = named(
  'WorkflowRules',
  record('The rules of a cascade, one row a rule.', 'workflow_rules', {
    workflow_id: id('The cascade.'),
    version: count('The version that has them.'),
    activation_request: idOrNull('The activation request that proposes them, if it was asked for.'),
    ...PARTS,
  }),
);

const LIST = rowListOf(acceptedDefinition(DEFINITION_EXAMPLE), new Work(MAX_WORK_OF_CALCULATION));

export const RULES_EXAMPLE: JsonObject = {
  object: 'workflow_rules',
  workflow_id: 12,
  version: 1,
  activation_request: null,
  ...asJsonObject(LIST),
};

const COMPARED = {
  number: { type: ['integer', 'null'], minimum: 1, description: 'Its place; null of what becomes of everyone else.' },
  id: textOrNull('As in `GET /workflows/{id}/rules`.'),
  text: text('Its sentence, or the reading of its conditions.'),
  is_requirement: flag('It says what is asked for.'),
  decision: oneOf('Its decision.', ROW_DECISIONS),
} satisfies Record<string, JsonSchema>;

const comparedConditions = (description: string): JsonSchema =>
  list(description, {
    ...object('A condition.', {
      text: text('In words.'),
      found: textOrNull('The value that was found, in words. Null if there is none that can be said.'),
    }),
    additionalProperties: true,
  });

export const DECIDING_RULES = list(
  'The rules that decided, or that ask a person: more than one where rules stand together. Empty where what was taken is no ' +
    'list of rules.',
  named(
    'DecidingRule',
    object('A rule, as the version that ran has it.', {
      ...COMPARED,
      conditions: comparedConditions(
        'By which it decided, with the value that was found: what held, or what a requirement asks for and was not met.',
      ),
      nearest: nullable(
        object(
          'For everyone else, the rule that came nearest to approving: the one with the fewest unmet conditions. Null if there is none.',
          {
            ...COMPARED,
            conditions: comparedConditions('The unmet conditions, with the values that were found.'),
          },
        ),
      ),
    }),
  ),
);

/** Members that are left out stay as they are; in a new rule they are those of its neighbours. */
const optional = (schema: JsonSchema): JsonSchema => ({ ...schema, required: [] });

const ROW_END = optional(END);
const ROW_REVIEW: JsonSchema = {
  ...optional(REVIEW),
  properties: { ...(REVIEW.properties as object), approved: ROW_END, denied: ROW_END },
};
const ROW_THEN: JsonSchema = { ...THEN, required: ['decision'] };

const rowSchema = (condition: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: {
    id: {
      type: 'string',
      pattern: '^[A-Za-z0-9_.:-]{1,64}$',
      description: 'The rule that is changed. A rule without one is new.',
    },
    text: {
      type: ['string', 'null'],
      maxLength: 2000,
      description: 'The sentence. Null: the reading of the conditions.',
    },
    when: {
      description:
        'The conditions, or a sentence of a policy ("the credit score is below 600"). A new rule whose sentence says what it ' +
        'decides ("Deny if …") needs no `then`.',
      anyOf: [
        { type: 'string', minLength: 1, maxLength: 2000, description: 'A sentence.' },
        {
          type: 'object',
          description: 'The conditions.',
          properties: { group_logic: LOGIC, condition_groups: groups(condition), read_as: text('Not read.') },
          required: ['condition_groups'],
        },
      ],
    },
    is_requirement: flag('As of a rule.'),
    then: ROW_THEN,
    reason: REASON,
    review: ROW_REVIEW,
    on_missing: ON_MISSING,
    block: { type: ['string', 'null'], maxLength: 64, description: 'As of a rule.' },
    node_ids: NODE_IDS,
  },
});

const restSchema: JsonSchema = nullable({
  type: 'object',
  description: 'The outcome of everybody else. If left out, it stays as it is.',
  additionalProperties: false,
  properties: {
    text: { type: ['string', 'null'], maxLength: 2000, description: 'The sentence.' },
    read_as: text('Not read.'),
    then: ROW_THEN,
    reason: REASON,
    review: ROW_REVIEW,
    node_ids: NODE_IDS,
  },
});

const rowsSchema = (condition: JsonSchema): JsonSchema => ({
  type: 'array',
  maxItems: MOST_ROWS,
  description: `All rules, in the order in which they are tried: at most ${MOST_ROWS}. One that is left out is removed.`,
  items: rowSchema(condition),
});

const NOTE: JsonSchema = { type: ['string', 'null'], maxLength: 2000, description: 'Kept with what is saved.' };

const body = (condition: JsonSchema, more: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: { rules: rowsSchema(condition), everyone_else: restSchema, ...more },
  required: ['rules'],
});

const ACTIVATE: Readonly<Record<string, JsonSchema>> = {
  activate: {
    type: 'boolean',
    default: false,
    description: 'True: they are live at once, which needs the scope `workflows:activate`.',
  },
  note: NOTE,
  examples_override: OVERRIDE,
};

/** The body that its schema accepts. */
export const RULES_BODY: Schema<
  RowsInput & { readonly activate?: boolean; readonly note?: string | null; readonly examples_override?: string }
> = body(CONDITION, ACTIVATE);
export const RULES_BODY_PUBLISHED = named('WorkflowRulesBody', body(componentRef('CascadeCondition'), ACTIVATE));
export const PREVIEW_BODY: Schema<RowsInput> = body(CONDITION, {});
export const PREVIEW_BODY_PUBLISHED = named('WorkflowRulesPreviewBody', body(componentRef('CascadeCondition'), {}));

export const RULES_BODY_EXAMPLE: JsonObject = asJsonObject({
  rules: LIST.rules,
  everyone_else: LIST.everyone_else,
  note: 'The bands of April.',
});

export const RULES_CHANGE = named(
  'WorkflowRulesChange',
  record(
    'The rules as they would be, or are, and whom they treat differently.',
    'workflow_rules_change',
    {
      workflow_id: id('The cascade.'),
      version: count('The current version.'),
      saved: oneOf(
        '`nothing` changed or was to be saved; a new `version`; or a `proposal`, which another request activates.',
        ['nothing', 'version', 'proposal'],
      ),
      activation_request: idOrNull('The activation request of a proposal.'),
      is_changed: flag('The rules differ from the current version.'),
      definition: { ...DEFINITION, description: 'The definition with these rules.' },
      ...PARTS,
      ...EFFECTS,
      warnings: WARNINGS,
      removed: list('Sentences of the reading that only the current version has.', text('One sentence.')),
      added: list('Sentences that are new.', text('One sentence.')),
      examples: SAVED_EXAMPLES,
    },
    ['examples'],
  ),
);

export const RULES_CHANGE_EXAMPLE: JsonObject = {
  object: 'workflow_rules_change',
  workflow_id: 12,
  version: 1,
  saved: 'nothing',
  activation_request: null,
  is_changed: false,
  definition: DEFINITION_EXAMPLE,
  ...asJsonObject(LIST),
  effects: [],
  more_effects: 0,
  untried: 0,
  warnings: [],
  removed: [],
  added: [],
};
