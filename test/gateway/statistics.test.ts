import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { countNext } from '../../services/executor/decision-hours.ts';
import type { AnyJson } from './api-caller.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

const RUNS = 600;
const WORKFLOW = 7;

let gateway: TestGateway;
let caller: Caller;
let narrow: Caller;
let other: Caller;
let runs: readonly AnyJson[];

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  narrow = await gateway.caller({ of: caller, sameClient: true, scopes: ['statistics:read'] });
  other = await gateway.caller();
  const { kysely } = gateway.db;
  await sql`
    insert into workflow (id, account_id, code, name, active, trigger_type, version)
    select ${WORKFLOW} + n, ${caller.accountId}, 'CAS-00000' || n, 'Counted', false, 'manual', 3
    from generate_series(0, 1) n`.execute(kysely);
  // Around the night on which the clocks of New York go forward: 2026-03-08 has 23 hours.
  await sql`
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
      execution_mode, outcome, re_evaluated_from, payload, run_key, created_at, completed_at, first_error_code)
    select ${caller.accountId}, ${caller.clientId}, ${WORKFLOW} + n % 2, 1 + n % 3, case when n % 20 = 0 then 99 end,
      case when n % 20 = 0 then n end, case n % 11 when 0 then 'failed' when 1 then 'cancelled' else 'completed' end,
      case when n % 13 = 0 then 'test' else 'live' end,
      case when n % 11 < 2 then null when n % 4 = 0 then 'denied' when n % 29 = 5 then 'conditional' else 'approved' end,
      case when n % 17 = 0 then 1 end, '{}', gen_random_uuid(),
      timestamptz '2026-03-07 12:00Z' + n * interval '8 minutes' - (1 + n % 50) * interval '1 second',
      timestamptz '2026-03-07 12:00Z' + n * interval '8 minutes', case when n % 11 = 0 then 'vendor_timeout' end
    from generate_series(1, ${RUNS}) n`.execute(kysely);
  await sql`
    insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, batch_id, execution_mode,
      is_again, status, outcome, error_code, accepted_at, ended_at, decided_by, held, taken, reasons, facts)
    select id, account_id, api_client_id, workflow_id, workflow_version, batch_id, execution_mode,
      re_evaluated_from is not null, status, outcome, first_error_code, created_at, completed_at,
      case when outcome is not null then 'r' || id % 3 end, array['r' || id % 3],
      case when id % 3 = 0 then '{}' else array['a:b:pass', 'last:' || case when id % 2 = 0 then 'fail' else 'pass' end] end,
      case when outcome = 'denied' then array['credit_report.collections'] else '{}' end, '{}'
    from execution`.execute(kysely);
  await sql`
    insert into review_round (execution_id, key, node_id, visit, kind, status, decision, opened_at, decided_at, approvals_required)
    select id, 'k', 'check', 1, 'decision', 'decided', case when id % 2 = 0 then 'approved' else 'denied' end,
      completed_at - interval '1 hour', completed_at, 1 from execution where id % 6 = 0`.execute(kysely);
  await sql`
    insert into effect (execution_id, key, node_id, visit, kind, request, status, begun_at, finished_at)
    select id, 'p', 'credit', 1, 'live_pull', '{"product_code": "credit_report"}',
      case when id % 10 = 0 then 'failed' else 'done' end, completed_at - interval '4 seconds', completed_at
    from execution where execution_mode = 'live'`.execute(kysely);
  while ((await countNext(gateway.db)) > 0);
  ({ rows: runs } = await sql<AnyJson>`select * from execution order by id`.execute(kysely));
});
afterAll(() => gateway?.stop());

