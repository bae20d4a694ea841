import { asJson } from '../../platform/database/index.ts';
import { unguarded } from '../support/transitions.ts';
import { declinedWorld, recordedRun } from './executions-support.ts';
import { compiled } from '../core/rows/support.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
const definition = (limit = 600) =>
  compiled(`Deny if the credit score is below ${limit}. Review scores from ${limit} to 679. Approve everyone else.`);
const PAYLOAD = { applicant: { first_name: 'Ann', last_name: 'Made-Up', email: 'ann@example.com' } };
const about = (score: number, more: object = {}) => ({
  ...{ name: `A score of ${score}`, payload: PAYLOAD, reports: { credit_report: { score } }, ...more },
});

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
});
afterAll(() => gateway.stop());

async function cascade(of: Caller = caller, more: object = {}): Promise<number> {
  const { data } = await of.api.post('/workflows', { name: 'Bands', active: false, definition: definition(), ...more });
  return data.id;
}

async function asking(gate: string, more: object = {}): Promise<Caller> {
  const made = await gateway.caller({ productionAccess: true });
  await gateway.db.kysely
    .updateTable('account')
    .set({ examples_gate: gate as 'off', ...more })
    .where('id', '=', made.accountId)
    .execute();
  return made;
}

const eventsOf = async (id: number, action: string) =>
  gateway.db.kysely
    .selectFrom('audit_event')
    .select(['detail', 'actor_user_id'])
    .where('subject_id', '=', String(id))
    .where('action', '=', action as 'workflow.updated')
    .orderBy('id')
    .execute();

// Rules: 2.13.2
test('an example that expects a person names the rule that asks', async () => {
  const id = await cascade();
  const { data } = await caller.api.post(`/workflows/${id}/examples`, about(650));
  const { data: rules } = await caller.api.get(`/workflows/${id}/rules`);
  expect(data.expected).toMatchObject({ outcome: 'review', rule: rules.rules[1].id });
  await caller.api.patch(`/workflows/${id}/examples/${data.id}`, { expected: { outcome: 'review', rule: 'r1' } });
  const { data: run } = await caller.api.post(`/workflows/${id}/examples/run`, {});
  expect(run.results[0].differences).toEqual([`rule: expected r1, was ${rules.rules[1].id}`]);
});

