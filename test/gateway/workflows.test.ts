import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
/** A caller with production access, and one without. */
let live: Caller;
let sandboxed: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  live = await gateway.caller({ productionAccess: true });
  sandboxed = await gateway.caller();
});
afterAll(() => gateway.stop());

describe('creating a workflow', () => {
  test('answers 201 with the detail, active, under a code of the account', async () => {
    const { status, data } = await live.api.post('/workflows', {
      name: 'Tenants',
      use_case: 'tenant_screening',
      definition: SIMPLE,
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.any(Number),
      object: 'workflow',
      code: expect.stringMatching(/^CAS-[0-9A-HJKMNP-TV-Z]{6}$/),
      name: 'Tenants',
      active: true,
      trigger_type: 'manual',
      use_case: 'tenant_screening',
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      definition: SIMPLE,
      warnings: [],
      hidden_from_reviewers: [],
      missing_for_live: [],
      questions: [],
    });
  });

  test('without production access gives a draft, and a note that says why', async () => {
    const { data } = await sandboxed.api.post('/workflows', { name: 'Draft', definition: SIMPLE, active: true });
    expect([data.active, data.note]).toEqual([false, expect.stringContaining('production access')]);
  });

  // Rules: 2.10.1
  test('without a definition gives an empty draft, and a note that says why', async () => {
    const { data } = await live.api.post('/workflows', { name: 'Empty', active: true });
    expect([data.active, data.definition, data.note]).toEqual([false, [], expect.stringContaining('empty')]);
  });

  test('as a draft on request needs no note', async () => {
    const { data } = await live.api.post('/workflows', { name: 'Draft', definition: SIMPLE, active: false });
    expect([data.active, 'note' in data]).toEqual([false, false]);
  });

  test('takes null for active as true, and an unknown trigger_type as manual', async () => {
    const { data } = await live.api.post('/workflows', {
      name: 'X',
      definition: SIMPLE,
      active: null,
      trigger_type: 'x',
    });
    expect([data.active, data.trigger_type]).toEqual([true, 'manual']);
  });

  test('lists all that is wrong with a definition, five mistakes in five details', async () => {
    const { status, error } = await live.api.post('/workflows', {
      name: 'Wrong',
      definition: [
        { id: 'start', type: 'ApplicantSource', next_step: ['nowhere'] },
        { id: 'credit', type: 'BillingProduct' },
        { id: 'wait', type: 'Wait', wait: { duration: -1, unit: 'hours' } },
        { id: 'jump', type: 'GoTo' },
        { id: 'act', type: 'Action', action_type: 'Dance' },
      ],
    });
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toHaveLength(5);
    for (const { field } of error.details) expect(field).toMatch(/^definition\[\d\]\./);
  });

  test('keeps members of other kinds as they were sent, like any unknown key', async () => {
    const definition = [{ id: 'start', type: 'ApplicantSource', target_step: {}, wait: { duration: 'long' } }];
    const { status, data } = await live.api.post('/workflows', { name: 'Unused', definition });
    expect([status, data.definition]).toEqual([201, definition]);
  });

  test('lists what is wrong with the body and with the definition together', async () => {
    const { error } = await live.api.post('/workflows', { name: '', active: 'yes', definition: 'none' });
    expect(error.details.map(({ field }: { field: string }) => field).sort()).toEqual(['active', 'definition', 'name']);
  });

  test('takes null for the definition as its absence', async () => {
    const { status, data } = await live.api.post('/workflows', { name: 'Null', definition: null });
    expect([status, data.definition, data.active]).toEqual([201, [], false]);
  });

  test('takes null for an optional key of a node as its absence', async () => {
    const definition = [{ id: 'start', type: 'ApplicantSource', name: null, next_step: null, theirs: null }];
    const { status, data } = await live.api.post('/workflows', { name: 'Nulls', definition });
    expect([status, data.definition]).toEqual([201, [{ id: 'start', type: 'ApplicantSource', theirs: null }]]);
  });

  // Rules: 2.4.1, 15.8.2
  test('keeps unknown keys of nodes, in their order', async () => {
    const definition = [{ zeta: 1, id: 'start', alpha: { b: 1, a: 2 }, type: 'ApplicantSource' }];
    const { data } = await live.api.post('/workflows', { name: 'Keys', definition });
    const { text } = await live.api.get(`/workflows/${data.id}`);
    expect(text).toContain(JSON.stringify(definition));
  });
});

