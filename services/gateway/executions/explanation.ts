import { DECIDING_RULES } from '../rules/schemas.ts';
import { ON_MISSING } from '../../../core/cascade/on-missing.ts';
import { CHANGED_OUTCOMES } from '../../../core/explanation/changes.ts';
import { COMPARABLE_KINDS } from '../../../core/cascade/operators/index.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { defineRoute } from '../http/route.ts';
import {
  anything,
  count,
  flag,
  id,
  idOrNull,
  list,
  named,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
} from '../http/schemas.ts';
import { SerialisedData } from '../http/serialised.ts';
import { readMaskBasis } from './mask-basis.ts';
import { readNotices, readRecordedRun } from './recorded-run.ts';

/* The reasons why the notices of an execution were issued. An addition of ours. Source: semantics 10.28. */

const OUTCOMES = ['pass', 'human_review', 'fail'];

const NOT_COMPARABLE_SCHEMA: JsonSchema = {
  ...object('The value that cannot be compared. Null if there is none.', {
    source_node_id: text('Node whose output it is in, or `context`.'),
    path: text('Where it is there, list indexes included: `jobs.1.pay`.'),
    expected: oneOf('The value that it would need.', COMPARABLE_KINDS),
  }),
  type: ['object', 'null'],
};

const visit = {
  node_id: text('Node.'),
  visit: count('1 for the first run of the node.'),
};

/** Also for a notice that a simulation would issue. */
export const EXPLAINED_NOTICE = object('One notice, and why it was issued.', {
  ...visit,
  action_taken: text('The action taken.'),
  reasons: list('The principal reasons as the notice gives them.', text('One reason.')),
  unconditional: flag('True if the notice goes to everybody who reaches it, so no condition decided.'),
  way: list(
    'The steps that led to the notice, in the order in which they began.',
    object('One step.', { ...visit, name: text('Label of the node, or its id.'), kind: text('Kind of the node.') }),
  ),
  choices: list(
    'The choices that decided: those for which another outcome would have been better. Nearest to the notice first.',
    object('One choice.', {
      ...visit,
      name: text('Label of the node, or its id.'),
      taken: oneOf('The outcome whose steps ran; `fail` after a denial.', OUTCOMES),
      better: list('The outcomes that would have been better.', oneOf('One outcome.', OUTCOMES)),
      conditions: list(
        'Every condition of the node, as it was compared.',
        object('One condition.', {
          branch: oneOf('Branch that it belongs to.', OUTCOMES.slice(0, 2)),
          group: count('Index of its group.'),
          source_node_id: text('Node whose output was read, or `context`.'),
          field: text('Field that was read; of a list the figure that was compared (`tradelines.max.days_past_due`).'),
          where: anything(
            'For a figure of some items of a list, the comparisons that these meet. Null if it is of all items, or of no list.',
          ),
          items: {
            type: ['integer', 'null'],
            description: 'How many items a figure is made of; null for any other value.',
          },
          operator: text('How it was compared.'),
          required: anything('The value that it was compared with.'),
          value_from: anything(
            'Where that value came from, if it is another one (`source_node_id`, `field`, `times`, `plus`, `actual`); ' +
              'null if the definition has it.',
          ),
          actual: anything('The value that was read.'),
          missing: flag('True if there was no value.'),
          result: {
            type: ['boolean', 'null'],
            description:
              'Whether it held; null if that depends on a value that cannot be compared, or that is missing where a ' +
              'person was asked then.',
          },
          on_missing: oneOfOrNull(
            'The result of its group without the value, if it depends on one that is missing.',
            ON_MISSING,
          ),
          not_comparable: NOT_COMPARABLE_SCHEMA,
          decided: flag('True if it is one of those that decided.'),
          text: text('The comparison in words.'),
        }),
      ),
      reviews: list(
        'The denials that decided.',
        object('One denial.', {
          ...visit,
          decision: oneOf('Always `denied`.', ['denied']),
          decided_by_user_id: { type: ['integer', 'null'], description: 'Who denied.' },
          decided_at: textOrNull('When.'),
          note: textOrNull("The reviewer's note. It never stands on a notice."),
          reasons: list("The reviewer's reasons.", text('A text, or a code of the reason catalogue.')),
        }),
      ),
    }),
  ),
  reports_used: list(
    'The reports on which the notice rests.',
    object('One report.', { product_code: text('Product.'), ...visit }),
  ),
  would_have_changed: object('Changes that would have avoided the notice.', {
    values: list(
      'The smallest set of values that would have had to be others, all decisions standing; empty if none would do.',
      object('One value.', {
        source_node_id: text('Node whose output it is, or `context`.'),
        visit: { type: ['integer', 'null'], description: 'The run of that node; null for what the caller sent.' },
        field: text('Field.'),
        where: anything('As of a condition.'),
        actual: anything('The value that it had.'),
        value: anything('A value with which the outcome would have been another.'),
        value_from: anything('As of a condition.'),
        text: text('The requirement in words.'),
      }),
    ),
    exact: flag('False if the set may not be the smallest one; still, none of its values could be left out.'),
    leads_to: oneOfOrNull(
      'Where these values lead: to a reviewer, to an offer on other terms, to an approval, to a report that was never ' +
        'pulled, or only not to this notice; null without values.',
      CHANGED_OUTCOMES,
    ),
    decisions: list(
      'Reviews that would have avoided the notice if they alone had been decided otherwise.',
      object('One review.', { ...visit, decision: oneOf('The other decision.', ['approved']) }),
    ),
  }),
  summary: list('The explanation in sentences.', text('One sentence.')),
});

