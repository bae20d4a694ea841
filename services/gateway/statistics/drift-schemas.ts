import { DRIFT_KINDS } from '../../../core/statistics/drifts.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import {
  count,
  flag,
  id,
  list,
  named,
  object,
  oneOf,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';

const share = (description: string): JsonSchema => ({ type: 'number', minimum: 0, maximum: 1, description });

/** Members of a drift, in the list and in the event. */
export const DRIFT = {
  kind: oneOf(
    'The kind of drift. It is in the share of approvals, in the share that a rule decided, in the share of failed pulls of a product, or in the values of a field, which may now be one value or none.',
    DRIFT_KINDS,
  ),
  key: text('The rule, product or field. Omitted for approvals.'),
  days: count('Length of the window. Omitted for `constant_field`, which is of 30 decisions in a row or more.'),
  decisions: count('Decisions, or pulls, in the window.'),
  share_before: share(
    'Share on the same days of the four weeks before. Shares have three digits; to callers that cannot read executions they are multiples of 0.05.',
  ),
  share_now: share('Share in the window.'),
  psi: { type: 'number', description: 'For a field, the population stability index: above 0.2 its values differ.' },
  is_empty: flag('For a `constant_field`: true if it has no value any more.'),
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const DRIFT_EXAMPLE = {
  ...{ kind: 'rule', key: 'r2', days: 1, decisions: 312, share_before: 0.081, share_now: 0.263 },
} as const satisfies JsonObject;

const { key: _, ...measured } = DRIFT;
const IDENTITY = {
  ...{ id: id('Drift.'), workflow_id: id('Workflow.'), workflow_version: count('Version that was live.') },
  ...{ key: textOrNull('The rule, product or field; null for approvals.') },
  text: textOrNull('Sentence of the rule; null if there is none, or without the scope `workflows:read`.'),
  ...{ begun_at: time('When it was found.'), ended_at: timeOrNull('When it was so no longer.') },
};

export const DRIFT_STATISTICS = named(
  'DriftStatistics',
  record('Drifts of live decisions.', 'drift_statistics', {
    drifts: list('Those that go on first, then those that ended in the last 30 days; the newest first, 100 at most.', {
      ...object('A drift.', { ...IDENTITY, ...measured }),
      required: ['kind', ...Object.keys(IDENTITY)],
    }),
  }),
);

export const DRIFTS_EXAMPLE = {
  object: 'drift_statistics',
  drifts: [
    {
      ...{ id: 3, workflow_id: 12, workflow_version: 3, ...DRIFT_EXAMPLE, text: 'Deny if the score is below 600' },
      ...{ begun_at: '2026-03-02T17:00:04.120Z', ended_at: null },
    },
  ],
} as const satisfies JsonObject;