describe('examples of a cascade', () => {
  // Rules: 2.13.5, 2.13.6
  test('expect what the current version does, unless they say what they expect', async () => {
    const id = await cascade();
    const { data: denied } = await caller.api.post(`/workflows/${id}/examples`, about(599));
    expect(denied).toMatchObject({
      object: 'workflow_example',
      workflow_id: id,
      as_of: new Date().toISOString().slice(0, 10),
      expected: { outcome: 'denied', rule: expect.any(String), reasons: expect.any(Array) },
      expected_by_user_id: caller.userId,
    });
    const { data: other } = await caller.api.post(
      `/workflows/${id}/examples`,
      about(600, { expected: { outcome: 'denied' } }),
    );
    const { data: results } = await caller.api.post(`/workflows/${id}/examples/run`, {});
    expect(results).toMatchObject({
      passed: 1,
      failed: 1,
      results: [
        {
          example_id: other.id,
          passes: false,
          got: { outcome: 'review' },
          differences: ['outcome: expected denied, was review'],
        },
        { example_id: denied.id, passes: true, differences: [] },
      ],
    });
  });

  // Rules: 2.13.8
  test('are asked of a version, of a definition and of a request', async () => {
    const id = await cascade();
    await caller.api.post(`/workflows/${id}/examples`, about(610));
    const failed = async (of: object) => (await caller.api.post(`/workflows/${id}/examples/run`, of)).data.failed;
    expect(await failed({ definition: definition(620) })).toBe(1);
    const { data: saved } = await caller.api.patch(`/workflows/${id}`, { definition: definition(620) });
    expect(saved.examples).toMatchObject({ passed: 0, failed: 1, failing: [{ name: 'A score of 610' }] });
    expect([await failed({}), await failed({ version: 1 }), await failed({ version: 2 })]).toEqual([1, 0, 1]);
    const { data: request } = await caller.api.post(`/workflows/${id}/activation_requests`, {
      definition: definition(600),
    });
    expect(request.examples).toEqual({ passed: 1, failed: 0, failing: [] });
    expect(await failed({ activation_request: request.id })).toBe(0);
  });

  // Rules: 2.13.7
  test('say who accepted another result, and when, in the audit log too', async () => {
    const id = await cascade();
    const { data: made } = await caller.api.post(`/workflows/${id}/examples`, about(610));
    const colleague = await gateway.caller({ of: caller, email: 'colleague@example.com' });
    await caller.api.patch(`/workflows/${id}`, { definition: definition(620) });
    const { data: run } = await caller.api.post(`/workflows/${id}/examples/run`, {});
    const { data: renamed } = await colleague.api.patch(`/workflows/${id}/examples/${made.id}`, { name: 'Below' });
    expect(renamed).toMatchObject({ name: 'Below', expected_by_user_id: caller.userId, expected_at: made.expected_at });
    const { data: accepted } = await colleague.api.patch(`/workflows/${id}/examples/${made.id}`, {
      expected: run.results[0].got,
    });
    expect(accepted).toMatchObject({ expected: { outcome: 'denied' }, expected_by_user_id: colleague.userId });
    expect(Date.parse(accepted.expected_at)).toBeGreaterThan(Date.parse(made.expected_at));
    expect((await caller.api.post(`/workflows/${id}/examples/run`, {})).data).toMatchObject({ passed: 1, failed: 0 });
    expect((await eventsOf(id, 'example.updated')).at(-1)).toMatchObject({
      actor_user_id: colleague.userId,
      detail: { old: { expected: { outcome: 'review' } }, new: { expected: { outcome: 'denied' } } },
    });
  });

  // Rules: 2.13.6
  test('apply on the day of their own, so that what lies years behind them still does', async () => {
    const recent = compiled('Deny felonies in the last 3 years. Approve everyone else.');
    const id = await cascade(caller, { definition: recent });
    const felony = { offense: 'Theft', severity: 'felony', disposition: 'convicted', offense_on: '2015-06-15' };
    const reports = { criminal_background: { records_count: 1, felony_count: 1, records: [felony] } };
    const post = (name: string, as_of: string) =>
      caller.api.post(`/workflows/${id}/examples`, { name, payload: PAYLOAD, reports, as_of });
    expect((await post('Two years later', '2017-06-15')).data.expected.outcome).toBe('denied');
    expect((await post('Four years later', '2019-06-15')).data.expected.outcome).toBe('approved');
  });

  test.each([
    [{ name: 'A', reports: { credit_report: { score: 'high' } } }, 'reports.credit_report.score'],
    [{ name: 'A', reports: { nothing: {} } }, 'reports.nothing'],
    [{ name: 'A', reports: { credit_report: { scor: 599 } } }, 'reports.credit_report.scor'],
    [{ name: 'A', decisions: { nowhere: 'approved' } }, 'decisions.nowhere'],
    [{ name: 'A', decisions: { decide: 'maybe' } }, 'decisions.decide'],
    [{ name: ' ' }, 'name'],
    [{ name: 'A', as_of: 'today' }, 'as_of'],
    [{ name: 'A', expected: { outcome: 'declined' } }, 'expected.outcome'],
    [{ name: 'A', payload: { applicant: { note: 'x'.repeat(66_000) } } }, 'payload'],
  ])('name the field that is wrong: %j', async (body, field) => {
    const id = await cascade();
    const { status, error } = await caller.api.post(`/workflows/${id}/examples`, body);
    expect([status, error.code, error.details[0].field]).toEqual([422, 'validation_failed', field]);
  });

  // Rules: 2.13.5
  test('are at most 200, and each has a name of its own', async () => {
    const id = await cascade();
    const rows = Array.from({ length: 199 }, (_, index) => ({
      ...{ account_id: caller.accountId, workflow_id: id, name: `N ${index}`, payload: '{}', reports: '{}' },
      ...{ decisions: '{}', as_of: '2026-03-01', expected: '{"outcome":"review"}', expected_by_user_id: caller.userId },
    }));
    await gateway.db.kysely
      .insertInto('workflow_example')
      .values(rows as never)
      .execute();
    const post = (name: string) =>
      caller.api.post(`/workflows/${id}/examples`, { name, expected: { outcome: 'review' } });
    expect((await post('N 7')).error.details[0].message).toContain('another example');
    expect((await post('Last')).status).toBe(201);
    expect((await post('One more')).error.details[0].message).toContain('200');
  });

  // Rules: 2.13.5
  test('are of their cascade and account alone, and go when they are deleted', async () => {
    const [id, second] = [await cascade(), await cascade()];
    const stranger = await gateway.caller();
    const { data: made } = await caller.api.post(`/workflows/${id}/examples`, about(700));
    const paths = [`/workflows/${id}/examples/${made.id}`, `/workflows/${second}/examples/${made.id}`];
    expect((await stranger.api.get(paths[0] ?? '')).status).toBe(404);
    expect((await stranger.api.post(`/workflows/${id}/examples/run`, {})).status).toBe(404);
    expect((await caller.api.get(paths[1] ?? '')).status).toBe(404);
    expect((await caller.api.call('DELETE', paths[1] ?? '')).status).toBe(404);
    expect((await caller.api.call('DELETE', paths[0] ?? '')).status).toBe(204);
    expect((await caller.api.get(paths[0] ?? '')).status).toBe(404);
    expect(await eventsOf(id, 'example.deleted')).toMatchObject([{ detail: { old: { name: 'A score of 700' } } }]);
  });
});

