import { setTimeout as sleep } from 'node:timers/promises';
import { CascadeClient } from '../../clients/typescript/src/index.ts';

const NOTICES = 5;
const TIME_LIMIT_MS = 300_000;

const NO_SCORE_IS_ENOUGH = {
  logic: 'and',
  conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value: 900 }],
};

/** Everybody gets a letter that waits for a person. It rests on a report: a letter without a reason is not written. */
const DRAFTS = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: { pass: { group_logic: 'and', condition_groups: [NO_SCORE_IS_ENOUGH] } },
    fail_steps: ['deny'],
  },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: {
      action_taken: 'denied',
      recipient: '{{applicant.email}}',
      purpose: 'tenant',
      send_strategy: 'draft_first',
    },
  },
];

/** Ids of records that no list has at its top for long, so that links alone seldom lead to them. */
export interface SeededIds {
  readonly batches: readonly number[];
  readonly webhook_deliveries: readonly number[];
  /** An execution whose letter was sent, and that letter. */
  readonly lettered: readonly number[];
  readonly notices: readonly number[];
}

/**
 * Creates records of every kind that has an id in a path. So the links of the OpenAPI document work from the first
 * request on. An operation that only ever answers 404 was not tested.
 */
export async function seed(baseUrl: string, token: string): Promise<SeededIds> {
  const api = new CascadeClient({ baseUrl, token });
  const applicant = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const { data: workflow } = await api.post('/workflows', { body: { name: 'Letters', definition: DRAFTS as never } });
  const path = { id: workflow.id };
  for (let count = 0; count < NOTICES; count += 1) {
    await api.post('/workflows/{id}/trigger', { path, body: { payload: { applicant } } });
  }
  const rows = [{ applicant }, { applicant }];
  const { data: batch } = await api.post('/workflows/{id}/batches', { path, body: { rows } });
  // Port 9 (discard) is closed: its deliveries fail.
  const { data: subscription } = await api.post('/webhook_subscriptions', { body: { url: 'http://127.0.0.1:9/' } });
  const { data: delivery } = await api.post('/webhook_subscriptions/{id}/test', {
    path: { id: subscription.id },
    body: {},
  });
  await reached('the letters were not drafted', async () => {
    const { meta } = await api.get('/reviews', { query: { 'filter[kind]': 'notice' } });
    return meta.total_count >= NOTICES;
  });
  const { data: executions } = await api.get('/executions', { query: { 'filter[status]': 'awaiting_review' } });
  const lettered = { id: executions[0]?.id ?? 0 };
  await api.post('/executions/{id}/review_decisions', { path: lettered, body: { decision: 'approved' } });
  const notices = async () => (await api.get('/executions/{id}/notice_artifacts', { path: lettered })).data;
  await reached('the letter was not sent', async () => (await notices()).every(({ status }) => status === 'sent'));
  return {
    batches: [batch.id],
    webhook_deliveries: [delivery.id],
    lettered: [lettered.id],
    notices: (await notices()).map(({ id }) => id),
  };
}

async function reached(failure: string, isReached: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + TIME_LIMIT_MS;
  while (!(await isReached())) {
    if (performance.now() > until) throw new Error(failure);
    await sleep(500);
  }
}
