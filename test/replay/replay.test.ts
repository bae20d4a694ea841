import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { POKE_SIGNAL, WORKFLOW_TYPES } from '../../platform/temporal/index.ts';
import * as workflows from '../../services/executor/workflows/index.ts';
import { HISTORIES, readHistory, RELEASE, storedHistories } from './history.ts';
import { fileOf, SCENARIOS } from './scenarios.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let workflowBundle: WorkflowBundleWithSourceMap;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  workflowBundle = await bundleWorkflowCode({
    workflowsPath: join(ROOT, 'services', 'executor', 'workflows', 'index.ts'),
    logger: new DefaultLogger('ERROR'),
  });
});
afterAll(async () => {
  await Runtime.instance().shutdown();
});

interface StoredHistory {
  events: { eventType: string; [attributes: string]: unknown }[];
}

function historyOf(path: string): StoredHistory {
  return JSON.parse(readFileSync(join(HISTORIES, path), 'utf8')) as StoredHistory;
}

const paths = storedHistories();

describe('the loops of executions and batches', () => {
  // A release that was not recorded has none: `node test/replay/record.ts`.
  test('have a history of each way through them, made by this release', () => {
    const wanted = SCENARIOS.map((scenario) => `${RELEASE}/${fileOf(scenario)}`);
    expect(paths.filter((path) => path.startsWith(`${RELEASE}/`))).toEqual(wanted.toSorted());
  });

  test.each([
    ['a new run', 'continues-as-new.json', 'WORKFLOW_EXECUTION_CONTINUED_AS_NEW'],
    ['a timer that fires', 'batch-looks-without-a-poke.json', 'TIMER_FIRED'],
    ['an effect given up', 'execution-effect-fails-for-good.json', 'ACTIVITY_TASK_FAILED'],
  ])('have %s among them', (_what, file, event) => {
    const found = paths.filter((path) => path.startsWith(RELEASE) && path.endsWith(file));
    expect(found).not.toEqual([]);
    for (const path of found) {
      expect(historyOf(path).events.map(({ eventType }) => eventType)).toContain(`EVENT_TYPE_${event}`);
    }
  });

  test.each(paths)('replay %s', async (path) => {
    await Worker.runReplayHistory({ workflowBundle }, readHistory(historyOf(path)));
  });

  test.each([
    [
      'an effect that is another one',
      `${RELEASE}/execution-effect-is-tried-again.json`,
      (history: StoredHistory) => rename(history, 'activityTaskScheduledEventAttributes', 'activityType'),
    ],
    [
      'a step of a batch that is another one',
      `${RELEASE}/batch-through-at-once.json`,
      (history: StoredHistory) => rename(history, 'activityTaskScheduledEventAttributes', 'activityType'),
    ],
    [
      'a timer that the loop never set',
      `${RELEASE}/execution-parks-and-is-poked.json`,
      (history: StoredHistory) => {
        const timer = historyOf(`${RELEASE}/execution-sleeps.json`).events.find(({ eventType }) =>
          eventType.endsWith('TIMER_STARTED'),
        );
        const at = history.events.findIndex(({ eventType }) => eventType.endsWith('WORKFLOW_EXECUTION_SIGNALED'));
        const before = history.events[at];
        history.events.splice(at, 0, { ...timer, eventId: before?.eventId, eventType: timer?.eventType ?? '' });
        history.events.forEach((event, index) => (event.eventId = String(index + 1)));
      },
    ],
    [
      'a local activity that is another one',
      `${RELEASE}/execution-through-at-once.json`,
      (history: StoredHistory) => {
        const text = JSON.stringify(history);
        const marker = history.events.find(({ eventType }) => eventType.endsWith('MARKER_RECORDED'));
        expect(marker).toBeDefined();
        const attributes = marker?.markerRecordedEventAttributes as
          { details: { data: { payloads: { data: string }[] } } } | undefined;
        const payloads = attributes?.details.data.payloads ?? [];
        for (const payload of payloads) {
          const data = JSON.parse(Buffer.from(payload.data, 'base64').toString()) as { activity_type?: string };
          if (data.activity_type !== undefined) data.activity_type = 'somethingElse';
          payload.data = Buffer.from(JSON.stringify(data)).toString('base64');
        }
        expect(JSON.stringify(history)).not.toBe(text);
      },
    ],
  ])('do not replay a history with %s', async (_what, file, tamper) => {
    const history = historyOf(file);
    tamper(history);
    await expect(Worker.runReplayHistory({ workflowBundle }, readHistory(history))).rejects.toThrow(
      DeterminismViolationError,
    );
  });

  test('have the names that stand in histories', () => {
    expect(Object.keys(workflows)).toEqual([WORKFLOW_TYPES.batch, WORKFLOW_TYPES.execution]);
    for (const loop of ['execution', 'batch']) {
      const text = readFileSync(join(ROOT, 'services', 'executor', 'workflows', `${loop}.ts`), 'utf8');
      expect(text).toContain(`defineSignal('${POKE_SIGNAL}')`);
    }
  });
});

describe('the workflow bundle', () => {
  test('holds the loops and the workflow package, and nothing else', () => {
    const own = sourcesOf(workflowBundle.code).filter((source) => !source.includes('node_modules/'));
    expect(own.map((source) => source.replace(/^.*\/services\//, 'services/')).toSorted()).toEqual([
      'services/executor/workflows/batch.ts',
      'services/executor/workflows/execution.ts',
      'services/executor/workflows/index.ts',
    ]);
    const packages = new Set(
      sourcesOf(workflowBundle.code).flatMap(
        (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
      ),
    );
    expect([...packages].toSorted()).toEqual(['@temporalio/common', '@temporalio/workflow', 'long', 'ms', 'nexus-rpc']);
  });
});

/** The files that went into a bundle, by its inline source map; what webpack makes itself is left out. */
function sourcesOf(code: string): string[] {
  const [, base64 = ''] =
    /sourceMappingURL=data:application\/json;charset=utf-8;base64,([A-Za-z0-9+/=]+)/.exec(code) ?? [];
  const map = JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) as { sources: string[] };
  return map.sources
    .map((source) => source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^webpack-internal:\/\/\//, ''))
    .filter(
      (source) =>
        /\.(ts|js|mjs|cjs)$/.test(source) &&
        !source.includes('webpack/') &&
        !source.endsWith('-autogenerated-entrypoint.cjs'),
    );
}

function rename(history: StoredHistory, attributes: string, key: string): void {
  const event = history.events.find((each) => attributes in each);
  const found = event?.[attributes] as Record<string, unknown> | undefined;
  expect(found).toBeDefined();
  if (found !== undefined) found[key] = { name: 'somethingElse' };
}