describe('before a version goes live', () => {
  // Rules: 2.13.8, 2.13.10
  test('an account that asks that examples hold refuses one whose examples fail, and says what each expected and got', async () => {
    const author = await asking('required');
    const id = await cascade(author);
    await author.api.post(`/workflows/${id}/examples`, about(610));
    expect((await author.api.patch(`/workflows/${id}`, { active: true })).status).toBe(200);
    const refused = await author.api.patch(`/workflows/${id}`, { definition: definition(620) });
    expect([refused.status, refused.error.code]).toEqual([409, 'examples_fail']);
    expect(refused.error.details).toEqual([
      {
        field: 'examples',
        message: expect.stringMatching(
          /^"A score of 610": outcome: expected review, was denied; rule: expected r2, was r1; reasons: the letter says/,
        ),
      },
    ]);
    expect((await author.api.get(`/workflows/${id}`)).data.version).toBe(1);
  });

  // Rules: 2.13.11
  test('a note puts it live all the same, and the audit log has it with the names', async () => {
    const author = await asking('required');
    const id = await cascade(author);
    await author.api.post(`/workflows/${id}/examples`, about(610, { expected: { outcome: 'approved' } }));
    const blank = await author.api.patch(`/workflows/${id}`, { active: true, examples_override: ' ' });
    expect(blank.error.details[0].field).toBe('examples_override');
    const { data } = await author.api.patch(`/workflows/${id}`, {
      active: true,
      examples_override: 'Wrong since May.',
    });
    expect(data).toMatchObject({ active: true, examples: { failed: 1 } });
    expect(await eventsOf(id, 'workflow.updated')).toMatchObject([
      { detail: { examples_override: 'Wrong since May.', failing_examples: ['A score of 610'] } },
    ]);
  });

  // Rules: 2.13.9
  test.each(['shown', 'off'])('an account that has them %s lets it go live', async (gate) => {
    const author = await asking(gate);
    const id = await cascade(author);
    await author.api.post(`/workflows/${id}/examples`, about(610, { expected: { outcome: 'approved' } }));
    const { data } = await author.api.patch(`/workflows/${id}`, { active: true });
    expect([data.active, data.examples?.failed]).toEqual([true, gate === 'off' ? undefined : 1]);
  });

  // Rules: 2.13.8, 2.13.10
  test('every way to go live is held up, and a cascade without examples passes', async () => {
    const author = await asking('required');
    const id = await cascade(author);
    expect((await author.api.patch(`/workflows/${id}`, { active: true })).status).toBe(200);
    await author.api.patch(`/workflows/${id}`, { definition: definition(620) });
    await author.api.post(`/workflows/${id}/examples`, about(610));
    const restore = (more: object) => author.api.post(`/workflows/${id}/versions/1/restore`, more);
    expect((await restore({})).error.code).toBe('examples_fail');
    const { data: rules, headers } = await author.api.get(`/workflows/${id}/rules`);
    const [first, ...rest] = rules.rows ?? rules.rules;
    const changed = { ...first, when: 'the credit score is below 590', text: null };
    const put = (more: object) =>
      author.api.call('PUT', `/workflows/${id}/rules`, {
        body: { rules: [changed, ...rest], ...more },
        headers: { 'If-Match': headers.get('etag') ?? '' },
      });
    expect((await put({ activate: true })).error).toMatchObject({ code: 'examples_fail' });
    expect((await put({})).data).toMatchObject({ saved: 'proposal', examples: { failed: 1 } });
    expect((await restore({ examples_override: 'Back.' })).data).toMatchObject({ version: 3, examples: { failed: 1 } });
  });

  // Rules: 2.13.11
  test('with four eyes the second person gives the note', async () => {
    const author = await asking('required', { four_eyes: true });
    const publisher = await gateway.caller({ of: author, email: 'publisher@example.com' });
    const id = await cascade(author);
    await author.api.post(`/workflows/${id}/examples`, about(610, { expected: { outcome: 'approved' } }));
    const alone = await author.api.patch(`/workflows/${id}`, { active: true, examples_override: 'Mine.' });
    expect(alone.error.code).toBe('activation_needs_approval');
    const { data: request } = await author.api.post(`/workflows/${id}/activation_requests`, {});
    expect(request.examples).toMatchObject({ failed: 1 });
    const approve = (of: Caller, more: object) =>
      of.api.post(`/workflows/${id}/activation_requests/${request.id}/approve`, more);
    expect((await approve(author, { examples_override: 'Mine.' })).error.code).toBe('approver_wrote_it');
    expect((await approve(publisher, {})).error.code).toBe('examples_fail');
    expect((await publisher.api.get(`/workflows/${id}/activation_requests/${request.id}`)).data.status).toBe('pending');
    expect((await approve(publisher, { examples_override: 'Known.' })).data.status).toBe('approved');
  });

  // Rules: 2.13.12
  test('an example that is kept meanwhile is asked too', async () => {
    const author = await asking('required');
    const id = await cascade(author);
    await author.api.post(`/workflows/${id}/examples`, about(700));
    const both = await Promise.all([
      ...[author.api.patch(`/workflows/${id}`, { active: true })],
      ...[650, 651, 652].map((score) =>
        author.api.post(`/workflows/${id}/examples`, about(score, { expected: { outcome: 'denied' } })),
      ),
    ]);
    const { data } = await author.api.get(`/workflows/${id}`);
    const kept = await author.api.get(`/workflows/${id}/examples`);
    expect(kept.data).toHaveLength(4);
    // Either it went live before the first of them existed, or it was refused because of it.
    expect(both[0]?.status).toBe(data.active ? 200 : 409);
  });
});

