import { afterEach, describe, expect, test } from '../support/jest.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { urlOf } from '../../platform/lifecycle.ts';
import { Readiness } from '../../platform/readiness.ts';
import { until } from '../support/until.ts';

type Line = Record<string, unknown> & { msg: string };

/** A service process, seen from outside: its log, its probes, its exit code. */
class Fixture {
  readonly lines: Line[] = [];
  readonly stderr: Promise<string>;
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;

  constructor(mode: string, env: Record<string, string> = {}) {
    this.#child = fork(fileURLToPath(new URL('./fixtures/service.ts', import.meta.url)), {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        OPS_HOST: '127.0.0.1',
        OPS_PORT: '0',
        FIXTURE_MODE: mode,
        ...env,
      },
      execArgv: [],
    });
    running.add(this.#child);
    this.exited = once(this.#child, 'close').then(([code]) => code as number | null);
    const { stdout, stderr } = this.#child;
    if (stdout === null || stderr === null) throw new Error('no pipes');
    this.stderr = text(stderr);
    createInterface({ input: stdout }).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line);
      this.#child.emit('logged');
    });
  }

  /** Waits until a line with that message has been logged. */
  async logged(message: string): Promise<Line> {
    for (;;) {
      const line = this.lines.find(({ msg }) => msg === message);
      if (line !== undefined) return line;
      await Promise.race([once(this.#child, 'logged'), this.exited.then(() => Promise.reject(new Error('it ended')))]);
    }
  }

  async get(path: string): Promise<{ status: number; body: string }> {
    const { ops_url: url } = await this.logged('starting');
    const response = await fetch(`${String(url)}${path}`);
    return { status: response.status, body: await response.text() };
  }

  order(order: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#child.send(order, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

describe('start', () => {
  test('a wrong environment gives one message for all variables, and exit code 1', async () => {
    const fixture = new Fixture('serve', { GATEWAY_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(await fixture.exited).toBe(1);
    expect(await fixture.stderr).toMatch(
      /^fixture: The configuration is wrong:\n {2}LOG_LEVEL must be .*\n {2}GATEWAY_PORT must be .*\n$/,
    );
    expect(fixture.lines).toEqual([]);
  });

  test('an error ends the process with one fatal line and exit code 1', async () => {
    const fixture = new Fixture('fail');
    expect(await fixture.exited).toBe(1);
    expect(fixture.lines.at(-1)).toMatchObject({
      level: 'fatal',
      msg: 'could not start',
      err: { message: 'the database does not answer' },
    });
  });

  test('a probe port that is taken ends the process and is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const fixture = new Fixture('serve', { OPS_PORT: new URL(urlOf(other)).port });
    expect(await fixture.exited).toBe(1);
    expect(fixture.lines.at(-1)).toMatchObject({ msg: 'could not start', err: { code: 'EADDRINUSE' } });
    other.close();
  });

  test('the service lives while it starts, and is ready only afterwards', async () => {
    const fixture = new Fixture('slow-start');
    expect((await fixture.get('/livez')).status).toBe(200);
    expect((await fixture.get('/readyz')).status).toBe(503);
    await fixture.order('go');
    await fixture.logged('started');
    expect((await fixture.get('/readyz')).status).toBe(200);
  });
});

describe('probes', () => {
  // Rules: 18.11.5
  test('readiness names the check that fails, and liveness ignores it', async () => {
    const fixture = new Fixture('serve');
    await fixture.logged('started');
    await fixture.order('break');
    const { status, body } = await fixture.get('/readyz');
    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({ ready: false, state: 'ready', checks: { database: 'failed' } });
    expect((await fixture.get('/livez')).status).toBe(200);
  });

  test('a metric says whether the service is ready, without a probe that asks', async () => {
    const fixture = new Fixture('serve');
    await fixture.logged('started');
    const isReady = async () =>
      /^cascade_ready\{service="fixture"\} (\d)$/m.exec((await fixture.get('/metrics')).body)?.[1];
    await until(async () => (await isReady()) === '1');
    await fixture.order('break');
    await until(async () => (await isReady()) === '0');
  });

  test('a check that takes too long has timed out', async () => {
    const fixture = new Fixture('slow-check');
    await fixture.logged('started');
    expect(JSON.parse((await fixture.get('/readyz')).body)).toMatchObject({
      checks: { slow: 'timed out', database: 'ok' },
    });
  });

  // Rules: 18.11.6
  test('a check that is under way is not begun again, however many ask', async () => {
    const readiness = new Readiness();
    const finish = Promise.withResolvers<void>();
    let begun = 0;
    readiness.add(
      'postgresql',
      () => {
        begun += 1;
        return finish.promise;
      },
      10,
    );
    const asked = await Promise.all([1, 2, 3].map(() => readiness.report()));
    expect((await readiness.report()).checks).toEqual({ postgresql: 'timed out' });
    expect([asked.map(({ checks }) => checks.postgresql), begun]).toEqual([Array(3).fill('timed out'), 1]);
    finish.resolve();
    await finish.promise;
    await readiness.report();
    expect((await readiness.report()).checks).toEqual({ postgresql: 'ok' });
    expect(begun).toBeGreaterThan(1);
  });

  test('metrics contain those of the process and of every source that works', async () => {
    const fixture = new Fixture('broken-source');
    const { status, body } = await fixture.get('/metrics');
    expect(status).toBe(200);
    expect(body).toContain('process_cpu_seconds_total{service="fixture"}');
    expect(body).toContain('other_metric 1');
  });

  test('another path is not found', async () => {
    expect((await new Fixture('serve').get('/')).status).toBe(404);
  });
});

describe('shutdown', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s runs the steps, the last registered first, and exits with 0',
    async (signal) => {
      const fixture = new Fixture('serve');
      await fixture.logged('started');
      fixture.signal(signal);
      expect(await fixture.exited).toBe(0);
      const messages = fixture.lines.map(({ msg }) => msg);
      expect(messages.slice(-4)).toEqual(['shutting down', 'closed second', 'closed first', 'stopped']);
      expect(await fixture.logged('closed first')).toMatchObject({ is_stopping: true });
    },
  );

  // Rules: 18.9.1
  test('a service that drains is alive and not ready', async () => {
    const fixture = new Fixture('slow-step');
    await fixture.logged('started');
    fixture.signal('SIGTERM');
    await fixture.logged('closing');
    expect((await fixture.get('/livez')).status).toBe(200);
    expect(JSON.parse((await fixture.get('/readyz')).body)).toMatchObject({ ready: false, state: 'stopping' });
    await fixture.order('release');
    expect(await fixture.exited).toBe(0);
  });

  test('a second signal does not shorten the drain', async () => {
    const fixture = new Fixture('slow-step');
    await fixture.logged('started');
    fixture.signal('SIGTERM');
    await fixture.logged('closing');
    fixture.signal('SIGTERM');
    expect((await fixture.get('/livez')).status).toBe(200);
    await fixture.order('release');
    expect(await fixture.exited).toBe(0);
    expect(fixture.lines.filter(({ msg }) => msg === 'closed first')).toHaveLength(1);
  });

  // Rules: 18.9.1
  test('work that exceeds the grace time is cut off, with exit code 1', async () => {
    const fixture = new Fixture('slow-step', { SHUTDOWN_GRACE_SECONDS: '1' });
    await fixture.logged('started');
    fixture.signal('SIGTERM');
    expect(await fixture.exited).toBe(1);
    expect(fixture.lines.at(-1)).toMatchObject({ level: 'error', step: 'slow' });
  });

  test('a step that fails does not prevent the others', async () => {
    const fixture = new Fixture('bad-step');
    await fixture.logged('started');
    fixture.signal('SIGTERM');
    expect(await fixture.exited).toBe(1);
    expect(fixture.lines.map(({ msg }) => msg)).toContain('closed first');
  });
});

describe('an uncaught error', () => {
  test.each([
    ['throw', 'uncaught exception', 'nobody catches this'],
    ['reject', 'unhandled rejection', 'nobody awaits this'],
  ])('%s: is logged and ends the process with 1', async (order, message, reason) => {
    const fixture = new Fixture('serve');
    await fixture.logged('started');
    await fixture.order(order);
    expect(await fixture.exited).toBe(1);
    expect(fixture.lines.at(-1)).toMatchObject({ level: 'fatal', msg: message, err: { message: reason } });
  });
});
