import { EXPECTED_OUTCOMES } from '../../../core/examples/example.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { count, flag, free, ID, id, line, list, named, object, oneOf, record, text, time } from '../http/schemas.ts';
import { RUN } from '../workflows/run-schemas.ts';

const OUTCOME = {
  type: 'string',
  enum: EXPECTED_OUTCOMES,
  description: '`review`: it stops at a person whose decision is not given.',
} as const satisfies JsonSchema;

const EXPECTED_MEMBERS = {
  outcome: OUTCOME,
  rule: {
    type: 'string',
    maxLength: 200,
    description:
      'The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). ' +
      'Without it any rule will do.',
  },
  reasons: {
    type: 'array',
    maxItems: 50,
    items: { type: 'string', maxLength: 2_000 },
    description: 'The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const EXPECTED = {
  type: 'object',
  additionalProperties: false,
  description: 'The expected result.',
  properties: EXPECTED_MEMBERS,
  required: ['outcome'],
} as const satisfies JsonSchema;

const EXAMPLE_NAME = line('Name, unique in the cascade.', 200);

const MEMBERS = { name: EXAMPLE_NAME, ...RUN } as const;

export const CREATE_BODY = bodySchema({
  type: 'object',
  properties: {
    ...MEMBERS,
    expected: { ...EXPECTED, description: 'The expected result. Default: the result of the current version.' },
    execution_id: {
      ...ID,
      description:
        'An execution of the cascade that has ended: the example is a made-up applicant on the same side of every limit of its ' +
        'version, and expects what that did. Beside it there is a `name` alone. Needs the scope `executions:read:full`.',
    },
  },
  required: ['name'],
});

export const UPDATE_BODY = bodySchema({
  type: 'object',
  properties: {
    ...MEMBERS,
    expected: {
      ...EXPECTED,
      description: 'The result that is expected from now on. The user and the time are recorded.',
    },
  },
});

/** An example in the list of a new cascade or of a template. */
export const EXAMPLE_IN_LIST = {
  type: 'object',
  additionalProperties: false,
  description: 'A made-up applicant with what is expected of the cascade.',
  properties: { ...MEMBERS, expected: EXPECTED },
  required: ['name', 'expected'],
} as const satisfies JsonSchema;

export const EXAMPLE = named(
  'WorkflowExample',
  record('A made-up applicant with what is expected of the cascade.', 'workflow_example', {
    id: id('Id.'),
    workflow_id: id('The cascade.'),
    name: text('Name.'),
    payload: free('As in a trigger.'),
    reports: free('Reports by product code, or parts of them.'),
    decisions: free('Decisions of reviewers, by node id.'),
    as_of: { type: 'string', format: 'date', description: 'The day on which the person applies.' },
    expected: EXPECTED,
    expected_by_user_id: id('User who said what is expected.'),
    expected_at: time('When.'),
    created_at: time('When it was kept.'),
    updated_at: time('When it last changed.'),
  }),
);

export const EXAMPLE_EXAMPLE: JsonObject = {
  object: 'workflow_example',
  id: 501,
  workflow_id: 12,
  name: 'Score just below the limit',
  payload: { applicant: { first_name: 'Example', last_name: 'Person', email: 'example.person@example.com' } },
  reports: { credit_report: { score: 599 } },
  decisions: {},
  as_of: '2026-03-01',
  expected: { outcome: 'denied', rule: 'decide:fail', reasons: ['Credit score'] },
  expected_by_user_id: 9,
  expected_at: '2026-03-01T09:00:00.000Z',
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

const RESULT = named(
  'ExampleResult',
  object('The result of the cascade for one example.', {
    example_id: id('The example.'),
    name: text('Its name.'),
    passes: flag('It does as expected.'),
    expected: EXPECTED,
    got: {
      ...EXPECTED,
      type: ['object', 'null'],
      description: 'The result in the form of `expected`; null if it cannot be tried, which `differences` explain.',
    },
    differences: list('How it differs from what is expected; empty if it passes.', text('A sentence.')),
  }),
);

const counts = {
  passed: count('Number of examples that pass.'),
  failed: count('Number of examples that fail.'),
};

export const RESULTS = named(
  'ExampleResults',
  record('Results of the examples with one version of the cascade.', 'example_results', {
    ...counts,
    results: list('One for each, those that fail first.', RESULT),
  }),
);

const RESULT_EXAMPLE: JsonObject = {
  example_id: 501,
  name: 'Score just below the limit',
  passes: false,
  expected: { outcome: 'denied', rule: 'decide:fail', reasons: ['Credit score'] },
  got: { outcome: 'review', reasons: [] },
  differences: ['outcome: expected denied, was review'],
};

export const RESULTS_EXAMPLE: JsonObject = {
  object: 'example_results',
  passed: 0,
  failed: 1,
  results: [RESULT_EXAMPLE],
};

const SIDE = {
  ...object('An example without its applicant; null: it was not there, or is there no more.', {
    name: text('Its name.'),
    as_of: { type: 'string', format: 'date', description: 'The day on which the person applies.' },
    expected: EXPECTED,
  }),
  type: ['object', 'null'],
};

export const EXAMPLE_CHANGE = named(
  'ExampleChange',
  object('An example that was added, changed or removed.', {
    example_id: id('The example.'),
    change: oneOf('The change.', ['added', 'changed', 'removed']),
    before: SIDE,
    after: SIDE,
    applicant_changed: flag('Its payload, reports or decisions are others.'),
    changed_by_user_ids: list('All users who changed it since.', id('User.')),
    changed_at: time('When it was last changed.'),
  }),
);

export const EXAMPLE_CHANGE_EXAMPLE: JsonObject = {
  example_id: 501,
  change: 'removed',
  before: { name: 'Score just below the limit', as_of: '2026-03-01', expected: { outcome: 'denied' } },
  after: null,
  applicant_changed: false,
  changed_by_user_ids: [9],
  changed_at: '2026-03-02T15:00:00.000Z',
};

/** The member `examples` of the response of a save. */
export const SAVED_EXAMPLES = named('SavedExamples', {
  ...object('The results of the examples for the version that was saved, or is to go live.', {
    ...counts,
    failing: list('Those that fail.', RESULT),
  }),
});

export const OVERRIDE = {
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  pattern: '\\S',
  description:
    'Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.',
} as const;