// Rules: 2.13.9
test("the setting is an administrator's, and with four eyes only an operator takes it back", async () => {
  const admin = await gateway.caller({ productionAccess: true });
  const set = (gate: string) => admin.api.patch('/company', { examples_gate: gate });
  expect((await admin.api.get('/company')).data.examples_gate).toBe('shown');
  expect((await set('required')).data.examples_gate).toBe('required');
  expect((await set('off')).data.examples_gate).toBe('off');
  expect((await set('never')).error.details[0].field).toBe('examples_gate');
  await gateway.db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', admin.accountId).execute();
  expect((await set('required')).data.examples_gate).toBe('required');
  expect((await set('shown')).error.details[0].field).toBe('examples_gate');
});

// Rules: 2.13.14
describe('a cascade that is made of a template', () => {
  test('keeps the examples of the template, which pass', async () => {
    const { data: templates } = await caller.api.get('/workflow_templates');
    const { data: template } = await caller.api.get(`/workflow_templates/${templates[0].id}`);
    const { name, definition: given, examples } = template;
    const id = await cascade(caller, { name, definition: given, examples, use_case: template.category });
    const { data } = await caller.api.post(`/workflows/${id}/examples/run`, {});
    expect([data.passed, data.failed]).toEqual([examples.length, 0]);
  });

  test('is a draft where examples have to hold, and says why; a wrong example names its place', async () => {
    const author = await asking('required');
    const made = await author.api.post('/workflows', {
      ...{ name: 'Bands', definition: definition(), examples: [about(610, { expected: { outcome: 'review' } })] },
    });
    expect(made.data).toMatchObject({ active: false, note: expect.stringContaining('examples') });
    expect((await author.api.patch(`/workflows/${made.data.id}`, { active: true })).data.active).toBe(true);
    const wrong = [about(610, { expected: { outcome: 'review' } }), about(9_999, { expected: { outcome: 'review' } })];
    const refused = await author.api.post('/workflows', { name: 'Bands', definition: definition(), examples: wrong });
    expect(refused.error.details[0].field).toBe('examples[1].reports.credit_report.score');
  });
});

