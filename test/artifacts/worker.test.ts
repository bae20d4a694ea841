import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { createMetrics } from '../../platform/metrics.ts';
import type { Bus } from '../../platform/nats/index.ts';
import { BACK_OFF_SECONDS, claimJobs, giveBack, recordFailure, Turns } from '../../services/artifacts/jobs.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import { GlyphsMissing, RenderError } from '../../platform/rendering.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { RendererUnavailable } from '../../services/artifacts/renderer.ts';
import { artifactMetrics } from '../../services/artifacts/metrics.ts';
import { RenderWorker, type RenderOutcome, type WorkerOptions } from '../../services/artifacts/worker.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import {
  artifact,
  askForNotice,
  childrenOf,
  expireLeases,
  NOTICE,
  pagesOf,
  silent,
  startRenderer,
  loadStationery,
} from './support.ts';

let database: TestDatabase;
let db: Database;
let renderer: Renderer;
let stationery: Stationery;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

/** Ends the workers of a test and waits for them. */
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'artifacts' });
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await database.drop();
});

interface RunningWorker {
  readonly worker: RenderWorker;
  readonly outcomes: RenderOutcome[];
  readonly published: string[];
}

function startWorker(options: Partial<WorkerOptions> = {}): RunningWorker {
  const outcomes: RenderOutcome[] = [];
  const published: string[] = [];
  const bus: Bus = {
    publish: (subject) => void published.push(subject),
    subscribe: () => ({ unsubscribe: () => undefined }),
    request: () => Promise.reject(new Error('nobody listens')),
    isUp: () => true,
    drain: () => Promise.resolve(),
  };
  const worker = new RenderWorker({
    db: own,
    bus,
    renderer: { render: (html) => renderer.render(html) },
    stationery,
    storeIn: (queryable) => new PostgresArtifactStore(queryable),
    concurrency: 1,
    log: silent,
    pollMs: 50,
    onRendered: (outcome) => void outcomes.push(outcome),
    ...options,
  });
  const stopping = new AbortController();
  const running = worker.run(stopping.signal);
  stops.push(async () => {
    stopping.abort();
    await running;
  });
  return { worker, outcomes, published };
}

const storedBytes = async (id: number): Promise<Uint8Array> => {
  const bytes = await new PostgresArtifactStore(db.kysely).get(id);
  if (bytes === null) throw new Error('nothing is stored');
  return bytes;
};

/** A renderer whose renders wait until they are released. */
function heldRenderer() {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isHolding = false;
  return {
    letGo: () => letGo(),
    isHolding: () => isHolding,
    render: async (html: string) => {
      const pdf = await renderer.render(html);
      isHolding = true;
      await gate;
      return pdf;
    },
  };
}

