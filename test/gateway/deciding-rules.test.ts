import { fieldsOfCascade } from '../../core/cascade/nodes/applicant-source.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { dictionaryIn } from '../../core/fields/standard.ts';
import type { JsonObject } from '../../core/json.ts';
import { World } from '../core/interpreter/world.ts';
import { compiled } from '../core/rows/support.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/* The rules that decided, or ask a person, as the API gives them. */

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const BANDS = compiled(
  'Deny if the credit score is below 600. Deny if there is an eviction. Review scores from 600 to 679. Approve everyone else.',
);

/** A run as the executor would leave it if the reports had these values. */
async function run(
  definition: CascadeDefinition,
  reports: Readonly<Record<string, JsonObject>>,
  more: JsonObject = {},
) {
  const applicant = { first_name: 'Pat', last_name: 'Example', email: 'pat@example.com', ...more };
  const world = new World(definition, {
    ...{ mode: 'live', payload: { applicant }, skipWaits: true },
    ...dictionaryIn({}, fieldsOfCascade(definition)),
  });
  world.advance();
  for (;;) {
    const pull = [...world.openEffects.values()].find(({ request }) => request.kind === 'live_pull');
    if (pull === undefined) break;
    world.finish(pull.key, { report: reports[pull.nodeId] ?? {} });
  }
  return recordedRun(gateway, caller, world);
}

const explained = async (id: number, of: Caller = caller) =>
  (await of.api.get(`/executions/${id}/explanation`)).data.rules;
const shortOf = (rules: readonly JsonObject[]) => rules.map(({ number, id, decision }) => [number, id, decision]);

// Rules: 2.12.15
describe('the explanation names the rules that decided', () => {
  test('each that holds, of rules that stand together, with the values that were found', async () => {
    const rules = await explained(await run(BANDS, { credit: { score: 571 }, eviction: { filings_count: 2 } }));
    expect(rules).toMatchObject([
      {
        number: 1,
        id: 'r1',
        text: 'Deny if the credit score is below 600.',
        conditions: [{ field: 'score', actual: 571 }],
      },
      { number: 2, id: 'r2', decision: 'deny', conditions: [{ field: 'filings_count', actual: 2, value: 0 }] },
    ]);
  });

  test('the one that asks a person, by its number among all', async () => {
    const rules = await explained(await run(BANDS, { credit: { score: 641 }, eviction: { filings_count: 0 } }));
    expect(shortOf(rules)).toEqual([[3, 'r3', 'review']]);
  });

  test('everyone else, without a number', async () => {
    const rules = await explained(await run(BANDS, { credit: { score: 700 }, eviction: { filings_count: 0 } }));
    expect(rules).toMatchObject([
      { number: null, text: 'Approve everyone else.', decision: 'approve', conditions: [] },
    ]);
  });

  test('a requirement by what it asked for', async () => {
    const definition = compiled(
      'The credit score must be at least 600. Deny if there is an eviction. Approve everyone else.',
    );
    const rules = await explained(await run(definition, { credit: { score: 571 }, eviction: { filings_count: 0 } }));
    expect(rules).toMatchObject([{ number: 1, is_requirement: true, conditions: [{ actual: 571, result: false }] }]);
  });

  test('none where what was taken is no rule', async () => {
    const on = (id: string, field: string, pass: string, fail: string) => ({
      ...{ id, type: 'IfElse', pass_steps: [pass], fail_steps: [fail] },
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'context', field, operator: 'greater_than', value: 1 }] },
          ],
        },
      },
    });
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['one'] },
      on('one', 'applicant.a', 'two', 'three'),
      on('two', 'applicant.b', 'approve', 'deny'),
      on('three', 'applicant.c', 'approve', 'deny'),
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      { id: 'deny', type: 'Action', action_type: 'Approve' },
    ] as unknown as CascadeDefinition;
    expect(await explained(await run(definition, {}, { a: 2, b: 2 }))).toEqual([]);
  });

  test('and to nobody who may not read executions in full, nor to another account', async () => {
    const id = await run(BANDS, { credit: { score: 571 }, eviction: { filings_count: 0 } });
    const poor = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    expect((await poor.api.get(`/executions/${id}/explanation`)).status).toBe(403);
    expect((await (await gateway.caller()).api.get(`/executions/${id}/explanation`)).status).toBe(404);
  });

  test('without a value that is masked for the caller', async () => {
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['one'] },
      {
        ...{ id: 'one', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['approve'] },
        branches: {
          pass: {
            group_logic: 'or',
            condition_groups: [
              {
                id: 'r1',
                conditions: [
                  { source_node_id: 'context', field: 'applicant.ssn', operator: 'starts_with', value: '900' },
                ],
              },
            ],
          },
        },
      },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
    ] as unknown as CascadeDefinition;
    const id = await run(definition, {}, { ssn: '900-10-1002' });
    const masked = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read:full'] });
    for (const path of ['explanation', 'review'])
      expect(JSON.stringify((await masked.api.get(`/executions/${id}/${path}`)).data)).not.toContain('900-10-1002');
  });
});

// Rules: 2.12.15
test('a case names the rule that asks, with what was found', async () => {
  const id = await run(BANDS, { credit: { score: 641 }, eviction: { filings_count: 0 } });
  const { data } = await caller.api.get(`/executions/${id}/review`);
  expect(shortOf(data.rules)).toEqual([[3, 'r3', 'review']]);
  expect(data.rules[0].conditions.map((each: JsonObject) => [each.operator, each.value, each.actual])).toEqual([
    ['greater_than_or_equal', 600, 641],
    ['less_than_or_equal', 679, 641],
  ]);
});

// Rules: 2.6.24, 2.12.15
test('reviews of no order ask one person once, whose case names each that holds', async () => {
  const definition = compiled(
    'Review scores below 680. Review if there is an eviction. Review if there are more than 2 collections. Approve everyone else.',
  );
  const id = await run(definition, { credit: { score: 641, collections_count: 0 }, eviction: { filings_count: 1 } });
  const { data } = await caller.api.get(`/executions/${id}/review`);
  expect(shortOf(data.rules)).toEqual([
    [1, 'r1', 'review'],
    [2, 'r2', 'review'],
  ]);
});

// Rules: 2.6.26
test('neither case nor explanation shows what the node compares that only asks', async () => {
  const id = await run(BANDS, { credit: { score: 641 }, eviction: { filings_count: 0 } });
  for (const path of ['review', 'explanation']) {
    const { status, data } = await caller.api.get(`/executions/${id}/${path}`);
    expect([path, status, /execution\.id|\bis_not_empty\b/.exec(JSON.stringify(data))]).toEqual([path, 200, null]);
  }
});
