import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* All operations with a definition refuse faulty ones for equal reasons, so a tried definition can be saved. */

interface Body {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Every operation with a definition in its body. */
const TAKING = ROUTES.filter(({ body }) => (body?.schema as Body | undefined)?.properties?.definition !== undefined);
const CHECKING = 'validateWorkflow';

const score = (more: object) => ({ source_node_id: 'credit', field: 'score', operator: 'greater_than', ...more });
const choice = (condition: object, more: object = {}) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: [], ...more },
    branches: { pass: { condition_groups: [{ logic: 'and', conditions: [condition] }] } },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];
const changed = (index: number, more: object) =>
  SIMPLE.map((node, position) => (position === index ? { ...node, ...more } : node));

const FAULTS: Readonly<Record<string, unknown>> = {
  'a text': 'approve everybody',
  'a node that is none': [...SIMPLE, 'x'],
  'a node without a type': [...SIMPLE, { id: 'x' }],
  'a type that there is not': changed(2, { type: 'Approve' }),
  'an id twice': [...SIMPLE, SIMPLE[2]],
  'an id that is no name': changed(2, { id: 'a b' }),
  'two first steps': [...SIMPLE, { id: 'other', type: 'ApplicantSource', next_step: [] }],
  'an edge to nowhere': changed(1, { next_step: ['nowhere'] }),
  'a circle of edges': changed(2, { next_step: ['credit'] }),
  'a product that there is not': changed(1, { billing_product_code: 'palm_reading' }),
  'an action that there is not': changed(2, { action_type: 'Marry' }),
  'a comparison without a value': choice(score({})),
  'a field that the report has not': choice(score({ field: 'shoe_size', value: 1 })),
  'an operator that there is not': choice(score({ operator: 'smells_like', value: 1 })),
  'a source that is no pull': choice(score({ source_node_id: 'approve', value: 1 })),
  'a wait of no time': [
    ...changed(1, { next_step: ['w'] }),
    { id: 'w', type: 'Wait', wait: { duration: -1, unit: 'days' } },
  ],
  'a jump to nowhere': [...changed(1, { next_step: ['j'] }), { id: 'j', type: 'GoTo', target_step: 'nowhere' }],
};

let gateway: TestGateway;
let caller: Caller;
/** No definition with a fault changes it. */
let refusedId: number;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
  refusedId = await newWorkflow();
});
afterAll(() => gateway.stop());

interface Told {
  readonly field: string;
  readonly message: string;
}

/** The part of a long message that both have, because an error cuts the rest. */
const COMPARED_CHARACTERS = 300;

const newWorkflow = async (): Promise<number> =>
  (await caller.api.post('/workflows', { name: 'Before', definition: SIMPLE })).data.id;

/** The operation's errors about the definition; null if it accepts it. */
async function errorsOf(
  { method, path, operationId }: (typeof TAKING)[number],
  definition: unknown,
  workflowId: number,
): Promise<readonly Told[] | null> {
  const body = {
    definition,
    ...(operationId === 'createWorkflow' ? { name: 'New' } : {}),
    ...(operationId.startsWith('simulate') ? { payload: {} } : {}),
  };
  const answer = await caller.api.call(method, path.replace('{id}', String(workflowId)), { body });
  const isTaken = operationId === CHECKING ? answer.data.valid : answer.status < 300;
  if (isTaken === true) return null;
  const told: readonly Told[] = operationId === CHECKING ? answer.data.errors : answer.error.details;
  return told.map(({ field, message }) => ({ field, message: message.slice(0, COMPARED_CHARACTERS) }));
}

test('eight operations take a definition', () => {
  expect(TAKING.map(({ operationId }) => operationId).sort()).toEqual([
    'createBacktest',
    'createWorkflow',
    'readDefinition',
    'requestActivation',
    'runExamples',
    'simulateDefinition',
    'updateWorkflow',
    'validateWorkflow',
  ]);
});

describe.each(Object.entries(FAULTS))('%s', (_name, definition) => {
  test('is refused by each of them with the same errors', async () => {
    const told = await Promise.all(
      TAKING.map(async (route) => [route.operationId, await errorsOf(route, definition, refusedId)] as const),
    );
    const [, errors] = told.find(([operationId]) => operationId === CHECKING) ?? [];
    expect(errors).toEqual(expect.arrayContaining([{ field: expect.any(String), message: expect.any(String) }]));
    expect(told).toEqual(TAKING.map(({ operationId }) => [operationId, errors]));
  });
});

test('a definition without a fault is taken by each of them', async () => {
  const definition = choice(score({ value: 600 }));
  const told = await Promise.all(TAKING.map(async (route) => errorsOf(route, definition, await newWorkflow())));
  expect(told).toEqual(TAKING.map(() => null));
});