test('PostgreSQL that is away is one warning, and another one only when it goes away again', async () => {
  const lines: unknown[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const isAway = [true, true, true, false, true, true, false];
  let looks = 0;
  const flickering = new Proxy(db, {
    get: (target, key) => {
      if (key === 'kysely' && isAway[looks++] === true) throw new Error('PostgreSQL is away');
      return Reflect.get(target, key, target) as unknown;
    },
  });
  startWorker({ db: flickering, log, pollMs: 1 });
  await until(() => looks > isAway.length);
  const warning = 'artifacts to render cannot be looked for; trying again';
  expect(lines).toEqual([warning, warning]);
});

describe('a notice that was asked for', () => {
  test('becomes a stored PDF whose size, hash and time are recorded, and is announced', async () => {
    const { published } = startWorker();
    const id = await askForNotice(db);
    await until(async () => (await artifact(db, id)).status === 'ready');
    const row = await artifact(db, id);
    const bytes = await storedBytes(id);
    expect(row.byte_size).toBe(bytes.byteLength);
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(row.generated_at).toBeInstanceOf(Date);
    expect(row.lease_until).toBeNull();
    expect((await pagesOf(bytes)).join(' ')).toContain('Dana Doe');
    await until(() => published.includes(`artifacts.done.${id}`));
  });

  test('in a form of another version fails at once and is announced', async () => {
    const { published } = startWorker();
    const id = await askForNotice(db, { ...NOTICE, version: 99 } as never);
    await until(() => published.includes(`artifacts.done.${id}`));
    const row = await artifact(db, id);
    expect(row).toMatchObject({ status: 'failed', attempts: 1 });
    expect(row.error_message).toContain('form that is not known');
  });

  // Rules: 8.7.1
  test('that cannot be made ends the effect that waits for it, under the role of the service', async () => {
    const effect = await db.kysely
      .insertInto('effect')
      .values({
        execution_id: 1,
        key: 'deny#1#prepare',
        node_id: 'deny',
        visit: 1,
        kind: 'notice',
        request: asJson({ kind: 'notice', key: 'prepare', operation: 'discard', artifact_id: 1 }),
        status: 'delegated',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const id = await askForNotice(db, { ...NOTICE, version: 99 } as never);
    await db.kysely.updateTable('artifact').set({ effect_id: effect.id }).where('id', '=', id).execute();
    startWorker();
    const found = () =>
      db.kysely.selectFrom('effect').selectAll().where('id', '=', effect.id).executeTakeFirstOrThrow();
    await until(async () => (await found()).status === 'failed');
    expect(await found()).toMatchObject({ error_code: 'notice_not_rendered' });
  });
});

describe('the order of rendering', () => {
  async function ask(kind: 'report' | 'notice', client: number, priority: number): Promise<number> {
    const id = await askForNotice(db);
    const change = db.kysely
      .updateTable('artifact')
      .set({ kind, api_client_id: client, priority, due_at: new Date(0) });
    await change.where('id', '=', id).execute();
    return id;
  }

  // Rules: 8.7.3, 8.7.4
  test('is notices, then reports that somebody waits for, and clients take turns', async () => {
    await db.kysely.deleteFrom('artifact').execute();
    const unasked = await ask('report', 1, 2);
    const asked = await ask('report', 1, 1);
    const [first, , other] = [await ask('notice', 1, 0), await ask('notice', 1, 0), await ask('notice', 2, 0)];
    const claimed = async (limit: number, most?: number) =>
      (await claimJobs(db.kysely, limit, most === undefined ? {} : { reports: most }))
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
    expect(await claimed(2)).toEqual([first, other]);
    expect(await claimed(1, 0)).toHaveLength(1);
    expect(await claimed(5, 0)).toEqual([]);
    expect(await claimed(5)).toEqual([asked]);
    expect(await claimed(5)).toEqual([]);
    expect((await artifact(db, unasked)).attempts).toBe(0);
    await db.kysely.deleteFrom('artifact').execute();
  });

  // Rules: 8.7.4
  test('gives each account its turn, however old the backlog of another is and over however many clients it lies', async () => {
    const account = async (name: string) => {
      const values = { name, legal_name: name, address: '12 Quay Street', phone: '' };
      const row = await db.kysely.insertInto('account').values(values).returning('id').executeTakeFirstOrThrow();
      return row.id;
    };
    const client = async (accountId: number) => {
      const values = { account_id: accountId, name: 'Client' };
      const row = await db.kysely.insertInto('api_client').values(values).returning('id').executeTakeFirstOrThrow();
      return row.id;
    };
    const [large, small] = [await account('Large'), await account('Small')];
    const clients = [await client(large), await client(large), await client(large)];
    const other = await client(small);
    for (const id of clients) for (let count = 0; count < 3; count += 1) await ask('notice', id, 0);
    for (let count = 0; count < 3; count += 1) await ask('notice', other, 0);

    const turns = new Turns();
    const served: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const jobs = await claimJobs(db.kysely, 1, { turns });
      served.push(...jobs.map(({ apiClientId }) => apiClientId));
    }
    const [first, second, third] = clients;
    expect(served).toEqual([first, other, second, other, third, other]);
    // A large account does not get more rows of a claim by having more clients.
    await db.kysely.updateTable('artifact').set({ lease_until: null }).execute();
    const together = await claimJobs(db.kysely, 4);
    expect(together.filter(({ apiClientId }) => apiClientId === other)).toHaveLength(2);
  });

  test('counts an attempt before it is made, and gives up after five', async () => {
    const id = await askForNotice(db);
    await db.kysely
      .updateTable('artifact')
      .set({ attempts: 5, due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    startWorker();
    await until(async () => (await artifact(db, id)).status === 'failed');
    expect((await artifact(db, id)).error_message).toContain('never finished');
  });
});

describe('a report that was asked for', () => {
  async function askForReport(clientOfArtifact: number): Promise<number> {
    const account = await db.kysely
      .insertInto('account')
      .values({ name: 'A', legal_name: 'Harbor Homes LLC', address: '12 Quay Street', phone: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const execution = await db.kysely
      .insertInto('execution')
      .values({
        account_id: account.id,
        api_client_id: 7,
        workflow_id: 1,
        workflow_version: 1,
        status: 'completed',
        execution_mode: 'test',
        payload: asJson({ applicant: { name: 'Dana Doe', ssn: '123-45-6789' } }),
        run_key: randomUUID(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [visit, score] of [
      [1, 555],
      [2, 777],
    ] as const) {
      await db.kysely
        .insertInto('step')
        .values({
          execution_id: execution.id,
          node_id: 'credit',
          visit,
          node_type: 'BillingProduct',
          status: 'succeeded',
          output: asJson({ score }),
        })
        .execute();
    }
    const row = await db.kysely
      .insertInto('artifact')
      .values({
        api_client_id: clientOfArtifact,
        execution_id: execution.id,
        kind: 'report',
        node_id: 'credit',
        visit: 1,
        stage: 'report',
        priority: 1,
        filename: 'report.pdf',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  test('is made of the output of its own visit', async () => {
    startWorker();
    const id = await askForReport(7);
    await until(async () => (await artifact(db, id)).status === 'ready');
    const text = (await pagesOf(await storedBytes(id))).join(' ');
    expect(text).toContain('555');
    expect(text).not.toContain('777');
    expect(text).toContain('XXX-XX-6789');
  });

  // Rules: 8.7.5
  test('leaves one page free, for a notice that comes later', async () => {
    const renders: string[] = [];
    const held = heldRenderer();
    const rendered = async (html: string) => {
      renders.push(html);
      return held.render(html);
    };
    startWorker({ concurrency: 2, renderer: { render: rendered } });
    stops.unshift(() => Promise.resolve(held.letGo()));
    await askForReport(7);
    await askForReport(7);
    await until(held.isHolding);
    // Several looks for work.
    await new Promise((resolve) => void setTimeout(resolve, 500));
    expect(renders).toHaveLength(1);
    await askForNotice(db);
    await until(() => renders.length === 2);
    held.letGo();
    await until(() => renders.length === 3);
  });

  test('of an execution of another client is not made', async () => {
    startWorker();
    const id = await askForReport(8);
    await until(async () => (await artifact(db, id)).status === 'failed');
    expect((await artifact(db, id)).error_message).toContain('no output');
  });
});

describe('claims', () => {
  test('are of due rows only, oldest first, and nobody else gets them', async () => {
    const [first, second, third] = [await askForNotice(db), await askForNotice(db), await askForNotice(db)];
    await db.kysely
      .updateTable('artifact')
      .set({ due_at: new Date(Date.now() + 3_600_000) })
      .where('id', '=', first)
      .execute();
    expect((await claimJobs(db.kysely, 1)).map(({ id }) => id)).toEqual([second]);
    expect((await claimJobs(db.kysely, 5)).map(({ id }) => id)).toEqual([third]);
    expect(await claimJobs(db.kysely, 5)).toEqual([]);
  });

  test('side by side never give one row twice', async () => {
    for (let count = 0; count < 20; count += 1) await askForNotice(db);
    const ids: number[] = [];
    while (ids.length < 20) {
      const claims = await Promise.all(Array.from({ length: 8 }, () => claimJobs(db.kysely, 5)));
      // A claim that came too late may get none, but one of them gets some.
      expect(claims.flat()).not.toEqual([]);
      ids.push(...claims.flat().map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });

  test('that ran out are given again', async () => {
    const id = await askForNotice(db);
    await claimJobs(db.kysely, 1);
    await expireLeases(db);
    expect((await claimJobs(db.kysely, 1)).map((job) => job.id)).toEqual([id]);
  });
});

describe('failures', () => {
  test('are tried again after the back-off, then the artifact is failed with the message', async () => {
    const id = await askForNotice(db);
    for (const seconds of [...BACK_OFF_SECONDS, null]) {
      await db.kysely
        .updateTable('artifact')
        .set({ due_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      const [job] = await claimJobs(db.kysely, 1);
      const before = Date.now();
      expect(await recordFailure(db, job!, 'It did not work.', false)).toBe(seconds === null ? 'failed' : 'pending');
      if (seconds === null) continue;
      const passed = (Date.now() - before) / 1_000;
      const delay = ((await artifact(db, id)).due_at.getTime() - before) / 1_000;
      expect(delay).toBeGreaterThan(seconds - 2);
      expect(delay).toBeLessThan(seconds + passed + 20);
    }
    expect(await artifact(db, id)).toMatchObject({ status: 'failed', attempts: 5, error_message: 'It did not work.' });
  });

  test('of a lease that ran out record nothing', async () => {
    const id = await askForNotice(db);
    const [late] = await claimJobs(db.kysely, 1);
    await expireLeases(db);
    await claimJobs(db.kysely, 1);
    expect(await recordFailure(db, late!, 'Too late.', true)).toBeNull();
    expect(await artifact(db, id)).toMatchObject({ status: 'pending', attempts: 2 });
  });

  // Rules: 18.3.2
  test('to store a file count no attempt, and change nothing if the lease ran out', async () => {
    const id = await askForNotice(db);
    const [late] = await claimJobs(db.kysely, 1);
    await expireLeases(db);
    const [present] = await claimJobs(db.kysely, 1);
    const claimed = await artifact(db, id);
    await giveBack(db, late!);
    expect(await artifact(db, id)).toEqual(claimed);
    await giveBack(db, present!);
    expect(await artifact(db, id)).toMatchObject({ status: 'pending', attempts: 1, lease_until: null });
  });

  test('of a render are followed by another that succeeds', async () => {
    let renders = 0;
    const flaky = {
      render: async (html: string) => {
        if ((renders += 1) === 1) throw new RenderError('The browser failed while it rendered.');
        return renderer.render(html);
      },
    };
    const { outcomes } = startWorker({ renderer: flaky });
    const id = await askForNotice(db);
    await until(async () => (await artifact(db, id)).status === 'ready');
    expect(outcomes).toEqual(['retried', 'ready']);
    expect(await artifact(db, id)).toMatchObject({ attempts: 2, error_message: null });
  });

  test('of a browser killed in the middle end in one ready artifact', async () => {
    let isKilled = false;
    const killed = {
      render: async (html: string) => {
        const rendering = renderer.render(html);
        if (!isKilled) {
          isKilled = true;
          for (const pid of childrenOf(process.pid, 'chromium')) process.kill(pid, 'SIGKILL');
        }
        return rendering;
      },
    };
    startWorker({ renderer: killed });
    const id = await askForNotice(db);
    await until(async () => (await artifact(db, id)).status === 'ready');
    expect((await pagesOf(await storedBytes(id))).join(' ')).toContain('Dana Doe');
  });
});

describe('what became of a render while PostgreSQL takes no connection', () => {
  const asOwner = (statement: string) => sql.raw(statement).execute(db.kysely);
  const refuseConnections = async () => {
    await asOwner(`alter database ${database.name} connection limit 0`);
    await asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${database.name}' and pid <> pg_backend_pid()`);
  };
  const takeConnections = () => asOwner(`alter database ${database.name} connection limit -1`);

  /**
   * The first render ends in the given way while PostgreSQL refuses connections; it accepts them again after one
   * refusal.
   */
  async function renderedWhileAway(ended: (html: string) => Promise<Uint8Array>) {
    let renders = 0;
    const lines: string[] = [];
    const { outcomes } = startWorker({
      renderer: {
        render: async (html) => {
          if ((renders += 1) === 1) await refuseConnections();
          return ended(html);
        },
      },
      log: pino({ level: 'warn' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) }),
    });
    const id = await askForNotice(db);
    await until(() => lines.includes('PostgreSQL cannot be reached; trying again'));
    await takeConnections();
    await until(() => outcomes.length > 0);
    return { outcomes, row: await artifact(db, id) };
  }

  test('is recorded once it does: that no renderer was there', async () => {
    const { outcomes, row } = await renderedWhileAway(() => Promise.reject(new RendererUnavailable('away')));
    expect(outcomes).toEqual(['postponed']);
    expect(row).toMatchObject({ status: 'pending', attempts: 0, lease_until: null });
  });

  // Rules: 11.7.2
  test('is recorded once it does: that no font has its characters, which uses up no attempt', async () => {
    const { outcomes, row } = await renderedWhileAway(() => Promise.reject(new GlyphsMissing(['Han'])));
    expect(outcomes).toEqual(['glyphs']);
    expect(row).toMatchObject({ status: 'pending', attempts: 0, lease_until: null, needs: 'glyphs' });
    expect(row.error_message).toBe('No font of the renderer has characters of the document (scripts: Han).');
  });

  test('is recorded once it does: a failure', async () => {
    const { outcomes, row } = await renderedWhileAway(() => Promise.reject(new RenderError('The browser failed.')));
    expect(outcomes[0]).toBe('retried');
    expect(row).toMatchObject({ status: 'pending', error_message: 'The browser failed.' });
  });

  test('is recorded once it does: the letter', async () => {
    const { outcomes, row } = await renderedWhileAway((html) => renderer.render(html));
    expect(outcomes).toEqual(['ready']);
    expect(row).toMatchObject({ status: 'ready', attempts: 1, lease_until: null });
  });
});

describe('two workers at one artifact', () => {
  test('store it once: who comes second with a lease that ran out changes nothing', async () => {
    const held = heldRenderer();
    const slow = startWorker({ renderer: held });
    const id = await askForNotice(db);
    await until(() => held.isHolding());
    await expireLeases(db);
    const quick = startWorker();
    await until(() => quick.outcomes.includes('ready'));
    const before = await artifact(db, id);
    const bytes = await storedBytes(id);
    held.letGo();
    await until(() => slow.outcomes.length > 0);
    expect(slow.outcomes).toEqual(['superseded']);
    expect(slow.published).toEqual([]);
    expect(await artifact(db, id)).toEqual(before);
    expect(Buffer.compare(await storedBytes(id), bytes)).toBe(0);
  });
});

test('a worker that stops finishes the render at work and claims no other', async () => {
  const held = heldRenderer();
  startWorker({ renderer: held });
  const first = await askForNotice(db);
  await until(() => held.isHolding());
  const second = await askForNotice(db);
  const stopped = stops.pop()!();
  held.letGo();
  await stopped;
  expect((await artifact(db, first)).status).toBe('ready');
  expect((await artifact(db, second)).status).toBe('pending');
});

// Rules: 11.7.2
test('a letter whose characters no font has waits, counted, and is printed once there is one', async () => {
  let hasFont = false;
  let isAway = false;
  const asked: unknown[] = [];
  const { outcomes } = startWorker({
    renderer: {
      render: async (html, options) => {
        asked.push(options);
        if (isAway) throw new RendererUnavailable('away');
        if (!hasFont) throw new GlyphsMissing(['Han', 'Hiragana']);
        return renderer.render(html);
      },
    },
  });
  const id = await askForNotice(db);
  await until(() => outcomes.includes('glyphs'));
  const registry = createMetrics('artifacts');
  artifactMetrics(registry, own);
  expect(await registry.metrics()).toContain('cascade_letters_waiting_for_glyphs{service="artifacts"} 1');
  // A renderer that is unreachable has brought no font.
  isAway = true;
  await db.kysely.updateTable('artifact').set({ due_at: new Date() }).where('id', '=', id).execute();
  await until(() => outcomes.includes('postponed'));
  expect(await artifact(db, id)).toMatchObject({ needs: 'glyphs', attempts: 0 });
  isAway = false;
  hasFont = true;
  // It is due in a minute, which is no part of this test.
  await db.kysely.updateTable('artifact').set({ due_at: new Date() }).where('id', '=', id).execute();
  await until(async () => (await artifact(db, id)).status === 'ready');
  expect(await artifact(db, id)).toMatchObject({ attempts: 1, error_message: null, needs: null });
  expect(asked[0]).toEqual({ needsAllGlyphs: true });
});
