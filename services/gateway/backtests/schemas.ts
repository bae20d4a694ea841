import { CHANGES, LETTER_CHANGES } from '../../../core/backtests/pair.ts';
import { BACKTEST_OUTCOMES, UNDETERMINED_CAUSES } from '../../../core/backtests/side.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import { BACKTEST_STATUSES, EXECUTION_MODES, OUTCOMES, REVIEW_STATUSES } from '../../../core/states.ts';
import { bodySchema } from '../http/route.ts';
import {
  count,
  flag,
  free,
  ID,
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
  time,
  timeOrNull,
} from '../http/schemas.ts';
import { DEFINITION, USE_CASE } from '../workflows/schemas.ts';

/** Executions that are asked about: those that have ended by themselves, and those that wait for a person. */
export const COMPARED_STATUSES = ['completed', 'failed', 'awaiting_review'] as const;
const MOST_EXECUTIONS = 100_000;
export const USUAL_EXECUTIONS = 10_000;

/** As many as a list of executions takes. */
const MOST_VALUES = 50;
const several = <const Items extends JsonSchema>(description: string, items: Items) =>
  ({ type: 'array', minItems: 1, maxItems: MOST_VALUES, items, description }) as const;
const moment = (description: string) => ({ type: 'string', format: 'date-time', description }) as const;

const FILTER = {
  type: 'object',
  additionalProperties: false,
  description: 'Which executions of the cascade, by filters of the list of executions.',
  properties: {
    status: several('Their status; without it all three.', { type: 'string', enum: COMPARED_STATUSES }),
    outcome: several('Their outcome.', { type: 'string', enum: OUTCOMES }),
    review_status: several('The decision of a person.', { type: 'string', enum: REVIEW_STATUSES }),
    execution_mode: several('Their mode; without it `live`.', { type: 'string', enum: EXECUTION_MODES }),
    batch_execution_id: several('Their batch.', ID),
    decided_by: several('The rule that decided.', { type: 'string', maxLength: 200 }),
    reason: several('A code of a reason of a letter.', {
      type: 'string',
      maxLength: 200,
    }),
    created_after: moment('Accepted after this time.'),
    created_before: moment('Accepted before this time.'),
    completed_after: moment('Ended after this time.'),
    completed_before: moment('Ended before this time.'),
  },
} as const satisfies JsonSchema;

export const CREATE_BODY = bodySchema({
  type: 'object',
  properties: {
    version: { ...ID, description: 'The version that is asked. Without it and `definition`: the current one.' },
    definition: DEFINITION,
    use_case: USE_CASE,
    against_version: {
      ...ID,
      description: 'The version that it is compared with. Without it: what was recorded.',
    },
    sample: {
      type: 'object',
      additionalProperties: false,
      description: 'The executions that are asked about.',
      properties: {
        filter: FILTER,
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_EXECUTIONS,
          default: USUAL_EXECUTIONS,
          description: 'How many at most; if the filter finds more, so many are drawn at random.',
        },
      },
    },
  },
});

const OUTCOME = oneOf(
  '`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.',
  BACKTEST_OUTCOMES,
);
const OUTCOME_OR_NULL = oneOfOrNull('Outcome of the old side; null if it is not determined either.', BACKTEST_OUTCOMES);

const portion = (description: string): JsonSchema => ({ type: 'number', minimum: -1, maximum: 1, description });
const bound = (description: string): JsonSchema => ({ type: ['number', 'null'], minimum: -1, maximum: 1, description });

const BETWEEN = {
  share: portion('Of those that are compared.'),
  low: bound('Lower end of the 95 % interval; null if the sample is everything.'),
  high: bound('Upper end.'),
};
const SHARE = { count: count('How many.'), ...BETWEEN };
const CELL = {
  old: OUTCOME,
  old_asked: flag('On the old side a person was asked.'),
  new: OUTCOME,
  new_asked: flag('On the new side a person is asked.'),
};
const sides = (description: string): JsonSchema =>
  object(description, {
    old: object('On the old side.', SHARE),
    new: object('On the new side.', SHARE),
    difference: object('The new share less the old one; its interval is that of pairs.', BETWEEN),
  });

const RESULT = named('BacktestResult', {
  ...object('The findings.', {
    compared: count('Executions that are determined on both sides.'),
    changed: object('Those with another outcome.', SHARE),
    outcomes: list(
      'By both outcomes, the most first.',
      object('How many had one and would have the other.', { ...CELL, ...SHARE }),
    ),
    approvals: sides('Who is approved.'),
    denials: sides('Who is denied.'),
    asked: sides('About whom a person is asked.'),
    parted: list(
      'Those with another outcome by the first rule at which the two part, the most first; at most 100.',
      object('A rule.', {
        rule: textOrNull('`id` of its row, or its node and branch; null if no rule says it.'),
        sentence: textOrNull('The rule in words, if it has any.'),
        count: count('How many part at it.'),
        swap_ins: count('How many of them are approved on the new side alone.'),
        swap_outs: count('How many of them are approved on the old side alone.'),
        changes: list('By both outcomes.', object('How many.', { ...CELL, count: count('How many.') })),
      }),
    ),
    letters: object(
      'How many get no letter on either side, the same one, one on one side alone, or one with other reasons, agencies or ' +
        'recipient.',
      Object.fromEntries(LETTER_CHANGES.map((change) => [change, count('How many.')])),
    ),
    undetermined: object('Executions that are not compared.', {
      count: count('How many.'),
      causes: list(
        'Why.',
        object('A cause.', {
          cause: oneOf(
            '`report_missing`: it needs a report that was never pulled; `person`: it asks a person what nobody was asked; ' +
              '`redacted`: its data is gone; `too_long`: it has too much data or takes too much work; `error`: it cannot be ' +
              'computed.',
            UNDETERMINED_CAUSES,
          ),
          side: oneOf('The side that is not determined.', ['old', 'new']),
          old: OUTCOME_OR_NULL,
          count: count('How many.'),
        }),
      ),
    }),
  }),
  type: ['object', 'null'],
  description: 'The findings; if it was cancelled or failed, those by then. Null until it has ended, and in lists.',
});