/** Denies everybody, and misspells two names. */
const CARELESS = [
  { id: 'start', type: 'ApplicantSource', next_steps: ['deny'], next_step: ['deny'] },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{aplicant.email}}', action_taken: 'denied', send_strategy: 'auto_send' },
  },
];
const CARELESS_CODES = [
  ['start', 'unknown_key'],
  ['deny', 'unknown_variable'],
  ['deny', 'unconditional_notice'],
];
const codesOf = (warnings: { node_id: string; code: string }[]) => warnings.map(({ node_id, code }) => [node_id, code]);

describe('the warnings of a definition', () => {
  // Rules: 2.9.28
  test('are in the workflow that is created, read, changed and restored', async () => {
    const { data: created } = await live.api.post('/workflows', { name: 'X', definition: CARELESS, active: false });
    expect(codesOf(created.warnings)).toEqual(CARELESS_CODES);
    const { data: read } = await live.api.get(`/workflows/${created.id}`);
    expect(read.warnings).toEqual(created.warnings);
    const { data: changed } = await live.api.patch(`/workflows/${created.id}`, { definition: SIMPLE });
    expect(changed.warnings).toEqual([]);
    const { data: restored } = await live.api.post(`/workflows/${created.id}/versions/1/restore`, {});
    expect(restored.warnings).toEqual(created.warnings);
  });

  // Rules: 2.9.28
  test('come from validate, which saves nothing', async () => {
    const reader = await gateway.caller({ scopes: ['workflows:read'] });
    const { status, data } = await reader.api.post('/workflows/validate', { definition: CARELESS });
    expect([status, data.valid, data.errors, codesOf(data.warnings)]).toEqual([200, true, [], CARELESS_CODES]);
    expect((await reader.api.get('/workflows')).body.meta.total_count).toBe(0);
  });
});

describe('a jurisdiction that is no place', () => {
  const denies = (jurisdiction: string, more: object = {}) => [
    { id: 'start', type: 'ApplicantSource', next_step: ['deny'] },
    {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction', ...more },
      adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', jurisdiction },
    },
  ];
  const refused = [
    { field: 'definition[1].adverse_action.jurisdiction', message: expect.stringContaining('ISO 3166-2') },
  ];

  // Rules: 10.6.4
  test('is refused when it is created, changed or validated', async () => {
    const body = { name: 'Nowhere', definition: denies('US-ZZ'), active: false };
    const created = await live.api.post('/workflows', body);
    expect([created.status, created.error.details]).toEqual([422, refused]);
    expect((await live.api.post('/workflows/validate', { definition: body.definition })).data).toMatchObject({
      valid: false,
      errors: refused,
    });
    const { data } = await live.api.post('/workflows', { ...body, definition: denies('US-NY') });
    const path = `/workflows/${data.id}`;
    expect((await live.api.patch(path, { definition: denies('US-ZZ') })).error.details).toEqual(refused);
  });

  // Rules: 10.6.4
  test('that was saved before can be read, renamed and kept in its node', async () => {
    const { data } = await live.api.post('/workflows', { name: 'Old', definition: denies('US-NY'), active: false });
    const old = JSON.stringify(denies('US-ZZ'));
    await gateway.db.pool.query('update workflow_version set definition = $1 where workflow_id = $2', [old, data.id]);
    const path = `/workflows/${data.id}`;
    const read = (await live.api.get(path)).data;
    expect(read.definition).toEqual(JSON.parse(old));
    expect(read.warnings).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'no_rule_of_jurisdiction', node_id: 'deny' })]),
    );
    expect((await live.api.patch(path, { name: 'Older' })).status).toBe(200);
    const kept = await live.api.patch(path, { definition: denies('US-ZZ', { name: 'Deny' }) });
    expect([kept.status, kept.data.version]).toEqual([200, 3]);
  });
});

