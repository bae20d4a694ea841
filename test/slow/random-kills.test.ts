import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CascadeClient } from '../../clients/typescript/src/index.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { SERVICES, type ServiceName } from '../../dev/stack/services.ts';
import { byNumber, expectNothingLostOrDoubled, setScene, type Scene } from '../faults/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startNats, startPostgres, startTemporal, type FaultyServer } from '../support/servers.ts';

/** Rounds of one process or two each. */
const ROUNDS = 30;
const CALLERS = 2;
const PAUSE_MS = 400;
/** A letter with a PDF takes a page of Chromium for a second. */
const DENIED_OF = 5;
/** No letters in later rounds: a render that was killed is tried again when its lease of 150 s has run out. */
const ROUNDS_WITH_LETTERS = ROUNDS / 2;
const ALL_ENDED_MS = 400_000;

const PULL_APPROVE_MAIL: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['wait'] },
  { id: 'wait', type: 'Wait', wait: { duration: 2, unit: 'seconds' }, next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: ['letter'] },
  {
    id: 'letter',
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: '{{applicant.email}}', subject: 'Approved', body: 'Hello {{applicant.first_name}}' },
  },
];

/** No score suffices, so everybody gets a letter with a PDF. */
const PULL_DENY: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 900 }] },
        ],
      },
    },
    fail_steps: ['deny'],
  },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant', send_strategy: 'auto_send' },
  },
];

let servers: Readonly<Record<'postgres' | 'temporal' | 'nats', FaultyServer>>;
let scene: Scene;
beforeAll(async () => {
  const [postgres, temporal, nats] = await Promise.all([startPostgres(), startTemporal(), startNats()]);
  servers = { postgres, temporal, nats };
  scene = await setScene({
    report: PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01'),
    services: SERVICES,
    databaseUrl: postgres.url,
    env: {
      NATS_URL: nats.url,
      TEMPORAL_ADDRESS: temporal.address,
    },
  });
});
afterAll(async () => {
  await scene?.stop();
  await Promise.all(Object.values(servers ?? {}).map((server) => server.stop()));
});

/** Kills one or two processes at a time, at random, and restarts them: servers first, since services wait for them. */
async function killAtRandom(history: string[]): Promise<void> {
  const victims = [...SERVICES, ...(Object.keys(servers) as (keyof typeof servers)[])];
  while (history.length < ROUNDS) {
    await sleep(500 + Math.random() * 1_500);
    const first = victims[randomInt(victims.length)];
    const second = Math.random() < 0.3 ? victims[randomInt(victims.length)] : undefined;
    const chosen = [...new Set([first, second])]
      .filter((one) => one !== undefined)
      .toSorted((a, b) => Number(isService(a)) - Number(isService(b)));
    history.push(chosen.join(' and '));
    await Promise.all(chosen.map((one) => (isService(one) ? scene.stack.kill(one) : servers[one].kill())));
    await sleep(Math.random() * 1_000);
    for (const one of chosen) if (!isService(one)) await servers[one].restart();
    // Concurrently, because artifacts becomes ready only after the renderer.
    await Promise.all(chosen.filter(isService).map((one) => scene.stack.restart(one)));
  }
}

function isService(name: string): name is ServiceName {
  return SERVICES.some((service) => service === name);
}

test('thirty kills at random lose and double nothing', async () => {
  const { stack, caller } = scene;
  const api = new CascadeClient({
    baseUrl: stack.baseUrl,
    token: caller.token,
    maxRetries: 1_000,
    maxWaitMs: 600_000,
    timeoutMs: 20_000,
  });
  const [approving, denying] = [await scene.createWorkflow(PULL_APPROVE_MAIL), await scene.createWorkflow(PULL_DENY)];
  const ids: number[] = [];
  const history: string[] = [];
  const trigger = async (): Promise<void> => {
    while (history.length < ROUNDS) {
      const applicant = { email: `person${ids.length}@example.com`, first_name: 'Pat' };
      const body = { payload: { applicant }, execution_mode: 'live' } as const;
      const isDenied = ids.length % DENIED_OF === 0 && history.length < ROUNDS_WITH_LETTERS;
      const path = { id: isDenied ? denying : approving };
      const { data } = await api.post('/workflows/{id}/trigger', { path, body });
      ids.push(data.id);
      await sleep(PAUSE_MS);
    }
  };
  let generated = 0;
  const generate = async (): Promise<void> => {
    while (history.length < ROUNDS) {
      const body = { prompt: 'Approve if the credit score is at least 650, otherwise deny.', create: false };
      const { data } = await api.post('/workflows/generate', { body });
      expect(data).toMatchObject({ valid: true });
      generated += 1;
      await sleep(5 * PAUSE_MS);
    }
  };
  const load = [...Array.from({ length: CALLERS }, trigger), generate()];
  await Promise.all([killAtRandom(history), ...load]);
  process.stderr.write(
    `${ids.length} executions accepted, ${generated} cascades generated; killed: ${history.join(', ')}\n`,
  );

  const stored = await stack.db.kysely.selectFrom('execution').select('id').execute();
  expect(stored.map(({ id }) => id).toSorted(byNumber)).toEqual(ids.toSorted(byNumber));
  await scene.untilEnded(ids, ALL_ENDED_MS);
  await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1, pullsEach: 1 });
}, 900_000);