const EXPLANATION = named(
  'ExecutionExplanation',
  record('Why the notices of an execution were issued.', 'execution_explanation', {
    execution_id: id('Execution.'),
    dictionary_version: idOrNull('Version of the data dictionary with which it speaks. Null: nothing was declared.'),
    rules: DECIDING_RULES,
    notices: list('The notices, oldest first; empty if there is none.', EXPLAINED_NOTICE),
  }),
);

export const EXPLAINED_NOTICES_EXAMPLE: JsonObject[] = [
  {
    node_id: 'decline',
    visit: 1,
    action_taken: 'denied',
    reasons: ['Income insufficient in relation to the rent'],
    unconditional: false,
    way: [
      { node_id: 'applicant', visit: 1, name: '“Applicant”', kind: 'ApplicantSource' },
      { node_id: 'income', visit: 1, name: '“Income verification”', kind: 'BillingProduct' },
      { node_id: 'decide', visit: 1, name: '“Does the income carry the rent?”', kind: 'IfElse' },
      { node_id: 'decline', visit: 1, name: '“Decline with a notice”', kind: 'AdverseAction' },
    ],
    choices: [
      {
        node_id: 'decide',
        visit: 1,
        name: '“Does the income carry the rent?”',
        taken: 'fail',
        better: ['pass', 'human_review'],
        conditions: [
          {
            branch: 'human_review',
            group: 0,
            source_node_id: 'income',
            field: 'income_to_rent_ratio',
            where: null,
            items: null,
            operator: 'greater_than_or_equal',
            required: 2.5,
            value_from: null,
            actual: 1.4,
            missing: false,
            result: false,
            on_missing: null,
            not_comparable: null,
            decided: true,
            text: 'Income to rent ratio: 1.4 (required: at least 2.5)',
          },
        ],
        reviews: [],
      },
    ],
    reports_used: [{ product_code: 'income_verification', node_id: 'income', visit: 1 }],
    would_have_changed: {
      values: [
        {
          source_node_id: 'income',
          visit: 1,
          field: 'income_to_rent_ratio',
          where: null,
          actual: 1.4,
          value: 2.5,
          value_from: null,
          text: 'Income to rent ratio: at least 2.5',
        },
      ],
      exact: true,
      leads_to: 'review',
      decisions: [],
    },
    summary: [
      'At “Does the income carry the rent?” the application did not pass.',
      'Income to rent ratio: 1.4 (required: at least 2.5).',
      'For a different outcome: Income to rent ratio: at least 2.5.',
      'The application would then have gone to a reviewer, who decides.',
    ],
  },
];
const EXAMPLE: JsonObject = {
  object: 'execution_explanation',
  execution_id: 4711,
  dictionary_version: 5,
  rules: [],
  notices: EXPLAINED_NOTICES_EXAMPLE,
};

export const getExplanation = defineRoute({
  method: 'GET',
  path: '/executions/{id}/explanation',
  operationId: 'explainExecution',
  tag: 'Executions',
  scope: 'executions:read:full',
  summary: 'Explain why notices were issued',
  description:
    'For each adverse-action notice of the execution: the way taken, the choices that decided with the required and the ' +
    'actual values, what the reviewers said, and the smallest change that would have avoided it.',
  reply: { kind: 'item', status: 200, description: 'The explanation.', schema: EXPLANATION, example: EXAMPLE },
  errors: ['not_found', 'too_much_work'],
  isHeavy: true,
  fullReads: ({ id }) => [Number(id)],
  handler: async ({ db, auth, params, calculate }) => {
    const run = await readRecordedRun(db.kysely, auth, params.id);
    const notices = await readNotices(db.kysely, params.id);
    const basis = await readMaskBasis(db.kysely, auth, params.id);
    return new SerialisedData(await calculate('explain', { run, notices, view: auth.view, basis }), false);
  },
});