describe('the warning that the law of the place was not looked at', () => {
  const records = (value: number, more: object = {}) => [
    { id: 'start', type: 'ApplicantSource', next_step: ['criminal'] },
    { id: 'criminal', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', pass_steps: ['yes'], fail_steps: ['yes'], ...more },
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                { source_node_id: 'criminal', field: 'felony_count', operator: 'less_than_or_equal', value },
              ],
            },
          ],
        },
      },
    },
    { id: 'yes', type: 'Action', action_type: 'Approve' },
  ];
  const reviewWarnings = (data: { warnings: { code: string; acknowledge_as?: string }[] }) =>
    data.warnings.filter(({ code }) => code === 'jurisdiction_review');

  // Rules: 2.9.24, 2.9.25, 2.9.26
  test('ends with a note in the node, which the audit log keeps, and comes again with another choice', async () => {
    const { data } = await live.api.post('/workflows', { name: 'Records', definition: records(0), active: false });
    const [{ acknowledge_as: of } = {}] = reviewWarnings(data);
    const review = { of, note: 'Counsel of the region, May 2026' };
    const change = (definition: object[]) => live.api.patch(`/workflows/${data.id}`, { definition });
    const said = await change(records(0, { jurisdiction_review: review }));
    expect([said.status, said.data.version, reviewWarnings(said.data)]).toEqual([200, 2, []]);
    const { data: events } = await live.api.get('/audit_events?filter[action]=workflow.updated');
    expect(events[0]).toMatchObject({
      actor_user_id: live.userId,
      subject_id: String(data.id),
      detail: { new: { version: 2, jurisdiction_reviews: { decide: review.note } } },
    });
    const again = await change(records(1, { jurisdiction_review: review }));
    expect(reviewWarnings(again.data)).toMatchObject([
      { message: expect.stringContaining('It was reviewed as it was before.') },
    ]);
    expect(reviewWarnings(again.data)[0]?.acknowledge_as).not.toBe(of);
  });

  test.each([
    ['yes', 'definition[2].jurisdiction_review'],
    [{ of: 'a' }, 'definition[2].jurisdiction_review.note'],
    [{ of: 'a', note: '' }, 'definition[2].jurisdiction_review.note'],
    [{ of: 7, note: 'Counsel' }, 'definition[2].jurisdiction_review.of'],
  ])('refuses %j with the name of the member', async (review, field) => {
    const definition = records(0, { jurisdiction_review: review });
    const { status, error } = await live.api.post('/workflows', { name: 'Records', definition, active: false });
    expect([status, error?.details]).toEqual([422, [{ field, message: expect.any(String) }]]);
  });
});

describe('a definition with more errors than are listed', () => {
  const WRONG = Array.from({ length: 130 }, (_, index) => ({
    id: `n${index}`,
    type: index === 0 ? 'ApplicantSource' : 'ShowResults',
    next_step: ['nowhere'],
  }));

  // Rules: 2.4.2
  test('is refused with how many there are', async () => {
    const { status, error } = await live.api.post('/workflows', { name: 'Wrong', definition: WRONG });
    expect([status, error.details.length]).toEqual([422, 100]);
    expect(error.message).toContain('The first 100 of 130 problems are listed.');
  });

  test('is not valid, and validate says how many there are', async () => {
    const { status, data } = await live.api.post('/workflows/validate', { definition: WRONG });
    expect([status, data.valid, data.errors.length, data.error_count]).toEqual([200, false, 100, 130]);
    expect(data.warnings).toEqual([]);
  });
});

