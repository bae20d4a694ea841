import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { asJson } from '../../platform/database/index.ts';
import type { ConditionOperator } from '../../core/cascade/definition.ts';
import { APPLICANT } from '../executor/support/definitions.ts';
import { approve, credit, ifElse, notice, source } from '../core/interpreter/cascades.ts';
import { World } from '../core/interpreter/world.ts';
import { commandsOf, executionOf, park, recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
/** Another reviewer of the same client. */
let colleague: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  colleague = await gateway.caller({ of: caller, sameClient: true });
});
afterAll(() => gateway.stop());

const parked = async (kinds: Parameters<typeof park>[2] = ['decision']) => {
  const id = await executionOf(caller);
  await park(gateway.db, id, kinds);
  return id;
};
const bulk = (body: object, key?: string) =>
  caller.api.post(
    '/executions/review_bulk_actions',
    body,
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  );
const setExecution = (id: number, values: Record<string, unknown>) =>
  unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', id).execute());

describe('a bulk action', () => {
  // Rules: 9.7.1, 9.7.3
  test('puts every id into exactly one result, with every reason', async () => {
    const [open, claimed, twice, later, letter, never, ended, live] = [
      await parked(),
      await parked(),
      await parked(),
      await parked(['decision', 'decision']),
      await parked(['notice']),
      await executionOf(caller),
      await parked(),
      await parked(),
    ];
    await colleague.api.post(`/executions/${claimed}/review_assignment`, { assignee: 'me' });
    await caller.api.post(`/executions/${later}/review_decisions`, { decision: 'approved' });
    await caller.api.post(`/executions/${ended}/cancel`);
    await setExecution(live, { execution_mode: 'live' });
    const foreign = await executionOf(await gateway.caller());
    const ids = [twice, open, claimed, later, letter, never, ended, live, foreign, twice];
    const { status, data } = await bulk({ execution_ids: ids, bulk_action: 'deny', note: 'too late' });
    expect(status).toBe(200);
    expect(data).toEqual({
      object: 'bulk_review_result',
      applied: 0,
      enqueued: 2,
      skipped: [
        { id: claimed, reason: 'assigned_elsewhere' },
        { id: later, reason: 'review_not_pending', message: expect.stringMatching(/^an earlier review of this kind/) },
        {
          id: letter,
          reason: 'review_not_pending',
          message: expect.stringMatching(/^the open review is of kind notice/),
        },
        { id: never, reason: 'not_awaiting_review' },
        { id: ended, reason: 'not_awaiting_review' },
        { id: live, reason: 'live_mode_forbidden' },
        { id: foreign, reason: 'not_found' },
      ].sort((a, b) => a.id - b.id),
    });
    expect((await caller.api.get(`/executions/${open}`)).data.review_status).toBe('denied');
    expect((await commandsOf(gateway.db, open)).map(({ kind }) => kind)).toEqual(['start', 'poke']);
  });

  // Rules: 9.7.3
  test('assigns to the caller, and says what was assigned already', async () => {
    const [mine, free] = [await parked(), await parked()];
    await caller.api.post(`/executions/${mine}/review_assignment`, { assignee: 'me' });
    const { data } = await bulk({ execution_ids: [mine, free], bulk_action: 'assign_to_me' });
    expect(data).toMatchObject({ applied: 1, enqueued: 0, skipped: [{ id: mine, reason: 'already_assigned' }] });
  });

  // Rules: 9.7.1
  test('decides letters only if it says so', async () => {
    const id = await parked(['notice']);
    const { data } = await bulk({ execution_ids: [id], bulk_action: 'approve', kind: 'notice' });
    expect(data).toMatchObject({ enqueued: 1, skipped: [] });
  });

  // Rules: 9.7.5
  test('that was cut off is completed by a repeat under its key, and nothing is decided twice', async () => {
    const [done, left, key] = [await parked(), await parked(), randomUUID()];
    const body = { execution_ids: [done, left], bulk_action: 'approve' };
    await bulk(body, key);
    // Pretends that the process died after the first id: the response and the second part were never stored.
    await gateway.db.kysely
      .deleteFrom('idempotency_key')
      .where('key', 'like', `%${key}`)
      .where('key', 'not like', `part ${done} of%`)
      .execute();
    await setExecution(left, { status: 'awaiting_review', needs_human_review: true, review_status: 'in_review' });
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ status: 'open', decision: null })
      .where('execution_id', '=', left)
      .execute();
    const { data, headers } = await bulk(body, key);
    expect([data.enqueued, data.skipped, headers.get('idempotent-replayed')]).toEqual([2, [], null]);
    const events = (await caller.api.get(`/executions/${done}/review_events`)).data;
    expect(events.map(({ event_type }: { event_type: string }) => event_type)).toEqual(['approved']);
    expect((await bulk(body, key)).headers.get('idempotent-replayed')).toBe('true');
  });

  test.each([
    [{ execution_ids: [] }, 'execution_ids', 'must have at least 1 item'],
    [{ execution_ids: Array.from({ length: 26 }, (_, n) => n + 1) }, 'execution_ids', 'must have at most 25 items'],
    [{ execution_ids: ['1'] }, 'execution_ids[0]', 'must be a whole number'],
    [{ execution_ids: [1], bulk_action: 'burn' }, 'bulk_action', 'must be one of: approve, deny, assign_to_me'],
  ])('with %j is refused', async (body, field, message) => {
    const { error } = await bulk({ bulk_action: 'approve', ...body });
    expect(error.details).toEqual([{ field, message }]);
  });
});

