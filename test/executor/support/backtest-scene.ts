import { sql } from 'kysely';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { ApiCaller, type AnyJson } from '../../gateway/api-caller.ts';
import { expect } from '../../support/jest.ts';
import type { Caller, Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const score = (operator: string, value: number) => ({ source_node_id: 'credit', field: 'score', operator, value });
const row = (id: string, condition: object) => ({ condition_groups: [{ id, conditions: [condition] }] });

/** Denies below the first limit, asks a person below the second one, and approves everyone else. */
export const bands = (deny = 620, ask = 660): CascadeDefinition =>
  [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['too_low'] },
    {
      id: 'too_low',
      type: 'IfElse',
      branches: { pass: row('r_deny', score('less_than', deny)) },
      pass_steps: ['deny'],
      fail_steps: ['doubtful'],
    },
    {
      id: 'doubtful',
      type: 'IfElse',
      branches: {
        pass: row('r_approve', score('greater_than_or_equal', ask)),
        human_review: row('r_ask', score('less_than', ask)),
      },
      pass_steps: ['approve'],
      human_review_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      purpose: 'tenant',
      adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
    },
  ] as CascadeDefinition;

export const SCORES = Array.from({ length: 16 }, (_each, index) => 590 + index * 7);
export const TEST_MODE = { execution_mode: ['test'] };
export const NAME = 'Quartermain';

/** Executions that have ended, but for one about which a person is still asked. */
export class BacktestScene {
  readonly stack: Stack;
  readonly caller: Caller;
  readonly api: ApiCaller;
  readonly workflowId: number;
  /** Executions by the score of their applicant. */
  readonly ids: ReadonlyMap<number, number>;

  private constructor(parts: Pick<BacktestScene, 'stack' | 'caller' | 'api' | 'workflowId' | 'ids'>) {
    ({ stack: this.stack, caller: this.caller, api: this.api, workflowId: this.workflowId, ids: this.ids } = parts);
  }

  static async set(stack: Stack): Promise<BacktestScene> {
    const caller = await stack.createCaller();
    const api = new ApiCaller(stack.baseUrl, caller.token);
    const { data } = await api.post('/workflows', { name: 'Bands', active: true, definition: bands() });
    const workflowId: number = data.id;
    const ids = new Map<number, number>();
    for (const each of SCORES) {
      const payload = { applicant: { first_name: 'Pat', last_name: NAME, email: 'pat@example.com' } };
      const { data: run } = await api.trigger(workflowId, { payload, sandbox: { credit_report: { score: each } } });
      ids.set(each, run.id);
    }
    const statuses = async () =>
      (await stack.db.kysely.selectFrom('execution').select(['id', 'status']).execute()).map(({ status }) => status);
    await until(async () => (await statuses()).every((status) => ['completed', 'awaiting_review'].includes(status)));
    // Every other one is approved, and the last one is left open.
    const asked = SCORES.filter((each) => each >= 620 && each < 660).slice(0, -1);
    for (const [index, each] of asked.entries())
      await api.post(`/executions/${ids.get(each)}/review_decisions`, {
        decision: index % 2 === 0 ? 'approved' : 'denied',
      });
    const settled = SCORES.map(() => 'completed').with(-1, 'awaiting_review');
    await until(async () => (await statuses()).toSorted().join() === settled.toSorted().join());
    return new BacktestScene({ stack, caller, api, workflowId, ids });
  }

  /** The backtest as soon as it has ended. */
  async ended(id: number, as = 'completed'): Promise<AnyJson> {
    const read = async () => (await this.api.get(`/workflows/${this.workflowId}/backtests/${id}`)).data;
    await until(async () => (await read()).ended_at !== null);
    const backtest = await read();
    expect(backtest.status).toBe(as);
    return backtest;
  }

  async ask(body: AnyJson): Promise<AnyJson> {
    const { status, data } = await this.api.post(`/workflows/${this.workflowId}/backtests`, {
      sample: { filter: TEST_MODE },
      ...body,
    });
    expect({ status, data }).toMatchObject({ status: 202, data: { object: 'backtest', result: null } });
    return data;
  }

  async changesOf(id: number, query = ''): Promise<AnyJson[]> {
    return (await this.api.get(`/workflows/${this.workflowId}/backtests/${id}/changes?per_page=100${query}`)).data;
  }

  /** All that a backtest must not touch. */
  async others(): Promise<unknown> {
    const { rows } = await sql`
      select (select count(*) from execution) as executions, (select sum(xmin::text::bigint) from execution) as writes,
        (select count(*) from step) as steps, (select count(*) from effect) as effects, (select count(*) from event) as events,
        (select count(*) from command) as commands, (select count(*) from mail_message) as mails,
        (select count(*) from artifact) as files, (select count(*) from billing_entry) as bills,
        (select count(*) from decision_fact) as facts`.execute(this.stack.db.kysely);
    return rows[0];
  }
}