describe('changing a workflow', () => {
  const create = async (caller: Caller, body: object = {}) =>
    (await caller.api.post('/workflows', { name: 'Before', definition: SIMPLE, ...body })).data;

  test('changes only the keys that are present', async () => {
    const before = await create(live, { use_case: 'tenant_screening' });
    const { status, data } = await live.api.patch(`/workflows/${before.id}`, { name: 'After' });
    expect(status).toBe(200);
    expect(data).toEqual({ ...before, name: 'After', version: 2, updated_at: expect.any(String) });
  });

  // Rules: 2.5.1
  test('keeps each definition as a version of its own', async () => {
    const { id } = await create(live);
    const definition = SIMPLE.slice(0, 1).map((node) => ({ ...node, next_step: [] }));
    const { data } = await live.api.patch(`/workflows/${id}`, { definition });
    expect([data.version, data.definition]).toEqual([2, definition]);
    const versions = await gateway.db.kysely
      .selectFrom('workflow_version')
      .select(['version', 'definition'])
      .where('workflow_id', '=', id)
      .orderBy('version')
      .execute();
    expect(versions).toEqual([
      { version: 1, definition: SIMPLE },
      { version: 2, definition },
    ]);
  });

  test('that changes nothing answers 200 and leaves it as it was', async () => {
    const before = await create(live);
    const { status, data } = await live.api.patch(`/workflows/${before.id}`, { name: 'Before', definition: SIMPLE });
    expect([status, data]).toEqual([200, before]);
  });

  // Rules: 2.10.1
  test('to an empty definition leaves active as it is', async () => {
    const { id } = await create(live);
    const { data } = await live.api.patch(`/workflows/${id}`, { definition: [] });
    expect([data.active, data.definition]).toEqual([true, []]);
    expect((await live.api.trigger(id, {})).error.code).toBe('workflow_not_runnable');
  });

  test('to active is forbidden without production access', async () => {
    const { id } = await create(sandboxed);
    const { status, error } = await sandboxed.api.patch(`/workflows/${id}`, { active: true });
    expect([status, error.code]).toEqual([403, 'activation_forbidden']);
  });

  test('keeps a known trigger_type, as creating it does', async () => {
    const { id } = await create(live, { trigger_type: 'scheduled' });
    expect((await live.api.get(`/workflows/${id}`)).data.trigger_type).toBe('scheduled');
    const { data } = await live.api.patch(`/workflows/${id}`, { trigger_type: 'event' });
    expect(data.trigger_type).toBe('event');
  });

  test('ignores an unknown trigger_type, and takes null for use_case', async () => {
    const { id } = await create(live, { trigger_type: 'event', use_case: 'x' });
    const { data } = await live.api.patch(`/workflows/${id}`, { trigger_type: 'sometimes', use_case: null });
    expect([data.trigger_type, data.use_case]).toEqual(['event', null]);
  });

  test('by several at once makes as many versions', async () => {
    const { id } = await create(live);
    const definitions = [1, 2, 3, 4].map((number) => [{ ...SIMPLE[0], name: `v${number}` }, ...SIMPLE.slice(1)]);
    await Promise.all(definitions.map((definition) => live.api.patch(`/workflows/${id}`, { definition })));
    expect((await live.api.get(`/workflows/${id}`)).data.version).toBe(5);
  });
});

// Rules: 15.6.2
test('a deleted workflow answers 404, and runs that were accepted stay readable', async () => {
  const { id } = (await live.api.post('/workflows', { name: 'Gone', definition: SIMPLE })).data;
  const execution = (await live.api.trigger(id, {})).data;
  const { status, text } = await live.api.delete(`/workflows/${id}`);
  expect([status, text]).toEqual([204, '']);
  expect((await live.api.get(`/workflows/${id}`)).status).toBe(404);
  expect((await live.api.delete(`/workflows/${id}`)).status).toBe(404);
  expect((await live.api.get(`/executions/${execution.id}`)).status).toBe(200);
});

// Rules: 16.5.5
test('every client of the account sees its workflows', async () => {
  const { id } = (await live.api.post('/workflows', { name: 'Shared', definition: SIMPLE })).data;
  const colleague = await gateway.caller({ of: live });
  expect((await colleague.api.get(`/workflows/${id}`)).data.name).toBe('Shared');
});

test('test cases are those of the products that the cascade uses', async () => {
  const { id } = (await live.api.post('/workflows', { name: 'Cases', definition: SIMPLE })).data;
  const { data } = await live.api.get(`/workflows/${id}/test_cases`);
  expect(data).toMatchObject({ object: 'test_case_list', workflow_id: id });
  expect(new Set(data.test_cases.map((each: { product_code: string }) => each.product_code))).toEqual(
    new Set(['credit_report']),
  );
});

describe('templates', () => {
  beforeAll(async () => {
    // In addition to those that the migration publishes.
    const template = { definition: JSON.stringify(SIMPLE) as never, category: 'of this test', active: true };
    await gateway.db.kysely
      .insertInto('workflow_template')
      .values([
        { ...template, id: 9001, key: 'one', name: 'One', featured: true, published_at: new Date() },
        { ...template, id: 9002, key: 'two', name: 'Two', featured: false, published_at: new Date() },
        { ...template, id: 9003, key: 'hidden', name: 'Hidden', featured: true, published_at: null },
      ])
      .execute();
  });

  test('that are published are listed, the newest first, and filtered', async () => {
    const names = async (query: string) =>
      (await live.api.get(`/workflow_templates?${query}`)).data.map(({ name }: { name: string }) => name);
    expect((await names('')).slice(0, 2)).toEqual(['Two', 'One']);
    expect(await names('filter[category]=of%20this%20test')).toEqual(['Two', 'One']);
    expect(await names('filter[category]=of+this+test&filter[featured]=true')).toEqual(['One']);
    expect(await names('filter[category]=nothing')).toEqual([]);
  });

  test('answer their definition, and 404 while they are not published', async () => {
    const detail = await live.api.get('/workflow_templates/9001');
    expect(detail.data).toMatchObject({ object: 'workflow_template', definition: SIMPLE, source_workflow_id: null });
    expect((await live.api.get('/workflow_templates/9003')).status).toBe(404);
  });
});