describe('reasons', () => {
  test('of a reviewer are kept with the decision and its event', async () => {
    const id = await parked();
    const reasons = ['Income could not be verified'];
    expect((await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'denied', reasons })).status).toBe(
      200,
    );
    const [event] = (await caller.api.get(`/executions/${id}/review_events`)).data;
    expect(event.metadata.reasons).toEqual(reasons);
    const round = gateway.db.kysely.selectFrom('review_round').select('reasons').where('execution_id', '=', id);
    expect((await round.executeTakeFirstOrThrow()).reasons).toEqual(reasons);
  });

  // Rules: 9.6.6
  test('are required to approve a notice that needs them', async () => {
    const id = await parked(['notice']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ needs: 'reasons' })
      .where('execution_id', '=', id)
      .execute();
    const decide = (more: object) =>
      caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', ...more });
    const { status, error } = await decide({});
    expect([status, error.details[0].field]).toEqual([422, 'reasons']);
    expect((await bulk({ execution_ids: [id], bulk_action: 'approve', kind: 'notice' })).data.skipped).toHaveLength(1);
    expect((await decide({ reasons: ['Too few credit references'] })).status).toBe(200);
  });

  // Rules: 10.7.5
  test('hold no variables: nobody fills them in', async () => {
    const reasons = ['The employer {{employer.name}} says that the job ends'];
    const { status, error } = await caller.api.post(`/executions/${await parked()}/review_decisions`, {
      decision: 'denied',
      reasons,
    });
    expect([status, error.details]).toEqual([
      422,
      [{ field: 'reasons[0]', message: 'must not hold {{ or }}: variables are not filled in here' }],
    ]);
  });

  // Rules: 9.6.1
  test.each([
    [['a', 'b', 'c', 'd', 'e'], 'reasons', 'must have at most 4 items'],
    [['a', 'x'.repeat(201)], 'reasons[1]', 'must have at most 200 characters'],
  ])('are at most four, of 200 characters', async (reasons, field, message) => {
    const denial = { decision: 'denied', reasons };
    const { error } = await caller.api.post(`/executions/${await parked()}/review_decisions`, denial);
    expect(error.details).toEqual([{ field, message }]);
  });
});

