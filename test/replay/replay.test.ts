import { readdirSync, readFileSync } from 'node:fs';
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
import { readHistory } from './history.ts';
import { SCENARIOS } from './scenarios.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HISTORIES = join(import.meta.dirname, 'histories');
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

function historyOf(file: string): StoredHistory {
  return JSON.parse(readFileSync(join(HISTORIES, file), 'utf8')) as StoredHistory;
}

const files = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));

describe('the loop of an execution', () => {
  test('has a stored history of each way through it', () => {
    expect(files.toSorted()).toEqual(expect.arrayContaining(SCENARIOS.map(({ name }) => `execution-${name}.json`)));
  });

  test.each(files)('replays %s', async (file) => {
    await Worker.runReplayHistory({ workflowBundle }, readHistory(historyOf(file)));
  });

  test.each([
    [
      'an effect that is another one',
      'execution-effect-is-tried-again.json',
      (history: StoredHistory) => rename(history, 'activityTaskScheduledEventAttributes', 'activityType'),
    ],
    [
      'a timer that the loop never set',
      'execution-parks-and-is-poked.json',
      (history: StoredHistory) => {
        const timer = historyOf('execution-sleeps.json').events.find(({ eventType }) =>
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
      'execution-through-at-once.json',
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
  ])('does not replay a history with %s', async (_what, file, tamper) => {
    const history = historyOf(file);
    tamper(history);
    await expect(Worker.runReplayHistory({ workflowBundle }, readHistory(history))).rejects.toThrow(
      DeterminismViolationError,
    );
  });

  test('has the names that stand in histories', () => {
    expect(Object.keys(workflows)).toEqual([WORKFLOW_TYPES.batch, WORKFLOW_TYPES.execution]);
    const text = readFileSync(join(ROOT, 'services', 'executor', 'workflows', 'execution.ts'), 'utf8');
    expect(text).toContain(`defineSignal('${POKE_SIGNAL}')`);
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
