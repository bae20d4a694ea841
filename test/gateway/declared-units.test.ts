import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startGateway, type TestGateway } from './support.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const comparing = (field: string, other: string, fields: object = {}) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['decide'], config: { fields } },
  {
    ...{ id: 'decide', type: 'IfElse' },
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [
              {
                ...{ source_node_id: 'start', field, operator: 'greater_than' },
                value_from: { source_node_id: 'start', field: other },
              },
            ],
          },
        ],
      },
    },
  },
];
const AT = 'definition[1].branches.pass.condition_groups[0].conditions[0].value_from';

// Rules: 20.2.3
test('cents against dollars is refused wherever a definition is saved or validated, and nothing is saved', async () => {
  const own = await gateway.caller();
  for (const [path, unit] of [
    ['applicant.income_2', 'cents'],
    ['applicant.rent_2', 'USD'],
  ])
    await own.api.call('PUT', `/fields/${path}`, { body: { type: 'number', unit, kind: 'fact' } });
  const definition = comparing('applicant.income_2', 'applicant.rent_2');
  const details = [{ field: AT, message: expect.stringContaining('compares cents with USD') }];
  const created = await own.api.post('/workflows', { name: 'W', definition });
  expect([created.status, created.error.details]).toEqual([422, details]);
  expect((await own.api.post('/workflows/validate', { definition })).data).toMatchObject({
    valid: false,
    errors: details,
  });
  const { data: cascade } = await own.api.post('/workflows', {
    name: 'W',
    definition: comparing('applicant.income_2', 'applicant.x'),
  });
  const changed = await own.api.patch(`/workflows/${cascade.id}`, { definition });
  expect([changed.status, changed.error.details]).toEqual([422, details]);
  expect((await own.api.get('/workflows')).data).toHaveLength(1);
  // The cascade's own declarations override the account's.
  const inDollars = comparing('applicant.income_2', 'applicant.rent_2', {
    'applicant.income_2': { type: 'number', unit: 'USD' },
  });
  expect((await own.api.patch(`/workflows/${cascade.id}`, { definition: inDollars })).status).toBe(200);
});

// Rules: 20.2.3
test('a draft whose units were declared since it was saved does not go live', async () => {
  const own = await gateway.caller({ productionAccess: true });
  const definition = comparing('applicant.income_2', 'applicant.rent_2');
  const { data: cascade } = await own.api.post('/workflows', { name: 'W', definition, active: false });
  for (const [path, unit] of [
    ['applicant.income_2', 'months'],
    ['applicant.rent_2', 'USD'],
  ])
    await own.api.call('PUT', `/fields/${path}`, { body: { type: 'number', unit, kind: 'fact' } });
  const { status, error } = await own.api.patch(`/workflows/${cascade.id}`, { active: true });
  expect([status, error.details]).toEqual([
    422,
    [
      {
        field: 'active',
        message: expect.stringContaining(`${AT}, "applicant.income_2" and "applicant.rent_2": compares months`),
      },
    ],
  ]);
});