describe('a notice with a gap', () => {
  const waiting = async () => {
    const id = await parked(['notice']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ needs: 'variables', missing_variables: asJson(['offer.amount', 'constructor']) })
      .where('execution_id', '=', id)
      .execute();
    return id;
  };
  const decide = (id: number, more: object) =>
    caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', ...more });

  test('names its variables in the execution and in the inbox', async () => {
    const id = await waiting();
    const asked = { needs: 'variables', variables: ['offer.amount', 'constructor'] };
    expect((await caller.api.get(`/executions/${id}`)).data.pending_review).toMatchObject(asked);
    const listed = (await caller.api.get('/reviews?per_page=100')).data;
    expect(listed.find((review: { execution_id: number }) => review.execution_id === id)).toMatchObject(asked);
  });

  // Rules: 9.6.6
  test.each([
    [{}, ['offer.amount', 'constructor'], 'is required'],
    [{ 'offer.amount': ' ', constructor: 'x' }, ['offer.amount'], 'is required'],
    [{ 'offer.amount': '$4,000' }, ['constructor'], 'is required'],
    [{ 'offer.amount': '{{x}}', constructor: 'x' }, ['offer.amount'], 'must not hold {{ or }}'],
    [{ 'offer.amount': '$4,000', constructor: 'x', other: 'y' }, ['other'], 'is not asked for'],
  ])('is not approved with %j', async (variables, fields, message) => {
    const { status, error } = await decide(await waiting(), { variables });
    expect([status, error.details.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      fields.map((path) => `variables.${path}`),
    ]);
    for (const detail of error.details) expect(detail.message).toContain(message);
  });

  test('is approved with them all, kept with the round, and skipped by bulk actions', async () => {
    const id = await waiting();
    const { data } = await bulk({ execution_ids: [id], bulk_action: 'approve', kind: 'notice' });
    expect(data.skipped).toMatchObject([{ id, message: expect.stringContaining('variables.offer.amount') }]);
    const variables = { 'offer.amount': '$4,000', constructor: 'x' };
    expect((await decide(id, { variables })).status).toBe(200);
    const round = gateway.db.kysely.selectFrom('review_round').select('variables').where('execution_id', '=', id);
    expect((await round.executeTakeFirstOrThrow()).variables).toEqual(variables);
  });

  test('takes variables from nobody who was not asked for them, and none to deny it', async () => {
    const plain = await parked(['notice']);
    expect((await decide(plain, { variables: { x: 'y' } })).error.details).toEqual([
      { field: 'variables.x', message: 'is not asked for here' },
    ]);
    expect((await decide(await waiting(), { decision: 'denied' })).status).toBe(200);
  });

  describe.each([
    ['name', 'applicant.name', 'Felix Ashdown Jr.', ['', '…', 'felix.ashdown@example.com', '{{x}}']],
    [
      'address',
      'applicant.address',
      '14 Alder Court\nUnit 2B\nDayton, OH 45402',
      ['', '14 Alder Court, Dayton, OH 45402', '14 Alder Court\n-', 'n/a\nn/a', '{{a}}\n{{b}}'],
    ],
  ])('that waits for the %s of the person', (needs, path, value, faulty) => {
    const lacking = async () => {
      const id = await waiting();
      const lacks = { needs: needs as 'name' | 'address', missing_variables: asJson([path]) };
      await gateway.db.kysely.updateTable('review_round').set(lacks).where('execution_id', '=', id).execute();
      return id;
    };

    test('says so in the execution and in the inbox', async () => {
      const id = await lacking();
      const asked = { needs, variables: [path] };
      expect((await caller.api.get(`/executions/${id}`)).data.pending_review).toMatchObject(asked);
    });

    test.each(faulty.map((text) => [text]))('is not approved with %j', async (text) => {
      const { status, error } = await decide(await lacking(), { variables: { [path]: text } });
      expect([status, error.details.map(({ field }: { field: string }) => field)]).toEqual([
        422,
        [`variables.${path}`],
      ]);
    });

    // Rules: 11.3.6, 11.3.8
    test('is approved with it, or discarded without it', async () => {
      const id = await lacking();
      expect((await decide(id, {})).error.details).toMatchObject([{ field: `variables.${path}` }]);
      expect((await decide(id, { variables: { [path]: value } })).status).toBe(200);
      const round = gateway.db.kysely.selectFrom('review_round').select('variables').where('execution_id', '=', id);
      expect((await round.executeTakeFirstOrThrow()).variables).toEqual({ [path]: value });
      const [event] = (await caller.api.get(`/executions/${id}/review_events`)).data;
      expect(event).toMatchObject({ event_type: 'approved', actor_user_id: caller.userId });
      expect(event.metadata).toMatchObject({ variables: { [path]: value } });
      const log = gateway.db.kysely.selectFrom('audit_event').selectAll().where('account_id', '=', caller.accountId);
      expect(JSON.stringify(await log.execute())).not.toContain(JSON.stringify(value));
      expect((await decide(await lacking(), { decision: 'denied' })).status).toBe(200);
    });
  });

  test('a letter that waits for a second look says why', async () => {
    const id = await parked(['notice']);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ why: 'free_text_only' })
      .where('execution_id', '=', id)
      .execute();
    expect((await caller.api.get(`/executions/${id}`)).data.pending_review).toMatchObject({ why: 'free_text_only' });
  });
});

