import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { CORRECTION } from '../executions/schemas.ts';
import { EXECUTION_STATUSES, OUTCOMES, REVIEW_STATUSES } from '../../../core/states.ts';
import {
  anything,
  count,
  flag,
  id,
  list,
  named,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  timeOrNull,
} from '../http/schemas.ts';

const VALUE = anything('A JSON value, or null if there is none.');
const pair = (description: string, schema: JsonSchema = VALUE) => object(description, { left: schema, right: schema });

const head = (description: string) =>
  object(description, {
    id: id('Execution.'),
    workflow_id: id('Cascade.'),
    workflow_version: count('Version of the cascade.'),
    status: oneOf('Status.', EXECUTION_STATUSES),
    review_status: oneOf('State of the human review.', REVIEW_STATUSES),
    outcome: oneOfOrNull('Outcome.', OUTCOMES),
    completed_at: timeOrNull('When it ended.'),
    reasons: list('Reasons of its notices.', VALUE),
    corrections: list('Values that a person corrected before it ran.', CORRECTION),
  });

export const COMPARISON = named(
  'ExecutionComparison',
  record('Two executions beside each other.', 'execution_comparison', {
    left: head('The execution in the path.'),
    right: head('The execution in the query.'),
    is_same_workflow: flag('True if both run one cascade.'),
    is_same_version: flag('True if both run one version of it.'),
    is_same_outcome: flag('True if their outcomes are equal.'),
    nodes: list(
      'Nodes whose output differs, or that ran in one of them only.',
      object('A node.', {
        node_id: text('Node.'),
        ran: pair('True if it ran.', { type: 'boolean', description: 'True if it ran there.' }),
        branch: pair('Branch taken; null if the node is not an IfElse.', textOrNull('Branch.')),
        conditions: list(
          'Conditions that differ.',
          object('A condition.', {
            branch: VALUE,
            group: VALUE,
            source_node_id: VALUE,
            field: VALUE,
            operator: VALUE,
            required: pair('Required value.'),
            actual: pair('Actual value.'),
            result: pair('True if it matched.'),
          }),
        ),
        values: list(
          'Values that differ, by path; the first 200.',
          object('A value.', { path: text('Dotted path in the output.'), left: VALUE, right: VALUE }),
        ),
        differences: count('How many values differ.'),
      }),
    ),
    unchanged_nodes: list('Nodes whose output is the same.', text('Node.')),
  }),
);

const headExample = { workflow_id: 12, status: 'completed', review_status: 'none', completed_at: null };
export const COMPARISON_EXAMPLE: JsonObject = {
  object: 'execution_comparison',
  left: {
    id: 4711,
    ...headExample,
    workflow_version: 3,
    outcome: 'denied',
    reasons: ['Credit score too low'],
    corrections: [],
  },
  right: { id: 4890, ...headExample, workflow_version: 4, outcome: 'approved', reasons: [], corrections: [] },
  is_same_workflow: true,
  is_same_version: false,
  is_same_outcome: false,
  nodes: [
    {
      node_id: 'decide',
      ran: { left: true, right: true },
      branch: { left: 'fail', right: 'pass' },
      conditions: [
        {
          branch: 'pass',
          group: 0,
          source_node_id: 'credit',
          field: 'score',
          operator: 'greater_than_or_equal',
          required: { left: 680, right: 640 },
          actual: { left: 655, right: 655 },
          result: { left: false, right: true },
        },
      ],
      values: [{ path: 'branch', left: 'fail', right: 'pass' }],
      differences: 1,
    },
  ],
  unchanged_nodes: ['credit'],
};

export const RE_EVALUATIONS = named(
  'ReEvaluations',
  record('Executions that were evaluated again together.', 're_evaluations', {
    matched_count: count('How many matched the filter.'),
    accepted_count: count('How many are evaluated again.'),
    remaining_count: count('How many the next request would take.'),
    skipped_count: count('How many cannot be evaluated again, or were meanwhile.'),
    executions: list(
      'The new executions, the oldest old one first.',
      object('A new execution.', { id: id('Execution.'), re_evaluated_from: id('The one that failed.') }),
    ),
  }),
);
export const RE_EVALUATIONS_EXAMPLE: JsonObject = {
  object: 're_evaluations',
  matched_count: 340,
  accepted_count: 339,
  remaining_count: 0,
  skipped_count: 1,
  executions: [{ id: 4890, re_evaluated_from: 4711 }],
};