// Rules: 2.13.15
describe('an example after an execution', () => {
  async function ended(by: Caller) {
    const id = await recordedRun(gateway, by, declinedWorld());
    const state = asJson(declinedWorld().state);
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'completed', state }).where('id', '=', id).execute(),
    );
    const { data } = await by.api.get(`/executions/${id}`);
    return { id, workflowId: data.workflow_id as number };
  }

  test('is a made-up applicant with the outcome and the rule that there were, and nothing that was sent', async () => {
    const { id, workflowId } = await ended(caller);
    const { data, error } = await caller.api.post(`/workflows/${workflowId}/examples`, {
      name: 'As it was',
      execution_id: id,
    });
    expect(error).toBeUndefined();
    expect(data.expected.outcome).toBe('denied');
    const { applicant } = declinedWorld().run.payload as { applicant: { last_name: string; email: string } };
    expect(data.payload.applicant.email).toBe('example.person@example.com');
    for (const word of [applicant.last_name, applicant.email]) expect(JSON.stringify(data)).not.toContain(word);
    expect((await caller.api.post(`/workflows/${workflowId}/examples/run`, {})).data).toMatchObject({
      passed: 1,
      failed: 0,
    });
  });

  test('is made of none of a stranger, of another cascade, or of one that has not ended, and beside a name alone', async () => {
    const { id, workflowId } = await ended(caller);
    const post = async (of: Caller, workflow: number, body: object) =>
      of.api.post(`/workflows/${workflow}/examples`, { name: 'As it was', ...body });
    const stranger = await gateway.caller();
    expect((await post(stranger, await cascade(stranger), { execution_id: id })).error.details[0].field).toBe(
      'execution_id',
    );
    expect((await post(caller, await cascade(), { execution_id: id })).error.details[0].message).toContain(
      'another cascade',
    );
    expect((await post(caller, workflowId, { execution_id: id, payload: {} })).error.details[0].field).toBe('payload');
    const running = await recordedRun(gateway, caller, declinedWorld());
    const { data } = await caller.api.get(`/executions/${running}`);
    expect((await post(caller, data.workflow_id, { execution_id: running })).error.details[0].message).toContain(
      'not ended',
    );
    const narrow = await gateway.caller({
      of: caller,
      sameClient: true,
      scopes: ['workflows:write', 'executions:read'],
    });
    expect((await post(narrow, workflowId, { execution_id: id })).error.code).toBe('insufficient_scope');
  });
});
