/**
 * Records the histories that the replay test feeds to the loops: `node test/replay/record.ts`. They go into the folder
 * of the release in package.json, which gets every scenario that it lacks. Its own servers take some six minutes,
 * because one batch waits for five. Existing histories stand for running workflows, and are never recorded again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { launchTemporal } from '../../dev/servers/temporal.ts';
import { findTool, TEMPORAL } from '../../dev/servers/tools.ts';
import { buildWorkflowBundle } from '../../dev/stack/bundle.ts';
import { batchWorkflowId, executionWorkflowId, POKE_SIGNAL, WORKFLOW_TYPES } from '../../platform/temporal/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createWorkers } from '../../services/executor/worker.ts';
import { RELEASE, RELEASE_FOLDER, writeHistory } from './history.ts';
import { fileOf, SCENARIOS, type Scenario } from './scenarios.ts';

const bundlePath = await buildWorkflowBundle(join(tmpdir(), 'cascade-test-bundles'));

/** The activities of one scenario. */
function activitiesOf(scenario: Scenario, poke: () => Promise<void>): Activities {
  let answers = 0;
  const attempts = new Map<number, number>();
  const nextStep = async () => {
    const step = scenario.steps[answers];
    if (step === undefined) throw new Error('the scenario has no such step');
    if (step.failsLocally === true && Context.current().info.isLocal) throw ApplicationFailure.nonRetryable('local');
    answers += 1;
    if (answers === 1 && scenario.pokesWithin === true) await poke();
    // After the task that this answer belongs to, so that the poke comes to a loop that waits.
    if (answers === scenario.pokeAfter) setTimeout(() => void poke(), 1_000);
    return step;
  };
  return {
    advance: async () => {
      const { effects, wakeInMs, done } = await nextStep();
      return { effects, wakeAt: wakeInMs === null ? null : Date.now() + wakeInMs, done };
    },
    perform: async (effectId) => {
      const { failures = 0, failsForGood = false, takesMs } = scenario.effects?.[effectId] ?? {};
      const attempt = (attempts.get(effectId) ?? 0) + 1;
      attempts.set(effectId, attempt);
      if (failsForGood) throw ApplicationFailure.nonRetryable('gone');
      if (attempt <= failures) throw ApplicationFailure.create({ message: 'unavailable' });
      // One after the other, so that each end is news of its own.
      await Context.current().sleep(takesMs ?? effectId * 300);
    },
    abandon: async () => undefined,
    advanceBatch: async () => ({ done: (await nextStep()).done }),
  };
}

async function record(scenario: Scenario, connection: NativeConnection): Promise<void> {
  const client = new Client({ connection });
  const taskQueue = randomUUID();
  const runKey = randomUUID();
  const workflowId = scenario.loop === 'batch' ? batchWorkflowId(1, runKey) : executionWorkflowId(1, runKey);
  const activities = activitiesOf(scenario, () => client.workflow.getHandle(workflowId).signal(POKE_SIGNAL));
  const workers = await createWorkers({
    connection,
    namespace: 'default',
    taskQueue,
    activities,
    bundlePath,
    graceSeconds: 1,
  });
  const working = workers.run();
  const handle = await client.workflow.start(WORKFLOW_TYPES[scenario.loop], {
    workflowId,
    taskQueue,
    args: [1, runKey],
  });
  await handle.result();
  workers.shutdown();
  await working;
  // The first run: one that continued as new has a second.
  const first = client.workflow.getHandle(workflowId, handle.firstExecutionRunId);
  const history = await first.fetchHistory();
  await writeFile(join(RELEASE_FOLDER, fileOf(scenario)), writeHistory(history));
  process.stdout.write(`${RELEASE} ${fileOf(scenario)}: ${history.events?.length} events\n`);
}

/** On a server of their own, which asks for a new run after `suggestAfter` events. */
async function recordAll(scenarios: readonly Scenario[], suggestAfter: number): Promise<void> {
  if (scenarios.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'cascade-record-'));
  const server = await launchTemporal({
    binary: await findTool(TEMPORAL, (line) => void process.stderr.write(`${line}\n`)),
    logFile: join(folder, 'temporal.log'),
    databaseFile: join(folder, 'temporal.db'),
    settings: { 'limit.historyCount.suggestContinueAsNew': String(suggestAfter) },
  });
  const connection = await NativeConnection.connect({ address: server.address });
  for (const scenario of scenarios) await record(scenario, connection);
  await connection.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

await mkdir(RELEASE_FOLDER, { recursive: true });
const missing = SCENARIOS.filter((scenario) => !existsSync(join(RELEASE_FOLDER, fileOf(scenario))));
const early = missing.filter(({ continuesAsNew }) => continuesAsNew === true);
await recordAll(early, 6);
await recordAll(
  missing.filter((scenario) => !early.includes(scenario)),
  4_096,
);
process.exit(0);