const NEW_YORK = 'from=2026-03-07&to=2026-03-11&time_zone=America/New_York';
const dayIn = (at: Date, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
const read = async (name: string, query = NEW_YORK, by = caller): Promise<AnyJson> => {
  const { status, data, error } = await by.api.get(`/statistics/${name}?${query}`);
  expect([status, error]).toEqual([200, undefined]);
  return data;
};
const live = () => runs.filter(({ execution_mode: mode }) => mode === 'live');
const COUNTED = [
  'ended',
  'completed',
  'failed',
  'cancelled',
  'skipped',
  'approved',
  'conditional',
  'denied',
  're_evaluations',
];

function counted(of: readonly AnyJson[]) {
  const named = (name: string) => of.filter(({ status, outcome }) => status === name || outcome === name).length;
  const again = of.filter(({ re_evaluated_from: from }) => from !== null).length;
  const counts = COUNTED.slice(1, -1).map((name) => [name, named(name)] as const);
  return { ended: of.length, ...Object.fromEntries(counts), re_evaluations: again };
}

const only = (row: AnyJson) => Object.fromEntries(COUNTED.map((name) => [name, row[name]]));

describe('decisions', () => {
  // Rules: 21.4.1, 21.4.2, 21.4.4
  test('are what the executions are, by the days of the time zone, also where its clocks go forward', async () => {
    const { total, periods, execution_mode: mode } = await read('decisions');
    expect(mode).toBe('live');
    const days = ['07', '08', '09', '10', '11'].map((day) => `2026-03-${day}`);
    expect(periods.map(({ begins_on: day }: AnyJson) => day)).toEqual(days);
    for (const [index, day] of days.entries()) {
      const own = live().filter(({ completed_at: at }) => dayIn(at, 'America/New_York') === day);
      expect([day, only(periods[index])]).toEqual([day, counted(own)]);
    }
    expect(only(total)).toEqual(counted(live()));
    // They have taken 1 to 50 seconds.
    expect(total.median_seconds).toBeGreaterThan(23);
    expect(total.median_seconds).toBeLessThan(28);
    expect(total.p90_seconds).toBeGreaterThan(42);
    expect(total.p90_seconds).toBeLessThan(48);
  });

  // Rules: 21.4.1, 21.4.6
  test.each([
    ['filter[workflow_id]=7', (run: AnyJson) => run.workflow_id === 7],
    [
      'filter[workflow_id]=7&filter[workflow_id]=8&filter[workflow_version]=1&filter[workflow_version]=3',
      (run: AnyJson) => run.workflow_version !== 2,
    ],
    ['filter[outcome]=denied', (run: AnyJson) => run.outcome === 'denied'],
    ['filter[batch_execution_id]=99', (run: AnyJson) => run.batch_id === 99],
  ])('of %s are those of its executions', async (filter, holds) => {
    expect(only((await read('decisions', `${NEW_YORK}&${filter}`)).total)).toEqual(counted(live().filter(holds)));
  });

  // Rules: 21.4.1
  test('of test mode are apart, and those of others are not counted', async () => {
    const tests = runs.filter(({ execution_mode: mode }) => mode === 'test');
    expect(only((await read('decisions', `${NEW_YORK}&filter[execution_mode]=test`)).total)).toEqual(counted(tests));
    expect((await read('decisions', NEW_YORK, other)).total.ended).toBe(0);
  });

  // Rules: 21.4.2, 21.3.4
  test('are the same from days and from hours: any zone, any bounds, any filter', async () => {
    const zones = fc.constantFrom('UTC', 'America/New_York', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Tokyo');
    const days = fc.tuple(fc.integer({ min: 5, max: 13 }), fc.integer({ min: 0, max: 8 }));
    const some = fc.subarray([7, 8], { minLength: 0 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ zone: zones, days, workflows: some, denied: fc.boolean(), by: fc.constantFrom('day', 'week') }),
        async ({ zone, days: [first, more], workflows, denied, by }) => {
          const [from, to] = [first, first + more].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
          const own = live().filter(({ completed_at: at, workflow_id: workflow, outcome }) => {
            const isAsked =
              (workflows.length === 0 || workflows.includes(workflow)) && (!denied || outcome === 'denied');
            const day = dayIn(at, zone);
            return isAsked && day >= (from ?? '') && day <= (to ?? '');
          });
          const filters = [
            ...workflows.map((id) => `&filter[workflow_id]=${id}`),
            denied ? '&filter[outcome]=denied' : '',
          ].join('');
          const { total, periods } = await read(
            'decisions',
            `from=${from}&to=${to}&time_zone=${zone}&by=${by}${filters}`,
          );
          expect(only(total)).toEqual(counted(own));
          const sums = periods.reduce((sum: number, { ended }: AnyJson) => sum + ended, 0);
          expect(sums).toBe(own.length);
          expect(total.median_seconds === null).toBe(own.length === 0);
        },
      ),
      { numRuns: 60 },
    );
  });

  // Rules: 21.4.8
  test.each([
    [
      'filter[decided_by]=r1&filter[outcome]=denied',
      ({ id, outcome }: AnyJson) => id % 3 === 1 && outcome === 'denied',
    ],
    ['filter[reason]=credit_report.collections', ({ outcome }: AnyJson) => outcome === 'denied'],
    [
      'filter[failed_product]=credit_report',
      ({ id, execution_mode: mode }: AnyJson) => id % 10 === 0 && mode === 'live',
    ],
    ['filter[decided_by]=r9', () => false],
    ['filter[reason]=credit_report.score', () => false],
    ['filter[failed_product]=eviction_history', () => false],
  ])('lead to the executions of %s', async (filter, holds) => {
    const { data, body } = await caller.api.get(`/executions?per_page=100&${filter}`);
    expect(body.meta.total_count).toBe(runs.filter(holds).length);
    expect(data.every((row: AnyJson) => holds(runs.find(({ id }) => id === row.id)))).toBe(true);
  });

  // Rules: 21.4.8
  test.each(['filter[decided_by]=r1', 'filter[reason]=credit_report.collections'])(
    'lead nobody to the executions of %s who may not see what was decided by',
    async (filter) => {
      const viewer = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
      const { status, error } = await viewer.api.get(`/executions?${filter}`);
      expect([status, error?.code]).toEqual([403, 'insufficient_scope']);
    },
  );

  // Rules: 21.4.3
  test('of a week of which days were not asked for, or of today, say so', async () => {
    const { periods } = await read('decisions', `${NEW_YORK}&by=week`);
    expect(periods.map((row: AnyJson) => [row.begins_on, row.is_partial])).toEqual([
      ['2026-03-07', true],
      ['2026-03-09', true],
    ]);
    const whole = await read('decisions', 'from=2026-03-02&to=2026-03-08&by=week');
    expect(whole.periods).toMatchObject([{ begins_on: '2026-03-02', is_partial: false }]);
    const today = (await read('decisions', '')).periods;
    expect([today.length, today.at(-1).is_partial, today.at(-2).is_partial]).toEqual([30, true, false]);
  });

  // Rules: 21.4.2
  test.each([
    ['time_zone=Asia/Kolkata', 'time_zone'],
    ['time_zone=Mars/Olympus', 'time_zone'],
    ['from=2026-02-30', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2020-01-01&to=2026-03-01', 'from'],
  ])('asked with %s are refused by the name of the parameter', async (query, field) => {
    const { status, error } = await caller.api.get(`/statistics/decisions?${query}`);
    expect([status, error.code, error.details[0].field]).toEqual([422, 'validation_failed', field]);
  });
});

// Rules: 21.4.1, 21.3.3, 21.4.10
test('rules, reasons, reviews and vendors add up to what the executions say', async () => {
  const decided = live().filter(({ outcome }) => outcome !== null);
  const { rules, branches } = await read('rules', `${NEW_YORK}&filter[workflow_id]=7`);
  const ofSeven = live().filter(({ id, workflow_id: workflow }) => workflow === WORKFLOW && id % 3 !== 0);
  const took = (node: string, branch: string, holds: (run: AnyJson) => boolean) => ({
    ...{ workflow_id: WORKFLOW, node_id: node, branch, executions: ofSeven.filter(holds).length },
  });
  // Runs of workflow 7 have odd or even ids alone.
  expect(branches).toHaveLength(2);
  expect(branches).toEqual(
    expect.arrayContaining([took('a:b', 'pass', () => true), took('last', branches.at(-1).branch, () => true)]),
  );
  for (const { rule, decided: count, held, denied } of rules) {
    const own = live().filter(({ id, workflow_id: workflow }) => workflow === WORKFLOW && `r${id % 3}` === rule);
    const by = own.filter(({ outcome }) => outcome !== null);
    expect([rule, count, held]).toEqual([rule, by.length, own.length]);
    expect(denied).toBe(by.filter(({ outcome }) => outcome === 'denied').length);
  }
  expect(rules).toHaveLength(3);
  expect((await read('reasons')).reasons).toEqual([
    {
      reason: 'credit_report.collections',
      text: 'Collection action reported by a creditor or collection agency',
      executions: decided.filter(({ outcome }) => outcome === 'denied').length,
    },
  ]);
  const reviewed = live().filter(({ id }) => id % 6 === 0);
  const { total } = await read('reviews');
  expect([total.done, total.denied]).toEqual([reviewed.length, 0]);
  expect(total.median_seconds / 3_600).toBeGreaterThan(0.95);
  expect(total.median_seconds / 3_600).toBeLessThan(1.05);
  const [product] = (await read('vendors')).products;
  expect(product).toMatchObject({
    ...{ product_code: 'credit_report', pulls: live().length },
    failures: live().filter(({ id }) => id % 10 === 0).length,
  });
});

const weekOf = (at: Date) => Math.floor((at.getTime() / 86_400_000 + 3) / 7);
const dayOf = (at: Date) => Math.floor(at.getTime() / 86_400_000);

/** The counts for callers who cannot read executions: each cell, rounded down to a multiple of five. */
function toldOf(of: readonly AnyJson[], timeOf: (at: Date) => number, ...by: readonly string[]) {
  const cells = Map.groupBy(of, (run) =>
    JSON.stringify([
      ...[timeOf(run.completed_at), run.status, run.outcome, run.first_error_code, run.re_evaluated_from !== null],
      ...by.map((name) => run[name]),
    ]),
  );
  const told = [...cells.values()].flatMap((own) => own.slice(0, own.length - (own.length % 5)));
  return Object.fromEntries(Object.entries(counted(told)).map(([name, n]) => [name, n === 0 ? '<5' : n]));
}

const WEEKS = 'from=2026-03-02&to=2026-03-15';

// Rules: 21.4.5
describe('who cannot read executions', () => {
  test.each([
    ['', [], () => true],
    ['&filter[outcome]=conditional', [], ({ outcome }: AnyJson) => outcome === 'conditional'],
    [
      '&filter[workflow_id]=7&filter[workflow_id]=8&filter[workflow_version]=1&filter[workflow_version]=2',
      ['workflow_id', 'workflow_version'],
      ({ workflow_version: version }: AnyJson) => version !== 3,
    ],
  ] as const)('is told of weeks and days in UTC, each rounded by itself: %s', async (filter, by, holds) => {
    const own = live().filter(holds);
    const { total, periods } = await read('decisions', `${WEEKS}${filter}`, narrow);
    expect(only(total)).toEqual(toldOf(own, weekOf, ...by));
    for (const { begins_on: day, ...row } of periods) {
      const ofDay = own.filter(({ completed_at: at }) => at.toISOString().startsWith(day));
      expect([day, only(row)]).toEqual([day, toldOf(ofDay, dayOf, ...by)]);
    }
    const weeks = (await read('decisions', `${WEEKS}&by=week${filter}`, narrow)).periods;
    for (const { begins_on: day, ...row } of weeks) {
      const ofWeek = own.filter(({ completed_at: at }) => weekOf(at) === weekOf(new Date(day)));
      expect([day, only(row)]).toEqual([day, toldOf(ofWeek, weekOf, ...by)]);
    }
    expect([periods.length, weeks.length]).toEqual([14, 2]);
  });

  test('learns nothing from two questions that differ by a day, an hour or a batch', async () => {
    const whole = await read('decisions', WEEKS, narrow);
    for (const other of [NEW_YORK, 'from=2026-03-08&to=2026-03-09', `${WEEKS}&time_zone=Asia/Tokyo`])
      expect(await read('decisions', other, narrow)).toEqual(whole);
    const { status, error } = await narrow.api.get(`/statistics/decisions?${WEEKS}&filter[batch_execution_id]=99`);
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
  });

  test('is told of no run that ended today', async () => {
    await sql`
      insert into decision_day (api_client_id, execution_mode, what, workflow_id, day, workflow_version, outcome, key, status,
        is_again, count)
      select ${caller.clientId}, 'test', 'decision', 0, date_trunc('day', now(), 'UTC'), 0, 'denied', '', 'completed', false, 500`.execute(
      gateway.db.kysely,
    );
    const of = async (by: Caller) => (await read('decisions', 'filter[execution_mode]=test', by)).periods.at(-1).denied;
    expect([await of(caller), await of(narrow)]).toEqual([500, '<5']);
  });

  test('is told of open reviews as a sum of workflows and versions, each rounded by itself', async () => {
    await sql`
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode,
        needs_human_review, payload, run_key)
      select ${caller.accountId}, ${caller.clientId}, ${WORKFLOW} + n / 6, 1, 'awaiting_review', 'test', true, '{}',
        gen_random_uuid() from generate_series(0, 9) n`.execute(gateway.db.kysely);
    const open = async (by: Caller, ...ids: readonly number[]) =>
      (
        await read(
          'reviews',
          ['filter[execution_mode]=test', ...ids.map((id) => `filter[workflow_id]=${id}`)].join('&'),
          by,
        )
      ).open;
    const asked = [[], [WORKFLOW], [WORKFLOW + 1], [WORKFLOW, WORKFLOW + 1]];
    expect(await Promise.all(asked.map((ids) => open(caller, ...ids)))).toEqual([10, 6, 4, 10]);
    expect(await Promise.all(asked.map((ids) => open(narrow, ...ids)))).toEqual([10, 5, '<5', 5]);
  });

  // Rules: 21.4.11
  test('learns of no rule, branch, reason or product of few, not even that there is one', async () => {
    const few = `${WEEKS}&filter[outcome]=conditional`;
    const [whole, shown] = [await read('rules', few), await read('rules', few, narrow)];
    expect([whole.rules.length > 0, whole.branches.length > 0]).toEqual([true, true]);
    expect([shown.rules, shown.branches]).toEqual([[], []]);
    const [{ rules }, { rules: many }] = [await read('rules'), await read('rules', NEW_YORK, narrow)];
    expect(many.map(({ rule }: AnyJson) => rule).toSorted()).toEqual(rules.map(({ rule }: AnyJson) => rule).toSorted());
  });
});

// Rules: 21.4.5
test('who reads no execution in full learns by which rule and for what reason of no single one', async () => {
  const viewer = await gateway.caller({ of: caller, sameClient: true, scopes: ['statistics:read', 'executions:read'] });
  const batch = `${NEW_YORK}&filter[batch_execution_id]=99`;
  for (const name of ['rules', 'reasons']) {
    const { status, error } = await viewer.api.get(`/statistics/${name}?${batch}`);
    expect([name, status, error.code]).toEqual([name, 403, 'insufficient_scope']);
    expect((await read(name, NEW_YORK, viewer))[name]).toEqual((await read(name, NEW_YORK, narrow))[name]);
  }
  // The caller may see the outcome of each execution anyway.
  expect(await read('decisions', batch, viewer)).toEqual(await read('decisions', batch));
});

const DEFINITION = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    ...{ id: 'check', type: 'IfElse', pass_steps: ['no'], fail_steps: ['yes'] },
    branches: {
      pass: {
        condition_groups: [
          {
            ...{ id: 'r1', text: 'Turn down a score below 587' },
            conditions: [{ source_node_id: 'credit', field: 'score', operator: 'less_than', value: 587 }],
          },
        ],
      },
    },
  },
  { id: 'yes', type: 'Action', action_type: 'Approve' },
  { id: 'no', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: '{{applicant.email}}' } },
];