describe('the inbox', () => {
  // Rules: 10.9.2
  test('lists open reviews of the client, the first due first, with counts of all', async () => {
    const desk = await gateway.caller();
    const ids = [];
    for (const [kind, due] of [
      ['decision', null],
      ['decision', 60_000],
      ['notice', -60_000],
    ] as const) {
      const id = await executionOf(desk);
      await park(gateway.db, id, [kind]);
      const due_at = due === null ? null : new Date(Date.now() + due);
      await gateway.db.kysely.updateTable('review_round').set({ due_at }).where('execution_id', '=', id).execute();
      ids.push(id);
    }
    await desk.api.post(`/executions/${ids[1]}/review_assignment`, { assignee: 'me' });
    const idsOf = async (query = '') =>
      (await desk.api.get(`/reviews${query}`)).data.map(({ execution_id }: { execution_id: number }) => execution_id);
    expect(await idsOf()).toEqual([ids[2], ids[1], ids[0]]);
    expect(await idsOf('?filter[overdue]=true')).toEqual([ids[2]]);
    expect(await idsOf('?filter[overdue]=false')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('?filter[kind]=decision')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('?filter[assigned_to_user_id]=me')).toEqual([ids[1]]);
    expect(await idsOf('?filter[assigned_to_user_id]=none')).toEqual([ids[2], ids[0]]);
    const { body } = await desk.api.get('/reviews?filter[kind]=notice&per_page=1');
    expect(body.meta).toMatchObject({ total_count: 1, object: 'review' });
    expect(body.meta.counts).toMatchObject({
      total: 3,
      decision: 2,
      notice: 1,
      overdue: 1,
      assigned_to_me: 1,
      unassigned: 2,
    });
    expect(body.meta.counts.by_workflow.map(({ total }: { total: number }) => total)).toEqual([1, 1, 1]);
    expect((await (await gateway.caller()).api.get('/reviews')).data).toEqual([]);
  });
});

