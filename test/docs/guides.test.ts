import { createUser } from '../../platform/identity/index.ts';
import { NODES } from '../../core/cascade/registry.ts';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { startVendorStub, type VendorStub } from '../../dev/demo/vendor-stub.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { Caller, SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { differences, expectAnswers } from './support/answers.ts';
import { blocksOfGuide, guideNames, SETUP, type Block } from './support/blocks.ts';
import { runGuide } from './support/session.ts';

/**
 * Runs every code block of the guides against a stack. Commands are run as printed, and answers are compared.
 * Definitions are saved without a warning and run, and parts are found in a definition of the same page.
 */
const ROLES: Readonly<Record<string, readonly (string | undefined)[]>> = {
  bash: [undefined, 'setup', 'python', 'go'],
  // Lines that are not run here: `npm run verify` and the README's test run `npm start`. `test/nightly/foreign-clients`
  // also changes the document before it makes a client from it.
  sh: ['start', 'generator'],
  json: ['cascade', 'part', 'answer', 'settings'],
  text: ['answer'],
  // Programs, which the commands of the page start.
  ts: ['receiver.ts'],
  python: ['receiver.py'],
  go: ['receiver.go'],
};

/** Guides that run concurrently, because each mostly waits for a run. */
const AT_ONCE = 3;

let stack: SharedStack;
let vendor: VendorStub;
/** By guide: its commands are followed, and its cascades run. */
let followed: (name: string) => Promise<void>;
let sound: (name: string) => Promise<void>;
beforeAll(async () => {
  stack = await sharedStack();
  vendor = await startVendorStub({ port: 0, seconds: 5, say: () => undefined });
  followed = sideBySide(guideNames(), AT_ONCE, follow);
  sound = sideBySide(guideNames(), AT_ONCE, expectSoundCascades);
});
afterAll(async () => {
  await vendor?.close();
  await stack?.stop();
});

/** Guides whose cascades decide in live mode. */
const LIVE = ['connect-a-vendor'];

/** The account that `npm start` makes: the guides write to its user. */
async function reader(name: string): Promise<Caller> {
  const caller = await stack.createCaller({ productionAccess: LIVE.includes(name) });
  await createUser(stack.db.kysely, { accountId: caller.accountId, name: 'Demo User', email: 'demo@example.com' });
  return caller;
}

describe.each(guideNames())('the guide %s', (name) => {
  const blocks = blocksOfGuide(name);

  test('has only blocks that are tested', () => {
    for (const { language, words } of blocks) {
      expect([language, ROLES[language]?.includes(words[0])]).toEqual([language, true]);
    }
  });

  test('does what it says', () => followed(name));

  test('has cascades that are sound and run', () => sound(name));

  test('shows as parts only what is in a cascade of the page', () => {
    const nodes = cascadesOf(name).flatMap(({ text }) => JSON.parse(text) as JsonObject[]);
    for (const { words, text } of blocks) {
      if (words[0] !== 'part') continue;
      const part = JSON.parse(text) as JsonObject;
      expect(nodes.map((node) => differences(part, node))).toContainEqual([]);
    }
  });
});

test('the guide on cascades has every kind of node', () => {
  const [example] = blocksOfGuide('cascades').filter(({ words }) => words[0] === 'cascade');
  const kinds = (JSON.parse(example?.text ?? '') as JsonObject[]).map((node) => NODES.find(node)?.kind);
  expect(new Set(kinds)).toEqual(new Set(NODES.specs.map(({ kind }) => kind)));
});

async function follow(name: string): Promise<void> {
  const { token } = await reader(name);
  const blocks = blocksOfGuide(name);
  const session = { baseUrl: stack.baseUrl, vendorUrl: vendor.url, token, setup: SETUP, blocks };
  await runGuide(session, expectAnswers);
}

function cascadesOf(name: string): readonly Block[] {
  return blocksOfGuide(name).filter(({ language, words }) => language === 'json' && words[0] === 'cascade');
}

async function expectSoundCascades(name: string): Promise<void> {
  const caller = await reader(name);
  for (const { text } of cascadesOf(name)) {
    await expectSound(caller, name, JSON.parse(text) as Schemas['WorkflowDetail']['definition']);
  }
}

/** Saved without a warning, it runs to its end: reviews are approved. */
async function expectSound(
  { token }: Caller,
  name: string,
  definition: Schemas['WorkflowDetail']['definition'],
): Promise<void> {
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const { data: workflow } = await api.post('/workflows', {
    body: { name, use_case: 'tenant_screening', definition },
  });
  // Criminal and eviction records always give a warning that places limit their use.
  expect(workflow.warnings.filter(({ code }) => code !== 'jurisdiction_review')).toEqual([]);
  const { data: cases } = await api.get('/workflows/{id}/test_cases', { path: { id: workflow.id } });
  const path = { id: workflow.id };
  const runs = ['clear', 'borderline', 'fail'].map(async (wanted) => {
    const subject = cases.test_cases.find(({ case_name }) => case_name === wanted);
    const payload = subject?.payload ?? { applicant: { email: 'ada@example.com' } };
    const { data } = await api.post('/workflows/{id}/trigger', { path, body: { payload, skip_waits: true } });
    await until(async () => {
      const { data: execution } = await api.get('/executions/{id}', { path: { id: data.id } });
      const { pending_review: review } = execution;
      if (review !== null) {
        const body = { decision: 'approved', node_id: review.node_id } as const;
        // The review may still be open when it is read again.
        await api.post('/executions/{id}/review_decisions', { path: { id: data.id }, body }).catch(() => undefined);
      }
      expect(execution.status).not.toBe('failed');
      return execution.status === 'completed';
    }, PATIENCE_MS);
  });
  await Promise.all(runs);
}