export const BACKTEST = named(
  'Backtest',
  record('A version of a cascade, asked about executions that were decided.', 'backtest', {
    id: id('Id.'),
    workflow_id: id('The cascade.'),
    status: oneOf('How far it is.', BACKTEST_STATUSES),
    version: idOrNull('The version that is asked; null: a definition that is not saved.'),
    definition_sha256: text('SHA-256 of the definition that is asked, in its canonical form (RFC 8785).'),
    against_version: idOrNull('The version that it is compared with; null: what was recorded.'),
    sample: object('The executions that are asked about.', {
      filter: free('As it was sent, with what holds without it.'),
      limit: count('How many at most.'),
      matching: count('How many the filter finds; at most the newest 1,000,000.'),
      is_drawn: flag('Fewer than these are asked about, drawn at random: shares have intervals.'),
      seed: count('By which they were drawn.'),
    }),
    progress: object('How far it is.', {
      done: count('Executions that have been asked about.'),
      total: count('Executions that are.'),
    }),
    error_code: textOrNull(
      'Why it failed: `too_much_work` (its result is of what it compared until then) or `internal_error`.',
    ),
    created_by_user_id: idOrNull('Who asked.'),
    created_at: time('When.'),
    started_at: timeOrNull('When the first execution was asked about.'),
    ended_at: timeOrNull('When it was completed, cancelled, or failed.'),
    result: RESULT,
  }),
);

const SIDE = object('The result of one version.', {
  outcome: OUTCOME,
  asked: flag('A person is asked.'),
  decided_by: textOrNull('The rule that decides: `id` of its row, or its node and branch.'),
  letters: list(
    'Letters of adverse action.',
    object('A letter.', {
      node_id: text('Its node.'),
      action: text('The action that it speaks of.'),
      reasons: list('Codes of its reasons, as statistics have them.', text('A code.')),
      texts: list('The reasons in words.', textOrNull('Null for a field that is not declared.')),
    }),
  ),
});

export const BACKTEST_CHANGE = named(
  'BacktestChange',
  record('An execution whose outcome, review or letter changes.', 'backtest_change', {
    id: id('Id.'),
    execution_id: id('The execution.'),
    kinds: list('What differs.', oneOf('`asked`: a person is asked on one side alone.', CHANGES)),
    rule: textOrNull('The first rule at which the two sides part; null if no rule says it.'),
    old: SIDE,
    new: SIDE,
  }),
);

const SHARE_EXAMPLE = { count: 11, share: 0.0514, low: null, high: null };
const CELL_EXAMPLE = { old: 'approved', old_asked: true, new: 'denied', new_asked: false };
const NONE = { count: 0, share: 0, low: null, high: null };
const SIDES_EXAMPLE = {
  old: { count: 150, share: 0.7009, low: null, high: null },
  new: { count: 139, share: 0.6495, low: null, high: null },
  difference: { share: -0.0514, low: null, high: null },
};

export const BACKTEST_EXAMPLE: JsonObject = {
  object: 'backtest',
  id: 7,
  workflow_id: 12,
  status: 'completed',
  version: 4,
  definition_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  against_version: null,
  sample: {
    filter: { execution_mode: ['live'], status: ['completed', 'failed', 'awaiting_review'] },
    limit: 10_000,
    matching: 214,
    is_drawn: false,
    seed: 81_723,
  },
  progress: { done: 214, total: 214 },
  error_code: null,
  created_by_user_id: 9,
  created_at: '2026-03-01T09:00:00.000Z',
  started_at: '2026-03-01T09:00:01.000Z',
  ended_at: '2026-03-01T09:00:02.000Z',
  result: {
    compared: 214,
    changed: SHARE_EXAMPLE,
    outcomes: [
      { old: 'approved', old_asked: false, new: 'approved', new_asked: false, ...SIDES_EXAMPLE.new },
      { ...CELL_EXAMPLE, ...SHARE_EXAMPLE },
    ],
    approvals: SIDES_EXAMPLE,
    denials: { old: NONE, new: SHARE_EXAMPLE, difference: { share: 0.0514, low: null, high: null } },
    asked: { old: SHARE_EXAMPLE, new: NONE, difference: { share: -0.0514, low: null, high: null } },
    parted: [
      {
        rule: 'r_1',
        sentence: 'Deny if the credit score is below 640.',
        count: 11,
        swap_ins: 0,
        swap_outs: 11,
        changes: [{ ...CELL_EXAMPLE, count: 11 }],
      },
    ],
    letters: { none: 203, same: 0, only_new: 11, only_old: 0, reasons_differ: 0 },
    undetermined: { count: 0, causes: [] },
  },
};

export const BACKTEST_CHANGE_EXAMPLE: JsonObject = {
  object: 'backtest_change',
  id: 901,
  execution_id: 5_012,
  kinds: ['outcome', 'asked', 'letter'],
  rule: 'r_1',
  old: { outcome: 'approved', asked: true, decided_by: 'r_2', letters: [] },
  new: {
    outcome: 'denied',
    asked: false,
    decided_by: 'r_1',
    letters: [{ node_id: 'deny', action: 'denied', reasons: ['credit_report/score'], texts: ['Credit score'] }],
  },
};