describe('a review case', () => {
  test('shows why it was flagged, the reports, the history and both consequences', async () => {
    const condition = { source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 600 };
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
      { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['node0'] },
      {
        id: 'node0',
        type: 'IfElse',
        branches: { human_review: { condition_groups: [{ conditions: [condition] }] } },
        pass_steps: ['yes'],
        fail_steps: ['no'],
      },
      { id: 'yes', type: 'Action', action_type: 'Approve', name: 'Approve' },
      { id: 'no', type: 'Action', action_type: 'AdverseAction', adverse_action: { send_strategy: 'auto_send' } },
    ];
    const workflow = (await caller.api.post('/workflows', { name: 'W', definition })).data;
    const { id } = (await caller.api.trigger(workflow.id, { payload: { applicant: { first_name: 'Ada' } } })).data;
    await park(gateway.db, id);
    const trace = { ...condition, branch: 'human_review', group: 0, actual: 640, result: true, missing: false };
    await gateway.db.kysely
      .insertInto('step')
      .values([
        {
          execution_id: id,
          node_id: 'credit',
          visit: 1,
          node_type: 'BillingProduct',
          status: 'succeeded',
          output: asJson({ score: 640, tradelines: [{}] }),
        },
        {
          execution_id: id,
          node_id: 'node0',
          visit: 1,
          node_type: 'IfElse',
          status: 'running',
          output: asJson({ branch: 'human_review', conditions: [trace, { ...trace, branch: 'pass' }] }),
        },
      ])
      .execute();
    await caller.api.post(`/executions/${id}/review_notes`, { note: 'Called the employer.' });
    const { status, data } = await caller.api.get(`/executions/${id}/review`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      execution: { id, status: 'awaiting_review' },
      applicant: { first_name: 'Ada' },
      review: { node_id: 'node0', kind: 'decision', flagged_by: [{ field: 'score', value: 600, actual: 640 }] },
      reports: [{ node_id: 'credit', product_code: 'credit_report', values: { score: 640 }, pdf: null }],
      history: [
        { event_type: 'note_added', actor: { id: caller.userId, name: 'Robin' }, note: 'Called the employer.' },
      ],
      on_approved: { next_nodes: ['yes'], runs: null, letters: [] },
      on_denied: {
        next_nodes: ['no'],
        letters: [{ node_id: 'no', action_taken: 'denied', send_strategy: 'auto_send' }],
      },
    });
    expect(data.reports[0].values).toEqual({ score: 640 });
    expect(data.reports[0]).toMatchObject({
      name: 'Credit report',
      fields: [{ field: 'score', label: expect.any(String), type: 'integer', unit: 'points' }],
    });
  });

  test('is about the open review, not about one that was decided or one that waits', async () => {
    const id = await parked(['decision', 'decision', 'notice']);
    await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', node_id: 'node0' });
    expect((await caller.api.get(`/executions/${id}/review`)).data.review).toMatchObject({ node_id: 'node1' });
  });

  /**
   * Everybody is reviewed: an approval sends a mail, a denial declines, first with a draft if `send_strategy` says so.
   */
  const reviewed = (send_strategy: 'auto_send' | 'draft_first') => {
    const definition = [
      source('credit'),
      credit('credit', 'check'),
      {
        ...ifElse('check', {
          pass: { condition_groups: [{ conditions: [scoreOf('greater_than', 850)] }] },
          review: { condition_groups: [{ conditions: [scoreOf('greater_than_or_equal', 300)] }] },
          then: ['approve'],
          reviewed: ['approve'],
          otherwise: ['decline', 'later'],
        }),
      },
      approve('approve'),
      { ...notice('decline', send_strategy, 'file'), name: 'Decline' },
      approve('file'),
      ifElse('later', {
        pass: { condition_groups: [{ conditions: [scoreOf('less_than', 300)] }] },
        then: ['never'],
        otherwise: [],
      }),
      notice('never', 'auto_send'),
    ];
    const world = new World(definition, { payload: APPLICANT });
    world.advance();
    return world;
  };
  const scoreOf = (operator: ConditionOperator, value: number) => ({
    source_node_id: 'credit',
    field: 'score',
    operator,
    value,
  });

  // Rules: 9.14.1, 9.14.3
  test('foresees what approving and denying do, with the reasons that the letter would give', async () => {
    const world = reviewed('auto_send');
    const id = await recordedRun(gateway, caller, world);
    const { status, data } = await caller.api.get(`/executions/${id}/review`);
    expect(status).toBe(200);
    expect(data.on_approved).toMatchObject({ runs: ['approve'], stops_at: [], sends_draft: false, letters: [] });
    world.decide('check', 'denied');
    const issued = world.allEffects.find(({ nodeId }) => nodeId === 'decline')?.request;
    const reasons = issued?.kind === 'notice' && issued.operation === 'prepare' ? issued.notice.reasons : [];
    expect(reasons.length).toBeGreaterThan(0);
    expect(data.on_denied).toMatchObject({
      next_nodes: ['decline', 'later'],
      runs: ['decline', 'later', 'file'],
      stops_at: [],
      letters: [
        {
          ...{ node_id: 'decline', would_be_issued: true, reasons, rests_on_denial: true },
          recipient: APPLICANT.applicant.email,
        },
        { node_id: 'never', would_be_issued: false, reasons: null, rests_on_denial: null, recipient: null },
      ],
    });
    expect(data.on_denied_with_reasons.letters[0]).toMatchObject({
      reasons: expect.arrayContaining(['(the reason that you give)']),
      rests_on_denial: false,
    });
    expect((await caller.api.get(`/executions/${id}`)).data.status).toBe('awaiting_review');
  });

  test('of a letter says that approving sends it, and that a draft stops the run first', async () => {
    const world = reviewed('draft_first');
    const denied = (await caller.api.get(`/executions/${await recordedRun(gateway, caller, world)}/review`)).data;
    expect(denied.on_denied).toMatchObject({ runs: ['decline', 'later'], stops_at: ['decline'] });
    world.decide('check', 'denied');
    world.finish('decline', { artifact_id: 1 });
    const { data } = await caller.api.get(`/executions/${await recordedRun(gateway, caller, world)}/review`);
    expect(data.review).toMatchObject({ kind: 'notice', node_id: 'decline' });
    expect(data.on_approved).toMatchObject({ next_nodes: ['file'], runs: ['file'], sends_draft: true });
    expect(data.on_denied).toMatchObject({ next_nodes: ['file'], runs: ['file'], sends_draft: false });
  });

  test('says that giving the reasons that a letter waits for sends it, and to whom', async () => {
    const world = reviewed('auto_send');
    world.decide('check', 'denied');
    world.finish('decline', { needs: 'reasons' });
    const id = await recordedRun(gateway, caller, world);
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ needs: 'reasons' })
      .where('execution_id', '=', id)
      .execute();
    const { data } = await caller.api.get(`/executions/${id}/review`);
    expect(data.on_approved.letters).toMatchObject([
      {
        ...{ node_id: 'decline', send_strategy: 'auto_send', would_be_issued: true },
        ...{ reasons: expect.arrayContaining(['(the reason that you give)']), recipient: APPLICANT.applicant.email },
      },
    ]);
    expect(data.on_denied.letters).toEqual([]);
  });

  test('of another client is not found', async () => {
    expect((await (await gateway.caller()).api.get(`/executions/${await parked()}/review`)).status).toBe(404);
  });
});

describe('who is calling', () => {
  // Rules: 16.16.5
  test('is told by /me, with scopes, access and limits', async () => {
    const { data } = await caller.api.get('/me');
    expect(data).toMatchObject({
      object: 'me',
      account: { id: caller.accountId, name: 'Harbor Homes' },
      api_client: { id: caller.clientId },
      user: { id: caller.userId, name: 'Robin', email: 'robin@example.com' },
      production_access: false,
      four_eyes: false,
      limits: { webhook_subscriptions: 50 },
    });
    expect(data.scopes).toContain('executions:write');
  });

  test('and /users names the users of the account, and nobody else', async () => {
    const { data } = await caller.api.get('/users');
    expect(data.map(({ id }: { id: number }) => id)).toEqual([colleague.userId, caller.userId]);
    expect(data[0]).toEqual({
      ...{ id: colleague.userId, object: 'user', name: 'Robin', role: null, queues: [] },
      address_confirmed_by: 'operator',
    });
  });
});
