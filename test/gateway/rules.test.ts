import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const at = (score: number) => ({
  pass: {
    condition_groups: [
      {
        id: 'bad',
        text: 'Deny low scores',
        conditions: [{ source_node_id: 'credit', field: 'score', operator: 'less_than', value: score }],
      },
    ],
    group_logic: 'or',
  },
});

export const definition = (score: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['low'] },
  { id: 'low', type: 'IfElse', branches: at(score), pass_steps: ['deny'], fail_steps: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', reason: 'The score is low.' },
  },
];

async function create(): Promise<number> {
  const { data } = await caller.api.post('/workflows', { name: 'Rules', definition: definition(600), active: false });
  return data.id;
}

describe('GET /workflows/{id}/rules', () => {
  // Rules: 2.12.1
  test('gives one row a rule, of the current version or another one', async () => {
    const id = await create();
    await caller.api.patch(`/workflows/${id}`, { definition: definition(620) });
    const { status, data, headers } = await caller.api.get(`/workflows/${id}/rules`);
    expect(status).toBe(200);
    const { headers: of } = await caller.api.get(`/workflows/${id}`);
    expect(headers.get('etag')).toBe(of.get('etag'));
    expect(data).toMatchObject({
      object: 'workflow_rules',
      workflow_id: id,
      version: 2,
      activation_request: null,
      no_rules: null,
      rules: [{ id: 'bad', text: 'Deny low scores.', then: { decision: 'deny' }, reason: 'The score is low.' }],
      everyone_else: { text: 'Otherwise, approve.', then: { decision: 'approve' } },
    });
    const valueOf = ({ rules }: typeof data) => rules[0].when.condition_groups[0].conditions[0].value;
    const { data: old } = await caller.api.get(`/workflows/${id}/rules?version=1`);
    expect([valueOf(data), valueOf(old), old.version]).toEqual([620, 600, 1]);
  });

  test('is not found in another account, of another version, and needs the scope', async () => {
    const id = await create();
    const stranger = await gateway.caller();
    const poor = await gateway.caller({ scopes: ['executions:read'] });
    expect((await stranger.api.get(`/workflows/${id}/rules`)).status).toBe(404);
    expect((await caller.api.get(`/workflows/${id}/rules?version=7`)).error.code).toBe('not_found');
    expect((await caller.api.get(`/workflows/${id}/rules?activation_request=7`)).error.code).toBe('not_found');
    expect((await poor.api.get(`/workflows/${id}/rules`)).error.code).toBe('insufficient_scope');
  });
});

const put = (id: number, body: object, etag: string | null, by: Caller = caller) =>
  by.api.call('PUT', `/workflows/${id}/rules`, { body, headers: etag === null ? {} : { 'If-Match': etag } });

async function read(id: number) {
  const { data, headers } = await caller.api.get(`/workflows/${id}/rules`);
  return { data, etag: headers.get('etag') ?? '' };
}

/** The rules of it with another threshold. */
function withValue({ rules }: { readonly rules: object }, value: number): object {
  return { rules: JSON.parse(JSON.stringify(rules).replace(/"value":\d+/, `"value":${value}`)) as object };
}

