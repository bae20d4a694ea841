import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { sql } from 'kysely';
import { fromBufferPromise } from 'yauzl';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Cascades that pull products which their account describes. */

let gateway: TestGateway;
let admin: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  admin = await gateway.caller({ productionAccess: true });
  await admin.api.post('/products', OWN_EXAMPLE);
});
afterAll(() => gateway.stop());

const RISK = { source_node_id: 'score', field: 'risk' };
const definition = (condition: object = {}, code = OWN_EXAMPLE.code) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['score'] },
  { id: 'score', type: 'BillingProduct', billing_product_code: code, next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: [] },
    branches: {
      pass: {
        condition_groups: [{ conditions: [{ ...RISK, operator: 'less_than', value: 50, ...condition }] }],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];
const save = (by: Caller = admin, sent: object = definition()) =>
  by.api.post('/workflows', { name: 'Fraud', definition: sent });
const pinsOf = async (by: Caller, id: number, version = 1) =>
  (await by.api.get(`/workflows/${id}/versions/${version}`)).data.products;

// Rules: 6.14.4
test('a version pins the product that it was saved with, and takes a newer one when it is saved again', async () => {
  const own = await gateway.caller();
  await own.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(own);
  expect(await pinsOf(own, data.id)).toEqual({ fraud_score: 1 });
  const patch = (body: object) => own.api.patch(`/workflows/${data.id}`, body);
  expect((await patch({ definition: definition() })).data.version).toBe(1);
  await own.api.patch('/products/fraud_score', { name: 'Other' });
  expect((await patch({ name: 'Renamed' })).data.version).toBe(2);
  expect(await pinsOf(own, data.id, 2)).toEqual({ fraud_score: 1 });
  expect((await patch({ definition: definition() })).data.version).toBe(3);
  expect(await pinsOf(own, data.id, 3)).toEqual({ fraud_score: 2 });
  expect((await patch({ definition: definition() })).data.version).toBe(3);
  const restored = await own.api.post(`/workflows/${data.id}/versions/1/restore`, {});
  expect([restored.data.version, await pinsOf(own, data.id, 3)]).toEqual([3, { fraud_score: 2 }]);
});

describe('conditions are held against its schema:', () => {
  // Rules: 6.14.4
  test.each<[string, object, string]>([
    [
      'a field that it lacks',
      { field: 'risks' },
      'definition[2].branches.pass.condition_groups[0].conditions[0].field',
    ],
    [
      'a member of a number',
      { field: 'risk.max' },
      'definition[2].branches.pass.condition_groups[0].conditions[0].field',
    ],
  ])('%s is refused', async (_what, condition, field) => {
    const { status, error } = await save(admin, definition(condition));
    expect([status, error.details[0].field]).toEqual([422, field]);
  });

  test('a text compared by order with a number is warned of', async () => {
    const { data } = await save(admin, definition({ value: 'high' }));
    expect(data.warnings.map(({ code }: { code: string }) => code)).toContain('operator_mismatch');
  });
});

describe('a product that the account does not describe is refused:', () => {
  // Rules: 6.14.3, 6.14.4
  test.each<[string, (by: Caller) => Promise<unknown>]>([
    ['of another account', () => Promise.resolve()],
    [
      'that was withdrawn',
      async ({ api }) => {
        await api.post('/products', OWN_EXAMPLE);
        await api.call('DELETE', '/products/fraud_score');
      },
    ],
  ])('%s', async (_what, prepare) => {
    const stranger = await gateway.caller();
    await prepare(stranger);
    const sent = { definition: definition() };
    const known = 'credit_report, criminal_background, eviction_history, identity_verification, income_verification';
    const message = `in node "score": must be one of: ${known}`;
    const detail = { field: 'definition[1].billing_product_code', message };
    for (const { status, error } of [await save(stranger), await stranger.api.post('/workflows/simulate', sent)])
      expect([status, error.details]).toEqual([422, [detail]]);
    expect((await stranger.api.post('/workflows/validate', sent)).data.errors).toEqual([detail]);
    const { data } = await save(stranger, []);
    for (const { error } of [
      await stranger.api.patch(`/workflows/${data.id}`, sent),
      await stranger.api.post(`/workflows/${data.id}/activation_requests`, sent),
      await stranger.api.post(`/workflows/${data.id}/reading`, sent),
    ])
      expect(error.details).toEqual([detail]);
  });

  test('in settings beside one that is known', async () => {
    const [start, score, ...others] = definition();
    const sent = [start, { ...score, config: { billing_product_code: 'nothing' } }, ...others];
    expect((await save(admin, sent)).error.details[0].field).toBe('definition[1].config.billing_product_code');
  });
});

// Rules: 6.14.11
test('a reading and the rows call its fields by their labels', async () => {
  const { data } = await save();
  const reading = (await admin.api.get(`/workflows/${data.id}/reading`)).data;
  expect(reading.steps.map(({ text }: { text: string }) => text).join(' ')).toContain(
    "the fraud score's risk of fraud is less than 50",
  );
  expect(JSON.stringify(reading.steps)).toContain('Pulls the report \\"Fraud score\\" (fraud_score)');
  expect(JSON.stringify((await admin.api.get(`/workflows/${data.id}/rules`)).data)).toContain(
    "the fraud score's risk of fraud",
  );
  const sent = { definition: definition({ value: 60 }) };
  const other = (await admin.api.post(`/workflows/${data.id}/reading`, sent)).data.changes;
  expect(JSON.stringify(other.parts)).toContain('less than 60');
});

// Rules: 6.14.11
test('the statistics of rules call them so, too', async () => {
  const { data } = await save();
  await sql`
    insert into decision_day (api_client_id, execution_mode, what, workflow_id, day, workflow_version, outcome, key,
      status, is_again, count)
    values (${admin.clientId}, 'live', 'rule', ${data.id}, '2026-03-07Z', 1, 'approved', 'decide:pass', '', false, 9)`.execute(
    gateway.db.kysely,
  );
  const day = 'from=2026-03-07&to=2026-03-07';
  const { data: told } = await admin.api.get(`/statistics/rules?${day}&filter[workflow_id]=${data.id}`);
  expect(told.rules).toMatchObject([{ text: expect.stringContaining("the fraud score's risk of fraud") }]);
});

describe('a cascade whose letter rests on a product does not go live without', () => {
  const fact = { type: 'integer', 'x-kind': 'fact' };
  const score = { ...fact, 'x-kind': 'score', title: 'Risk', minimum: 0, maximum: 1_000 };
  const parts = {
    why: { type: 'array', 'x-kind': 'fact', items: { type: 'string' } },
    made_on: { type: 'string', format: 'date' },
  };
  const reads = (field: object, more: object = {}) => ({
    ...OWN_EXAMPLE,
    schema: { type: 'object', properties: { risk: field, ...more } },
    mapping: undefined,
    request: { kind: 'cascade' },
  });
  const denying = [
    ...definition().map((node) => (node.id === 'decide' ? { ...node, fail_steps: ['deny'] } : node)),
    { ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' }, adverse_action: { recipient: 'a@example.com' } },
  ];
  const AGENCY = { name: 'Fraud Inc.', address: '1 Way\nAlbany, NY 12207', phone: '800 555 0100' };
  // Rules: 6.14.9, 6.14.10
  test.each<[string, object, readonly string[]]>([
    ['a label', reads({ ...fact, 'x-reason-above': 'Risk' }), ['label']],
    ['the words of a reason', reads({ ...fact, title: 'Risk' }), ['reason']],
    ['the factors of a score', reads({ ...score, 'x-scored-on': 'made_on' }, parts), ['x-factors']],
    ['the day of a score', reads({ ...score, 'x-factors': 'why' }, parts), ['x-scored-on']],
    [
      'the range of a score',
      reads({ ...score, maximum: undefined, 'x-factors': 'why', 'x-scored-on': 'made_on' }, parts),
      ['`minimum` and `maximum`'],
    ],
    ['anything of these that is there', reads({ ...score, 'x-factors': 'why', 'x-scored-on': 'made_on' }, parts), []],
  ])('%s', async (_what, product, lacking) => {
    const own = await gateway.caller({ productionAccess: true });
    expect((await own.api.post('/products', product)).status).toBe(201);
    const { data } = await save(own, denying);
    const missing = async () => (await own.api.get(`/workflows/${data.id}`)).data.missing_for_live;
    const agency = { lacks: 'agency', what: 'fraud_score' };
    const words = lacking.map((what) => ({
      lacks: 'product',
      what: 'fraud_score.risk',
      message: expect.stringContaining(what),
    }));
    expect(await missing()).toEqual([
      expect.objectContaining(agency),
      ...words.map((each) => expect.objectContaining(each)),
    ]);
    const { status } = await own.api.call('PUT', '/agencies/fraud_score', { body: AGENCY });
    expect([status, (await missing()).length]).toEqual([200, lacking.length]);
    const live = await own.api.patch(`/workflows/${data.id}`, { active: true });
    expect(live.status).toBe(lacking.length === 0 ? 200 : 422);
  });

  // Rules: 6.14.16
  test('what discloses a score that nobody but a reviewer sees', async () => {
    const own = await gateway.caller({ productionAccess: true });
    const grade = { ...fact, 'x-kind': 'score', title: 'Grade' };
    await own.api.post('/products', reads({ ...fact, title: 'Risk', 'x-reason-above': 'Risk' }, { grade }));
    const review = {
      human_review: { condition_groups: [{ conditions: [{ ...RISK, operator: 'less_than', value: 80 }] }] },
    };
    const reviewed = denying.map((node) =>
      'branches' in node
        ? { ...node, branches: { ...node.branches, ...review }, human_review_steps: ['approve'] }
        : node,
    );
    const { data } = await save(own, reviewed);
    const missing = async () => (await own.api.get(`/workflows/${data.id}`)).data.missing_for_live;
    expect(await missing()).toMatchObject([{ lacks: 'agency' }, { lacks: 'product', what: 'fraud_score.grade' }]);
    const body = { ...AGENCY, consumer_report: false, note: 'Our own model.' };
    await own.api.call('PUT', '/agencies/fraud_score', { body });
    expect(await missing()).toEqual([]);
  });

  // Rules: 6.14.10
  test('a note, if its reports are said to be no consumer reports: and with four eyes an operator says it', async () => {
    const own = await gateway.caller({ productionAccess: true });
    await own.api.post('/products', OWN_EXAMPLE);
    const put = (more: object) =>
      own.api.call('PUT', '/agencies/fraud_score', { body: { ...AGENCY, consumer_report: false, ...more } });
    expect((await put({})).error.details[0].field).toBe('note');
    expect((await put({ note: ' ' })).error.details[0].field).toBe('note');
    expect((await own.api.call('PUT', '/agencies/other_score', { body: AGENCY })).status).toBe(404);
    expect((await put({ note: 'It is our own data.' })).data.consumer_report).toBe(false);
    const [{ detail }] = (await own.api.get('/audit_events?filter[action]=agency.set')).data;
    expect(detail.note).toBe('It is our own data.');
    await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', own.accountId).execute();
    await own.api.post('/products', { ...OWN_EXAMPLE, code: 'other_score' });
    const other = (more: object) => own.api.call('PUT', '/agencies/other_score', { body: { ...AGENCY, ...more } });
    const refused = await other({ consumer_report: false, note: 'It is our own data.' });
    expect([refused.status, refused.error.details[0].field]).toEqual([422, 'consumer_report']);
    expect((await other({})).status).toBe(200);
  });
});

// Rules: 6.14.6
test('a simulation takes a report of it, or makes one of its schema', async () => {
  const simulate = (body: object) => admin.api.post('/workflows/simulate', { definition: definition(), ...body });
  const made = await simulate({});
  expect([made.status, Number.isInteger(made.data.step_outputs.score.risk)]).toEqual([200, true]);
  expect((await simulate({ reports: { fraud_score: { risk: 10 } } })).data.outcome).toBe('approved');
  expect((await simulate({ reports: { fraud_score: { risk: 90 } } })).data.outcome).toBe(null);
  const { status, error } = await simulate({ reports: { fraud_score: { risk: 'high' } } });
  expect([status, error.details[0].field]).toEqual([422, 'reports.fraud_score.risk']);
});

// Rules: 6.14.7
test('a product that an active cascade pulls cannot be withdrawn', async () => {
  const own = await gateway.caller({ productionAccess: true });
  await own.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(own);
  expect(data.active).toBe(true);
  const withdraw = () => own.api.call('DELETE', '/products/fraud_score');
  const { error } = await withdraw();
  expect([error.code, error.details]).toEqual([
    'product_in_use',
    [{ field: 'code', message: `is pulled by cascade ${data.id} (Fraud)` }],
  ]);
  await own.api.patch(`/workflows/${data.id}`, { active: false });
  expect((await withdraw()).status).toBe(204);
});

// Rules: 6.14.7
test('a cascade that pulls a withdrawn product does not go live', async () => {
  const own = await gateway.caller({ productionAccess: true });
  await own.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(own);
  const goLive = () => own.api.patch(`/workflows/${data.id}`, { active: true });
  await own.api.patch(`/workflows/${data.id}`, { active: false });
  await own.api.call('DELETE', '/products/fraud_score');
  const { status, error } = await goLive();
  const message = 'cannot be true: the product fraud_score was withdrawn';
  expect([status, error.details]).toEqual([422, [{ field: 'active', message }]]);
  // After another description, the earlier version is still pulled.
  await own.api.post('/products', OWN_EXAMPLE);
  expect((await goLive()).status).toBe(200);
});

// Rules: 16.15.3
test('the hash of a request covers the products that its definition pulls', async () => {
  const own = await gateway.caller({ productionAccess: true });
  await own.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(own);
  const hashOf = async () => {
    await own.api.patch(`/workflows/${data.id}`, { active: false });
    await own.api.patch(`/workflows/${data.id}`, { definition: definition() });
    const { data: asked } = await own.api.post(`/workflows/${data.id}/activation_requests`, {});
    await own.api.post(`/workflows/${data.id}/activation_requests/${asked.id}/withdraw`, {});
    return asked.definition_sha256;
  };
  const before = await hashOf();
  expect(await hashOf()).toBe(before);
  await own.api.patch('/products/fraud_score', { name: 'Another name' });
  expect(await hashOf()).not.toBe(before);
});

// Rules: 6.14.4
test('four eyes: who wrote a product that it pulls does not approve it, and the version pulls what was asked for', async () => {
  const owner = await gateway.caller({ productionAccess: true, email: 'owner@example.com' });
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', owner.accountId).execute();
  const of = { of: owner, sameClient: true } as const;
  const [writer, author, other] = [
    await gateway.caller({ ...of, email: 'writer@example.com' }),
    await gateway.caller({ ...of, email: 'author@example.com' }),
    await gateway.caller({ ...of, email: 'other@example.com' }),
  ];
  await writer.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(author);
  const path = `/workflows/${data.id}/activation_requests`;
  const asked = await author.api.post(path, {});
  expect([asked.data.products, asked.data.written_by_user_ids]).toEqual([
    { fraud_score: 1 },
    expect.arrayContaining([writer.userId, author.userId]),
  ]);
  await writer.api.patch('/products/fraud_score', { name: 'Later' });
  const approve = ({ api }: Caller) => api.post(`${path}/${asked.data.id}/approve`, {});
  expect((await approve(writer)).error.code).toBe('approver_wrote_it');
  expect((await approve(other)).data.status).toBe('approved');
  expect(await pinsOf(author, data.id)).toEqual({ fraud_score: 1 });

  const again = await author.api.post(path, { definition: definition() });
  expect(again.data.products).toEqual({ fraud_score: 2 });
  await other.api.patch('/products/fraud_score', { name: 'Latest' });
  expect((await approve(writer)).error.code).toBe('activation_not_pending');
  const second = await other.api.post(`${path}/${again.data.id}/approve`, {});
  expect(second.data.status).toBe('approved');
  expect(await pinsOf(author, data.id, 2)).toEqual({ fraud_score: 2 });
});

// Rules: 6.14.8
test('the evidence of a run holds the product in the version that it pulled', async () => {
  const own = await gateway.caller();
  await own.api.post('/products', OWN_EXAMPLE);
  const { data } = await save(own);
  const { data: run } = await own.api.trigger(data.id, { payload: {} });
  await own.api.patch('/products/fraud_score', { name: 'Later' });
  const response = await fetch(`${gateway.baseUrl}/api/v1/executions/${run.id}/evidence.zip`, {
    headers: { Authorization: `Bearer ${own.token}` },
  });
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    files.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  const [, products] = [...files].find(([name]) => name.endsWith('products.json')) ?? [];
  expect(JSON.parse(String(products))).toEqual([{ version: 1, ...OWN_EXAMPLE }]);
});
