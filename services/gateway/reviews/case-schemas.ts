import { LETTER_NEEDS } from '../../../core/cascade/notice-request.ts';
import { FIELD_TYPES } from '../../../core/fields/spec.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { REVIEW_EVENT_TYPES } from '../../../core/states.ts';
import { DECIDING_RULES } from '../rules/schemas.ts';
import { EXECUTION, EXECUTION_EXAMPLE } from '../executions/schemas.ts';
import {
  count,
  flag,
  free,
  id,
  idOrNull,
  list,
  named,
  nullable,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
} from '../http/schemas.ts';
import { OPEN_REVIEW } from './schemas.ts';

const listOrNull = (description: string): JsonSchema => ({
  type: ['array', 'null'],
  items: { type: 'string' },
  description,
});

const consequence = nullable(
  object('The effects of the decision; null if no review is open.', {
    next_nodes: list('Nodes at which the execution continues.', { type: 'string' }),
    runs: listOrNull(
      'Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a ' +
        'report that would have to be pulled. Null if the execution has not begun.',
    ),
    stops_at: listOrNull('Nodes at which it would stop again. Null if the execution has not begun.'),
    sends_draft: flag('True if the decision sends the drafted letter; false if a person posts it afterwards.'),
    reachable_nodes: list(
      'Nodes that can be reached at all, in order.',
      object('A node.', { id: text('Id.'), type: text('Type.'), name: textOrNull('Name.') }),
    ),
    letters: list(
      'Adverse-action notices among them, and the one that the review is about if the decision has it made.',
      object('A notice.', {
        node_id: text('Node.'),
        action_taken: text('The action taken.'),
        send_strategy: text('`auto_send`, or `draft_first`: a person sees the draft first.'),
        would_be_issued: {
          type: ['boolean', 'null'],
          description: 'True if it is among the nodes that would run.',
        },
        reasons: listOrNull('The reasons that it would give, most important first; null if it would not be issued.'),
        rests_on_denial: {
          type: ['boolean', 'null'],
          description:
            "True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first.",
        },
        recipient: textOrNull('Mail address to which it would go; null by post, or if it would not be issued.'),
        missing: listOrNull('The missing parts. Without `needs` its step would fail.'),
        needs: oneOfOrNull(
          'What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the ' +
            'person, before there is a letter, or puts it into the mail (`post`).',
          [...LETTER_NEEDS, 'post'],
        ),
      }),
    ),
  }),
);

const CONDITION_IN_WORDS: JsonSchema = {
  ...object('A condition.', { text: text('In words: what was asked for, and what was found.') }),
  additionalProperties: true,
};