// Rules: 21.4.9
test('rules are told in their sentences to who may read workflows', async () => {
  await sql`insert into workflow_version (workflow_id, version, name, definition)
    select ${WORKFLOW}, n, 'Counted', ${JSON.stringify(DEFINITION)}::json from generate_series(1, 3) n`.execute(
    gateway.db.kysely,
  );
  const told = ({ rules }: AnyJson) => rules.find(({ rule }: AnyJson) => rule === 'r1');
  const query = `${NEW_YORK}&filter[workflow_id]=${WORKFLOW}`;
  const both = await gateway.caller({ of: caller, sameClient: true, scopes: ['statistics:read', 'workflows:read'] });
  expect(told(await read('rules', query, both)).text).toContain('587');
  expect(told(await read('rules', query, narrow))).toMatchObject({ text: null, row_id: null });
});

// Rules: 21.4.6
test('a version is one of a workflow that is named', async () => {
  const { status, error } = await caller.api.get('/statistics/decisions?filter[workflow_version]=1');
  expect([status, error.details[0].field]).toEqual([422, 'filter[workflow_version]']);
});

// Rules: 21.4.7
test('statistics need a scope of their own', async () => {
  const unscoped = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  const { status, error } = await unscoped.api.get('/statistics/decisions');
  expect([status, error.code]).toEqual([403, 'insufficient_scope']);
});