describe('If-Match', () => {
  // Rules: 15.14.1, 15.14.2
  test('refuses a change of a version that somebody else has changed', async () => {
    const { id } = (await sandboxed.api.post('/workflows', { name: 'Shared', definition: SIMPLE })).data;
    const etag = (await sandboxed.api.get(`/workflows/${id}`)).headers.get('etag') ?? '';
    const rename = (name: string) =>
      sandboxed.api.patch(`/workflows/${id}`, { name }, { headers: { 'If-Match': etag } });
    const [first, second] = [await rename('Mine'), await rename('Yours')];
    expect([first.status, second.status, second.error.code]).toEqual([200, 412, 'precondition_failed']);
    expect((await sandboxed.api.get(`/workflows/${id}`)).data.name).toBe('Mine');
    const now = first.headers.get('etag') ?? '';
    expect(['', etag]).not.toContain(now);
    expect(
      (await sandboxed.api.patch(`/workflows/${id}`, { name: 'X' }, { headers: { 'If-Match': now } })).status,
    ).toBe(200);
  });
});

test('a change is always later than the one before, also after the clock was set back', async () => {
  const { id } = (await sandboxed.api.post('/workflows', { name: 'Ahead', definition: SIMPLE })).data;
  const ahead = new Date(Date.now() + 3_600_000);
  await gateway.db.kysely.updateTable('workflow').set({ updated_at: ahead }).where('id', '=', id).execute();
  const { data } = await sandboxed.api.patch(`/workflows/${id}`, { name: 'Later' });
  expect(Date.parse(data.updated_at)).toBe(ahead.getTime() + 1);
});

describe('versions', () => {
  // Rules: 16.16.7
  test('are listed with their authors, read, and restored as a new version', async () => {
    const { api, userId } = await gateway.caller();
    const { id } = (await api.post('/workflows', { name: 'V', definition: SIMPLE, version_note: 'first' })).data;
    const shorter = SIMPLE.slice(0, 1).map(({ id: node, type }) => ({ id: node, type }));
    await api.patch(`/workflows/${id}`, { definition: shorter });
    const restored = await api.post(`/workflows/${id}/versions/1/restore`, {});
    expect(restored.data).toMatchObject({ version: 3, definition: SIMPLE });
    const { data, body } = await api.get(`/workflows/${id}/versions`);
    expect(data).toMatchObject([
      { version: 3, is_current: true, note: 'Restored from version 1.', created_by_user_id: userId },
      { version: 2, is_current: false, note: null },
      { version: 1, note: 'first' },
    ]);
    expect(body.meta.total_count).toBe(3);
    const second = await api.get(`/workflows/${id}/versions/2`);
    expect([second.status, second.data.definition]).toEqual([200, shorter]);
    expect((await api.get(`/workflows/${id}/versions/4`)).status).toBe(404);
  });

  test('of a deleted workflow are gone', async () => {
    const { id } = (await sandboxed.api.post('/workflows', { name: 'V', definition: SIMPLE })).data;
    await sandboxed.api.delete(`/workflows/${id}`);
    const answers = [
      await sandboxed.api.get(`/workflows/${id}/versions`),
      await sandboxed.api.get(`/workflows/${id}/versions/1`),
      await sandboxed.api.post(`/workflows/${id}/versions/1/restore`, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('that are current already are restored without a change', async () => {
    const { id } = (await sandboxed.api.post('/workflows', { name: 'V', definition: SIMPLE })).data;
    expect((await sandboxed.api.post(`/workflows/${id}/versions/1/restore`, {})).data.version).toBe(1);
  });
});
