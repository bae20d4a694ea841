import { describe, expect, test } from '../../support/jest.ts';
import type { Client } from '@temporalio/client';
import type { Database } from '../../../platform/database/index.ts';
import { createLogger, type Logger } from '../../../platform/log/index.ts';
import { Dispatcher } from '../../../services/executor/dispatch/dispatcher.ts';
import { until } from '../../support/until.ts';

interface Turn {
  readonly dispatched: readonly number[];
  readonly poke: number;
  readonly single: number;
  readonly batch: number;
}

/** The dispatcher on a queue in memory: each turn takes the next rows, and starts end as the test says. */
function dispatching({
  rows = [],
  start = async () => undefined,
  log,
  claiming = Promise.resolve(),
}: {
  readonly rows?: readonly (readonly object[])[];
  readonly start?: (workflowId: string, priorityKey: number) => Promise<void>;
  readonly log?: Logger;
  /** Each claim waits for it. */
  readonly claiming?: Promise<void>;
}) {
  const turns: Turn[] = [];
  const released: unknown[] = [];
  const waiting = [...rows];
  const query = async ({ values }: { values: unknown[] }) => {
    const [dispatched, , poke, single, batch] = values as [readonly number[], number, number, number, number];
    turns.push({ dispatched: [...dispatched], poke, single, batch });
    const claimed = waiting.shift() ?? [];
    await claiming;
    return { rows: claimed };
  };
  const update = {
    set: (values: unknown) => (released.push(values), update),
    where: () => update,
    execute: async () => [],
  };
  const client = {
    withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
    workflow: {
      start: (_type: string, { workflowId, priority }: { workflowId: string; priority: { priorityKey: number } }) =>
        start(workflowId, priority.priorityKey),
    },
  };
  const dispatcher = new Dispatcher({
    db: { pool: { query }, kysely: { updateTable: () => update } } as unknown as Database,
    client: client as unknown as Client,
    taskQueue: 'q',
    log: log ?? createLogger('test', 'silent'),
    batchConcurrency: 10,
  });
  return { dispatcher, turns, released };
}

const start = (id: number, lane: 'single' | 'batch' | 'recovery' = 'single') => ({
  id,
  kind: 'start',
  lane,
  attempts: 1,
  execution_id: id,
  batch_id: null,
  run_key: 'key',
  api_client_id: 1,
  status: 'pending',
});

/** Warnings by their messages. */
function warnings() {
  const messages: string[] = [];
  const log = { warn: (_ids: object, message: string) => messages.push(message) };
  return { messages, log: { child: () => log } as unknown as Logger };
}

describe('the dispatcher', () => {
  test('claims batch rows at once where no single start is under way', async () => {
    const { dispatcher, turns } = dispatching({});
    dispatcher.start();
    await until(async () => turns.length > 0);
    await dispatcher.stop();
    expect(turns[0]?.batch).toBeGreaterThan(0);
  });

  test('claims none while a single start is in flight, and no more than are free in each lane', async () => {
    let end = (): void => undefined;
    const inFlight = new Promise<void>((resolve) => (end = resolve));
    const { dispatcher, turns } = dispatching({ rows: [[start(1)]], start: () => inFlight });
    dispatcher.start();
    await until(async () => turns.length > 0);
    dispatcher.wake();
    await until(async () => turns.length > 1);
    end();
    await dispatcher.stop();
    expect(turns[1]).toMatchObject({ batch: 0, single: (turns[0]?.single ?? 0) - 1, poke: turns[0]?.poke });
  });

  test('starts single runs ahead of batch rows and recovered runs, by priorities from 1 to 5, which Temporal has', async () => {
    const priorities = new Map<string, number>();
    const { dispatcher } = dispatching({
      rows: [[start(1)], [start(2, 'batch')], [start(3, 'recovery')]],
      start: async (workflowId, priorityKey) => {
        priorities.set(workflowId, priorityKey);
        // A row is in flight until its first advance.
        if (workflowId === 'execution-2-key') dispatcher.advanced(2);
      },
    });
    dispatcher.start();
    await until(async () => priorities.size === 3);
    await dispatcher.stop();
    const [single = 0, ...later] = [1, 2, 3].map((id) => priorities.get(`execution-${id}-key`) ?? 0);
    expect(later.every((priority) => priority > single && priority <= 5)).toBe(true);
    expect(single).toBeGreaterThanOrEqual(1);
  });

  test('deletes a row only after Temporal has accepted it, and before it stops', async () => {
    const { dispatcher, turns, released } = dispatching({
      rows: [[start(1), start(2)]],
      start: async (workflowId) => {
        if (workflowId.includes('-2-')) throw new Error('unavailable');
      },
    });
    dispatcher.start();
    await until(async () => turns.some(({ dispatched }) => dispatched.length > 0));
    await dispatcher.stop();
    expect(turns.flatMap(({ dispatched }) => dispatched)).toEqual([1]);
    expect(released).toHaveLength(1);
  });

  test('carries out and deletes what it claimed while it was told to stop', async () => {
    let claim = (): void => undefined;
    const claiming = new Promise<void>((resolve) => (claim = resolve));
    const started: string[] = [];
    const { dispatcher, turns } = dispatching({
      rows: [[start(7)]],
      start: async (workflowId) => void started.push(workflowId),
      claiming,
    });
    dispatcher.start();
    await until(async () => turns.length > 0);
    const stopped = dispatcher.stop();
    claim();
    await stopped;
    expect(started).toEqual(['execution-7-key']);
    expect(turns.at(-1)).toMatchObject({ dispatched: [7], poke: 0, single: 0, batch: 0 });
  });

  test('warns once of a server that is down, and again when it goes down again', async () => {
    const { messages, log } = warnings();
    let isDown = true;
    const { dispatcher, turns } = dispatching({
      rows: [[start(1), start(2), start(3)], [start(4)], [start(5), start(6)]],
      start: async () => {
        if (isDown) throw new Error('unavailable');
      },
      log,
    });
    const turnTo = async (count: number) => {
      dispatcher.wake();
      await until(async () => turns.length >= count);
    };
    dispatcher.start();
    await turnTo(1);
    isDown = false;
    await turnTo(2);
    isDown = true;
    await turnTo(3);
    await dispatcher.stop();
    expect(messages).toEqual([
      'a command could not be dispatched to Temporal',
      'a command could not be dispatched to Temporal',
    ]);
  });
});
