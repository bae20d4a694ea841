/**
 * Records the histories that the replay test feeds to the loop: `node test/replay/record.ts`, with TEMPORAL_ADDRESS of
 * any Temporal. For a new way through the loop; histories that stand are what running workflows are made of, and stay.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { executionWorkflowId, POKE_SIGNAL, WORKFLOW_TYPES } from '../../platform/temporal/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { createWorkers } from '../../services/executor/worker.ts';
import { writeHistory } from './history.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';

const FOLDER = join(import.meta.dirname, 'histories');

/** The activities of one scenario; `onAnswer` is called with how often `advance` has answered. */
function activitiesOf(scenario: Scenario, onAnswer: (answers: number) => void): Activities {
  let answers = 0;
  const attempts = new Map<number, number>();
  return {
    advance: async () => {
      const step = scenario.steps[answers];
      if (step === undefined) throw new Error('the scenario has no such step');
      if (step.failsLocally === true && Context.current().info.isLocal) throw ApplicationFailure.nonRetryable('local');
      answers += 1;
      onAnswer(answers);
      return {
        effects: step.effects,
        wakeAt: step.wakeInMs === null ? null : Date.now() + step.wakeInMs,
        done: step.done,
      };
    },
    perform: async (effectId) => {
      const attempt = (attempts.get(effectId) ?? 0) + 1;
      attempts.set(effectId, attempt);
      if (attempt <= (scenario.failures?.[effectId] ?? 0)) throw ApplicationFailure.create({ message: 'unavailable' });
      // One after the other, so that each end is news of its own.
      await new Promise((resolve) => setTimeout(resolve, effectId * 300));
    },
    abandon: async () => undefined,
    advanceBatch: async () => ({ done: true }),
  };
}

async function record(scenario: Scenario, connection: NativeConnection): Promise<void> {
  const client = new Client({ connection });
  const taskQueue = randomUUID();
  const runKey = randomUUID();
  const workflowId = executionWorkflowId(1, runKey);
  const handle = client.workflow.getHandle(workflowId);
  const activities = activitiesOf(scenario, (answers) => {
    // After the task that this answer belongs to, so that the poke comes to a loop that waits.
    if (answers === scenario.pokeAfter) setTimeout(() => void handle.signal(POKE_SIGNAL), 1_000);
  });
  const workers = await createWorkers({
    connection,
    namespace: 'default',
    taskQueue,
    activities,
    bundlePath: process.env.WORKFLOW_BUNDLE_PATH,
    graceSeconds: 1,
  });
  const working = workers.run();
  await client.workflow.execute(WORKFLOW_TYPES.execution, { workflowId, taskQueue, args: [1, runKey] });
  workers.shutdown();
  await working;
  const history = await handle.fetchHistory();
  await writeFile(fileOf(scenario), writeHistory(history));
  process.stdout.write(`${scenario.name}: ${history.events?.length} events\n`);
}

function fileOf({ name }: Scenario): string {
  return join(FOLDER, `execution-${name}.json`);
}

await mkdir(FOLDER, { recursive: true });
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '127.0.0.1:7233' });
for (const scenario of SCENARIOS) {
  if (!existsSync(fileOf(scenario))) await record(scenario, connection);
}
await connection.close();
process.exit(0);