export const REVIEW_CASE = named(
  'ReviewCase',
  record('The case of a review.', 'review_case', {
    execution: EXECUTION,
    applicant: { description: 'The applicant, as it was sent.' },
    property: { description: 'The property, as it was sent.' },
    review: nullable(
      object('The open review; null if none is open.', {
        ...OPEN_REVIEW,
        artifact_id: idOrNull('Notice artifact of a drafted letter.'),
        flagged_by: list(
          'Why a person is asked, with required and actual values: of the choices that led here what was not met to pass, ' +
            'then what kept the application from being declined.',
          free('A condition.'),
        ),
        choices: list(
          'Every choice on the way, in the order in which they were made; the one that asks the person is the last.',
          object('A choice.', {
            node_id: text('Node.'),
            visit: count('1 for the first run of the node.'),
            name: textOrNull('Name of the node.'),
            taken: oneOf('The branch that matched; `fail` if none did, or a reviewer denied.', [
              'pass',
              'human_review',
              'fail',
            ]),
            led: flag('True if another outcome of it would have avoided the review.'),
            not_passed: list('Why it did not pass: what was not met of `pass`.', CONDITION_IN_WORDS),
            not_failed: list('Why it did not fail: what made its branch match.', CONDITION_IN_WORDS),
          }),
        ),
        true_reasons: list(
          'The reasons of the catalogue that are true of what the reviewer sees, each text once: their codes can be given as ' +
            '`reasons`.',
          object('A reason.', {
            code: text('The code to give.'),
            text: text('In words.'),
            codes: list('All codes that are true and have this text, the one to give first.', { type: 'string' }),
          }),
        ),
      }),
    ),
    rules: DECIDING_RULES,
    notice: nullable(
      object(
        'The text of the drafted letter, or of the one that waits for missing parts; null if the review is about no letter.',
        {
          stage: textOrNull('Stage.'),
          purpose: textOrNull('Purpose.'),
          reasons: list(
            'Reasons, as they stand on the letter. None before it is drafted: `on_approved.letters` has those that it would give.',
            { type: 'string' },
          ),
          statement: textOrNull('The statement of the action taken.'),
          extra_reason: textOrNull("The cascade's own sentence."),
          goes_to: object('To whom it goes if it is approved, or once it is drafted.', {
            delivery: oneOf('`post`: a person prints and posts it; approving it sends nothing.', ['email', 'post']),
            name: textOrNull('Whom it is addressed to.'),
            email: textOrNull('Address of the e-mail; null if it goes by post.'),
            address_lines: list('The postal address on it, line by line.', { type: 'string' }),
            address_lacks: list('Parts of the address that a letter by post lacks; empty if it goes by e-mail.', {
              type: 'string',
            }),
            not_read: list(
              'Members of the name and the address, by their path in the payload, whose value the letter does not have.',
              { type: 'string' },
            ),
            kept_as_file: flag(
              'Without production access an e-mail to an address that is not of the account is kept as a file and ' +
                'reaches nobody.',
            ),
            suppressed: flag('An earlier e-mail to this address came back, so this one would not be sent.'),
          }),
        },
      ),
    ),
    reports: list(
      'Reports in brief: values, without lists.',
      object('A report.', {
        node_id: text('Node.'),
        product_code: textOrNull('Product.'),
        name: textOrNull('Name of the product; null if nothing offers it any more.'),
        fields: list(
          "The product's declarations of these values, in its order: their names and units.",
          object('A field.', {
            field: text('Its path in `values`, dotted.'),
            label: textOrNull('Its name in letters.'),
            type: oneOf('Type.', FIELD_TYPES),
            unit: textOrNull('Unit of a number: `USD`, `percent`, `months`, `points` or another one.'),
          }),
        ),
        values: free('Values.'),
        artifact_id: idOrNull('Its PDF, if it has one.'),
        pdf: textOrNull('Path of the PDF.'),
      }),
    ),
    history: list(
      'Review events, oldest first, the last 100.',
      object('An event.', {
        event_type: oneOf('Type.', REVIEW_EVENT_TYPES),
        actor: nullable(object('Who acted; null if the service did.', { id: id('User.'), name: textOrNull('Name.') })),
        note: textOrNull('Note.'),
        metadata: free('Further details.'),
        created_at: time('When.'),
      }),
    ),
    on_approved: consequence,
    on_denied: { ...consequence, description: 'The effects of a denial without `reasons`.' },
    on_denied_with_reasons: {
      ...consequence,
      description:
        'What a denial with `reasons` leads to; null if the review is not about the applicant. In its letters ' +
        '`(the reason that you give)` stands for them.',
    },
  }),
);
const FLAGGED: JsonObject = {
  branch: 'human_review',
  group: 0,
  source_node_id: 'credit',
  field: 'score',
  operator: 'greater_than_or_equal',
  value: 600,
  actual: 640,
  result: true,
  missing: false,
};

const denialExample = (given: readonly string[]): JsonObject => ({
  next_nodes: ['deny'],
  runs: ['deny'],
  stops_at: [],
  sends_draft: false,
  reachable_nodes: [{ id: 'deny', type: 'Action', name: null }],
  letters: [
    {
      node_id: 'deny',
      action_taken: 'denied',
      send_strategy: 'auto_send',
      would_be_issued: true,
      reasons: [...given, 'Proportion of revolving balances to revolving credit limits is too high'],
      rests_on_denial: given.length === 0,
      missing: [],
      recipient: 'ada@example.com',
      needs: null,
    },
  ],
});

export const REVIEW_CASE_EXAMPLE: JsonObject = {
  object: 'review_case',
  execution: EXECUTION_EXAMPLE,
  applicant: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' },
  property: null,
  review: {
    id: 71,
    node_id: 'decide',
    kind: 'decision',
    due_at: null,
    needs: null,
    variables: null,
    why: null,
    delivery: null,
    approvals: null,
    opened_at: '2026-03-02T15:04:05.402Z',
    queue: null,
    snoozed_until: null,
    artifact_id: null,
    flagged_by: [FLAGGED],
    choices: [
      {
        node_id: 'decide',
        visit: 1,
        name: null,
        taken: 'human_review',
        led: true,
        not_passed: [],
        not_failed: [{ ...FLAGGED, text: 'The credit score is at least 600: it is 640' }],
      },
    ],
    true_reasons: [
      {
        code: 'credit_report.revolving_utilization',
        text: 'Proportion of revolving balances to revolving credit limits is too high',
        codes: ['credit_report.revolving_utilization'],
      },
    ],
  },
  rules: [],
  notice: null,
  reports: [
    {
      node_id: 'credit',
      product_code: 'credit_report',
      name: 'Credit report',
      fields: [{ field: 'score', label: 'Credit score', type: 'integer', unit: 'points' }],
      values: { score: 640 },
      artifact_id: 31,
      pdf: '/executions/4711/report_artifacts/31',
    },
  ],
  history: [
    {
      event_type: 'flagged',
      actor: null,
      note: null,
      metadata: { node_id: 'decide' },
      created_at: '2026-03-02T15:04:05.402Z',
    },
  ],
  on_approved: {
    next_nodes: ['approve'],
    runs: ['approve'],
    stops_at: [],
    sends_draft: false,
    reachable_nodes: [{ id: 'approve', type: 'Action', name: null }],
    letters: [],
  },
  on_denied: denialExample([]),
  on_denied_with_reasons: denialExample(['(the reason that you give)']),
};