describe('PUT /workflows/{id}/rules', () => {
  // Rules: 2.12.6, 2.12.13
  test('saves the rows of a draft as its next version, and the same rows as none', async () => {
    const id = await create();
    const { data: rows, etag } = await read(id);
    const same = await put(id, { rules: rows.rules, everyone_else: rows.everyone_else }, etag);
    expect([same.status, same.data.saved, same.data.version, same.headers.get('etag')]).toEqual([
      200,
      'nothing',
      1,
      etag,
    ]);
    const { status, data, headers } = await put(id, { ...withValue(rows, 640), note: 'April' }, etag);
    expect(status).toBe(200);
    expect(data).toMatchObject({ saved: 'version', version: 2, is_changed: true, activation_request: null });
    const { data: workflow, headers: now } = await caller.api.get(`/workflows/${id}`);
    expect(headers.get('etag')).toBe(now.get('etag'));
    expect(JSON.stringify(workflow.definition)).toBe(JSON.stringify(definition(640)));
    expect((await caller.api.get(`/workflows/${id}/versions/2`)).data.note).toBe('April');
  });

  // Rules: 2.12.6
  test('leaves every version that there is, and what an execution has begun with, byte for byte as they are', async () => {
    const id = await create();
    const applicant = { first_name: 'Ada', last_name: 'Ray', email: 'ada@example.com' };
    const { data: execution } = await caller.api.trigger(id, { payload: { applicant } });
    const stored = async () => {
      const versions = await gateway.db.kysely
        .selectFrom('workflow_version')
        .select(['version', sql<string>`to_jsonb(workflow_version)::text`.as('text')])
        .where('workflow_id', '=', id)
        .orderBy('version')
        .execute();
      return versions.map(({ version, text }) => `${version} ${text}`);
    };
    const first = await stored();
    const runs = await caller.api.get(`/executions/${execution.id}`);
    const { data: rows, etag } = await read(id);
    await put(id, withValue(rows, 640), etag);
    const second = await stored();
    const again = await read(id);
    const more = { then: { decision: 'review' }, when: 'the credit score is below 700' };
    await put(id, { rules: [more, ...again.data.rules] }, again.etag);
    const third = await stored();
    expect([first.length, second.length, third.length]).toEqual([1, 2, 3]);
    expect([second.slice(0, 1), third.slice(0, 2)]).toEqual([first, second]);
    const { data: after } = await caller.api.get(`/executions/${execution.id}`);
    expect([after.workflow_version, runs.data.workflow_version]).toEqual([1, 1]);
  });

  // Rules: 2.12.14
  test('says who is treated differently, and so does a preview, which saves nothing', async () => {
    const id = await create();
    const { data: rows, etag } = await read(id);
    const { data: tried } = await caller.api.post(`/workflows/${id}/rules/preview`, withValue(rows, 640));
    expect(tried).toMatchObject({
      saved: 'nothing',
      version: 1,
      is_changed: true,
      effects: [
        { text: 'credit score 600–639: approved → denied', before: 'approved', after: 'denied', is_worse: true },
      ],
      more_effects: 0,
      untried: 0,
    });
    expect((await read(id)).etag).toBe(etag);
    const { data: saved } = await put(id, withValue(rows, 640), etag);
    expect(saved.effects).toEqual(tried.effects);
    // Two versions are compared in the same way.
    const { data: compared } = await caller.api.get(`/workflows/${id}/reading?version=2&compare_to=1`);
    expect(compared.changes.effects).toEqual(tried.effects);
    const { data: run } = await caller.api.post(`/workflows/${id}/simulate`, tried.effects[0].applicant);
    expect(run.outcome).toBe('denied');
  });

  // Rules: 2.12.18
  test('reads what a new rule decides in its sentence, and refuses one that does not say it', async () => {
    const id = await create();
    const { data: rows } = await read(id);
    const tried = (when: string) =>
      caller.api.post(`/workflows/${id}/rules/preview`, { rules: [...rows.rules, { when }] });
    const { data } = await tried('Review if the credit score is below 700');
    expect(data.rules.at(-1)).toMatchObject({
      then: { decision: 'review' },
      text: 'Review if the credit score is below 700.',
    });
    const { status, error } = await tried('the credit score is below 700');
    expect([status, error.details[0].field]).toEqual([422, `rules[${rows.rules.length}].when`]);
  });

  // Rules: 2.12.6
  test('needs the state that was read, so that of two editors the second is told', async () => {
    const id = await create();
    const { data: rows, etag } = await read(id);
    expect((await put(id, withValue(rows, 610), null)).error.code).toBe('precondition_required');
    const both = await Promise.all([put(id, withValue(rows, 610), etag), put(id, withValue(rows, 620), etag)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await caller.api.get(`/workflows/${id}`)).data.version).toBe(2);
  });

  // Rules: 2.12.13
  test('proposes the rows of an active cascade, and puts them live if told to', async () => {
    const of = await gateway.caller({ productionAccess: true });
    const { data: made } = await of.api.post('/workflows', { name: 'Live', definition: definition(600) });
    await of.api.patch(`/workflows/${made.id}`, { active: true });
    const { data: live, headers } = await of.api.get(`/workflows/${made.id}`);
    const etag = headers.get('etag');
    const { data: rows } = await of.api.get(`/workflows/${made.id}/rules`);
    const { data: first } = await put(made.id, withValue(rows, 640), etag, of);
    expect([live.active, first.saved, first.version]).toEqual([true, 'proposal', 1]);
    const again = await put(made.id, withValue(rows, 640), etag, of);
    expect(again.data.activation_request).toBe(first.activation_request);
    const { data: second } = await put(made.id, withValue(rows, 650), etag, of);
    const requests = await of.api.get(`/workflows/${made.id}/activation_requests`);
    expect(requests.data.map(({ id, status }: Record<string, unknown>) => [id, status])).toEqual([
      [second.activation_request, 'pending'],
      [first.activation_request, 'withdrawn'],
    ]);
    const { data: proposed } = await of.api.get(
      `/workflows/${made.id}/rules?activation_request=${second.activation_request}`,
    );
    expect(JSON.stringify(proposed.rules)).toContain('650');
    expect(JSON.stringify((await of.api.get(`/workflows/${made.id}/rules`)).data.rules)).toContain('600');
    const { data: activated } = await put(made.id, { ...withValue(rows, 650), activate: true }, etag, of);
    expect(activated).toMatchObject({ saved: 'version', version: 2 });
  });

  // Rules: 2.12.13
  test('puts nothing live alone where the account asks for four eyes', async () => {
    const author = await gateway.caller({ productionAccess: true });
    const second = await gateway.caller({ of: author, email: 'second@example.com' });
    const { data: made } = await author.api.post('/workflows', { name: 'Four eyes', definition: definition(600) });
    await author.api.patch(`/workflows/${made.id}`, { active: true });
    const account = gateway.db.kysely.updateTable('account').set({ four_eyes: true });
    await account.where('id', '=', author.accountId).execute();
    const { data: rows, headers } = await author.api.get(`/workflows/${made.id}/rules`);
    const etag = headers.get('etag');
    const alone = await put(made.id, { ...withValue(rows, 640), activate: true }, etag, author);
    expect([alone.status, alone.error.code]).toEqual([409, 'activation_needs_approval']);
    const { data: proposed } = await put(made.id, withValue(rows, 640), etag, author);
    const other = await put(made.id, withValue(rows, 650), etag, second);
    expect(other.error.code).toBe('activation_already_requested');
    const path = `/workflows/${made.id}/activation_requests/${proposed.activation_request}`;
    expect((await second.api.post(`${path}/approve`, {})).status).toBe(200);
    expect((await author.api.get(`/workflows/${made.id}`)).data).toMatchObject({ version: 2, active: true });
  });

  // Rules: 2.12.11, 2.12.10
  test('names the row and the place of what it refuses, and saves nothing', async () => {
    const id = await create();
    const { data: rows, etag } = await read(id);
    const [row] = rows.rules;
    const details = async (rules: readonly object[]) => {
      const { error } = await put(id, { rules }, etag);
      return [
        error.code,
        ...(error.details ?? []).map(({ field, message }: Record<string, string>) => `${field} ${message}`),
      ];
    };
    expect(await details([row, { then: { decision: 'deny' }, when: 'the credit score is below the moon' }])).toEqual([
      'validation_failed',
      expect.stringMatching(/^rules\[1\]\.when cannot be read at \d+, ".*"/),
    ]);
    expect(await details([row, row])).toEqual([
      'validation_failed',
      'rules[1].id is the id of another rule, too: "bad"',
    ]);
    expect(await details([{ ...row, id: 'deny' }])).toEqual([
      'validation_failed',
      'rules[0].id is that of something else in the cascade: "deny"',
    ]);
    expect(await details(Array.from({ length: 61 }, (_, index) => ({ ...row, id: `x${index}` })))).toEqual([
      'validation_failed',
      'rules must have at most 60 items',
    ]);
    const broken = {
      ...row,
      when: { condition_groups: [{ conditions: [{ field: 'score', operator: 'near', value: 1 }] }] },
    };
    const [code, ...told] = await details([broken]);
    expect(code).toBe('validation_failed');
    expect(told.some((each) => each?.startsWith('rules[0].when.condition_groups[0].conditions[0].operator'))).toBe(
      true,
    );
    expect(await details([{ ...row, then: { ...row.then, decision: 'approve' } }])).toEqual([
      'validation_failed',
      'rules[0].reason must be null: no letter carries the decision out',
    ]);
    expect((await read(id)).etag).toBe(etag);
  });

  // Rules: 2.12.12
  test('refuses rows where the cascade is none, with the row and the node', async () => {
    const { data } = await caller.api.post('/workflows', { name: 'Empty', definition: [], active: false });
    const { etag } = await read(data.id);
    const { error } = await put(
      data.id,
      { rules: [{ when: 'the credit score is below 600', then: { decision: 'deny' } }] },
      etag,
    );
    expect(error.code).toMatch(/rules_not_editable|validation_failed/);
  });

  test('is found by nobody else, and needs the scopes of what it does', async () => {
    const id = await create();
    const { data: rows, etag } = await read(id);
    const stranger = await gateway.caller();
    const reader = await gateway.caller({ of: caller, scopes: ['workflows:read'] });
    expect((await put(id, withValue(rows, 610), etag, stranger)).status).toBe(404);
    expect((await put(id, withValue(rows, 610), etag, reader)).error.code).toBe('insufficient_scope');
    expect((await stranger.api.post(`/workflows/${id}/rules/preview`, withValue(rows, 610))).status).toBe(404);
  });
});
