import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* Questions about fields, asked once, and their answers. */

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const answer = (field: string, body: unknown, by: Caller) => by.api.call('PUT', `/fields/${field}/answers`, { body });
const acts = async (by: Caller) => (await by.api.get('/audit_events?filter[action]=field.answered')).data;

const READS_AGE = [
  { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse' },
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [
              { source_node_id: 'start', field: 'applicant.risk_score', operator: 'greater_than', value: 3 },
              { source_node_id: 'start', field: 'applicant.income', operator: 'greater_than', value: 3 },
            ],
          },
        ],
      },
    },
  },
];
const codesIn = ({ questions }: { questions: readonly { code: string; path: string }[] }) =>
  questions.map(({ code, path }) => `${path} ${code}`);

// Rules: 20.6.5, 20.6.7
test('a question is asked where a cascade is saved, validated and asked to go live until it is answered', async () => {
  const own = await gateway.caller({ productionAccess: true });
  const { data: cascade } = await own.api.post('/workflows', { name: 'W', definition: READS_AGE, active: false });
  const asked = ['applicant.risk_score score'];
  const everywhere = async () => {
    const { data: validated } = await own.api.post('/workflows/validate', { definition: READS_AGE });
    const { data: read } = await own.api.get(`/workflows/${cascade.id}`);
    const { data: live } = await own.api.patch(`/workflows/${cascade.id}`, { active: true });
    expect(live.active).toBe(true);
    await own.api.patch(`/workflows/${cascade.id}`, { active: false });
    const { data: request } = await own.api.post(`/workflows/${cascade.id}/activation_requests`, {});
    await own.api.post(`/workflows/${cascade.id}/activation_requests/${request.id}/withdraw`, {});
    const { data: proposed } = await own.api.get('/fields/proposals');
    const proposal = proposed.proposals.find(({ path }: { path: string }) => path === 'applicant.risk_score');
    return [
      ...[validated, read, live, request].map(codesIn),
      proposal.questions.map(({ code }: { code: string }) => `applicant.risk_score ${code}`),
    ];
  };
  expect(codesIn(cascade)).toEqual(asked);
  expect(await everywhere()).toEqual([asked, asked, asked, asked, asked]);
  const given = { code: 'score', reason: '  A grade of the building.  ' };
  const { status, data } = await answer('context.applicant.risk_score', given, own);
  expect([status, data]).toMatchObject([
    200,
    { object: 'field_answer', path: 'applicant.risk_score', code: 'score', reason: 'A grade of the building.' },
  ]);
  expect(await everywhere()).toEqual([[], [], [], [], []]);
  const { data: proposals } = await own.api.get('/fields/proposals');
  const { object, ...kept } = data;
  expect([object, proposals.answers]).toEqual(['field_answer', [kept]]);
  // Neither does another declaration; withdrawing it asks the question again.
  await own.api.call('PUT', '/fields/applicant.risk_score', { body: { type: 'number', kind: 'fact' } });
  expect((await own.api.get('/fields/proposals')).data.questions).toEqual([]);
  const withdrawn = await answer('applicant.risk_score', { code: 'score', reason: null }, own);
  expect(withdrawn.data).toMatchObject({ reason: null, created_at: null });
  const { data: after } = await own.api.get('/fields/proposals');
  expect([codesIn(after), after.answers]).toEqual([asked, []]);
});

// Rules: 20.6.6
test('an answer is one act without its words, and the same again is none', async () => {
  const own = await gateway.caller();
  const given = { code: 'age', reason: 'Of the building.' };
  const first = await answer('applicant.age', given, own);
  expect((await answer('applicant.age', given, own)).data).toEqual(first.data);
  await answer('applicant.age', { code: 'age', reason: null }, own);
  await answer('applicant.age', { code: 'age', reason: null }, own);
  const found = (await acts(own)).toReversed();
  expect(found.map(({ detail }: { detail: unknown }) => detail)).toEqual([
    { code: 'age', answered: true },
    { code: 'age', answered: false },
  ]);
  expect(JSON.stringify(found)).not.toContain('building');
});

test('an answer is the account’s own', async () => {
  const [own, other] = [await gateway.caller(), await gateway.caller()];
  await answer('applicant.age', { code: 'age', reason: 'Of the building.' }, own);
  expect((await other.api.get('/fields/proposals')).data.answers).toEqual([]);
});

test.each([
  ['applicant.age', { code: 'score', reason: 'x' }, 'code'],
  ['applicant.rooms', { code: 'age', reason: 'x' }, 'code'],
  ['applicant.age', { code: 'height', reason: 'x' }, 'code'],
  ['applicant.age', { code: 'age', reason: ' ' }, 'reason'],
  ['applicant.age', { code: 'age', reason: 'x'.repeat(501) }, 'reason'],
  ['applicant.age', { code: 'age' }, 'reason'],
  ['steps.age', { code: 'age', reason: 'x' }, 'field'],
])('the answer to %s %j is refused at %s, and nothing is kept', async (field, body, at) => {
  const own = await gateway.caller();
  const { status, error } = await answer(field, body, own);
  expect([status, error.details]).toMatchObject([422, [{ field: at }]]);
  expect((await own.api.get('/fields/proposals')).data.answers).toEqual([]);
});
