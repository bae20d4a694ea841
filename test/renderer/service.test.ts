import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { VARIABLES } from '../../platform/config/variables.ts';
import { urlOf } from '../../platform/lifecycle.ts';
import { HEAVY_DOCUMENT_BYTES, MOST_DOCUMENT_BYTES, RenderError } from '../../platform/rendering.ts';
import { DocumentError } from '../../services/artifacts/documents.ts';
import { RemoteRenderer, RendererUnavailable } from '../../services/artifacts/renderer.ts';
import { renderServer, type RenderServerOptions } from '../../services/renderer/server.ts';
import { artifact, askForNotice, childrenOf, isAlive, pagesOf, silent } from '../artifacts/support.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = '<!doctype html><html><body><p>A letter</p></body></html>';
const PDF = Buffer.from('%PDF-1.7 a file');

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => [server.close(), server.closeAllConnections()] });
  return urlOf(server);
}

/** A renderer whose browser is the given function. */
async function serve(
  render: (html: string, unwanted?: AbortSignal) => Promise<Uint8Array>,
  options: Partial<RenderServerOptions> = {},
): Promise<string> {
  return listen(
    renderServer({ renderer: { render, isUp: true }, scripts: ['Latin'], capacity: 1, log: silent, ...options }),
  );
}

function clientOf(url: string, options: { deadlineMs?: number; patienceMs?: number } = {}): RemoteRenderer {
  const client = new RemoteRenderer({ url, patienceMs: 0, ...options });
  open.push(client);
  return client;
}

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it rendered'),
    (error: Error) => error,
  );

describe('a document that is rendered elsewhere', () => {
  test('comes back as its PDF', async () => {
    const url = await serve(async (html) => Buffer.from(`%PDF-${html}`));
    expect(Buffer.from(await clientOf(url).render('Größe ✓')).toString('utf8')).toBe('%PDF-Größe ✓');
  });

  test('that does not render says why, and may be tried again', async () => {
    const url = await serve(async () => Promise.reject(new RenderError('Rendering took longer than 60 seconds.')));
    const error = await failure(clientOf(url).render(PAGE));
    expect([error.name, error.message]).toEqual(['RenderError', 'Rendering took longer than 60 seconds.']);
  });

  test('is not quoted by what the browser says of it', async () => {
    const url = await serve(async () => Promise.reject(new Error('cannot print Dana Doe')));
    expect((await failure(clientOf(url).render(PAGE))).message).toBe('The renderer failed.');
  });

  test('is not sent if it is too large, and refused by a renderer that gets one', async () => {
    let rendered = 0;
    const url = await serve(async () => {
      rendered += 1;
      return PDF;
    });
    const tooLarge = 'x'.repeat(MOST_DOCUMENT_BYTES + 1);
    expect(await failure(clientOf(url).render(tooLarge))).toBeInstanceOf(DocumentError);
    const response = await fetch(`${url}/render`, { method: 'POST', body: tooLarge }).catch(() => undefined);
    // A caller that is still sending may find the connection closed.
    expect([413, undefined]).toContain(response?.status);
    // Without a Content-Length the bytes are counted.
    const stream = new Blob([tooLarge]).stream();
    const streamed = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
    expect([413, undefined]).toContain((await fetch(`${url}/render`, streamed).catch(() => undefined))?.status);
    expect(rendered).toBe(0);
  });

  test('waits for another large one, for memory, while letters are printed beside it', async () => {
    const held = Promise.withResolvers<Uint8Array>();
    const begun: string[] = [];
    const url = await serve(
      (html: string) => {
        begun.push(html.slice(0, 1));
        return html.startsWith('a') ? held.promise : Promise.resolve(PDF);
      },
      { capacity: 4 },
    );
    const large = (name: string): string => name.repeat(HEAVY_DOCUMENT_BYTES + 1);
    const first = clientOf(url).render(large('a'));
    await until(async () => begun.length === 1);
    // One more waits; of a third one nobody would know how long.
    const others = ['b', 'b'].map((name) =>
      clientOf(url)
        .render(large(name))
        .catch((error: Error) => error),
    );
    expect(await Promise.race(others)).toBeInstanceOf(RendererUnavailable);
    const small = 'c'.repeat(HEAVY_DOCUMENT_BYTES);
    for (let letter = 0; letter < 2; letter += 1) expect(Buffer.from(await clientOf(url).render(small))).toEqual(PDF);
    expect(begun).toEqual(['a', 'c', 'c']);
    // Also if the one before fails.
    held.reject(new RenderError('The browser failed while it rendered.'));
    await failure(first);
    const ends = await Promise.all(others);
    expect(ends.map((end) => end instanceof RendererUnavailable).toSorted()).toEqual([false, true]);
    expect(begun).toEqual(['a', 'c', 'c', 'b']);
  });

  test('whose PDF is too large is not tried again', async () => {
    const url = await serve(async () => PDF, { mostPdfBytes: PDF.byteLength - 1 });
    expect(await failure(clientOf(url).render(PAGE))).toBeInstanceOf(DocumentError);
  });

  test('waits for another time if the renderer is busy, and goes to whoever takes it meanwhile', async () => {
    const held = Promise.withResolvers<Uint8Array>();
    const url = await serve(() => held.promise);
    const first = clientOf(url).render(PAGE);
    await until(async () => (await failure(clientOf(url).render(PAGE))) instanceof RendererUnavailable);
    const patient = clientOf(url, { patienceMs: 60_000 }).render(PAGE);
    held.resolve(PDF);
    expect(Buffer.from(await first)).toEqual(PDF);
    expect(Buffer.from(await patient)).toEqual(PDF);
  });

  test('waits for another time if there is no renderer, or none with a browser', async () => {
    const url = await serve(async () => PDF, { renderer: { render: async () => PDF, isUp: false } });
    expect(await failure(clientOf(url).render(PAGE))).toBeInstanceOf(RendererUnavailable);
    await expect(clientOf(url).check()).rejects.toThrow('not ready');
    expect(await failure(clientOf('http://127.0.0.1:1').render(PAGE))).toBeInstanceOf(RendererUnavailable);
  });

  test('is given up at the deadline if the renderer hangs, which then does not render it', async () => {
    const held = Promise.withResolvers<Uint8Array>();
    const signals: (AbortSignal | undefined)[] = [];
    const url = await serve((_, unwanted) => {
      signals.push(unwanted);
      return held.promise;
    });
    const error = await failure(clientOf(url, { deadlineMs: 300 }).render(PAGE));
    expect([error.name, error.message]).toEqual(['RenderError', 'Rendering took longer than 0.3 seconds.']);
    await until(() => signals[0]?.aborted === true);
    held.resolve(PDF);
  });

  test('counts as tried if the connection breaks, for the document may have broken the renderer', async () => {
    const url = await listen(createServer((request) => request.socket.destroy()));
    expect(await failure(clientOf(url).render(PAGE))).toBeInstanceOf(RenderError);
  });

  test('is not stored as whatever a renderer returns', async () => {
    const url = await serve(async () => Buffer.from('<html>'));
    expect((await failure(clientOf(url).render(PAGE))).message).toBe('The renderer returned something that is no PDF.');
  });
});

describe('the renderer of a stack', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ services: ['artifacts'], env: { RENDER_CONCURRENCY: '1' } });
  });
  afterAll(() => stack?.stop());

  const renderers = (): readonly number[] =>
    childrenOf(process.pid, '').filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('services/renderer/main.ts'),
    );

  test('renders, and neither it nor its browser has a secret or the address of a server', async () => {
    const id = await askForNotice(stack.db);
    await until(async () => (await artifact(stack.db, id)).status === 'ready');
    const { bytes } = await stack.db.kysely
      .selectFrom('artifact_blob')
      .select('bytes')
      .where('artifact_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await pagesOf(bytes)).join()).toContain('Dana Doe');

    const [renderer = 0] = renderers();
    const browsers = childrenOf(renderer, 'chrom');
    expect(browsers.length).toBeGreaterThan(0);
    for (const pid of [renderer, ...browsers]) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
      const names = environment.map((line) => line.split('=', 1)[0] ?? '');
      const secrets = Object.entries(VARIABLES).filter(([, { secret }]) => secret);
      expect(names.filter((name) => secrets.some(([secret]) => secret === name))).toEqual([]);
      expect(names.filter((name) => /DATABASE|NATS|TEMPORAL|S3|SMTP|OTEL/.test(name))).toEqual([]);
      for (const secret of [stack.databaseUrl, stack.env.NATS_URL, stack.env.ENCRYPTION_KEYS]) {
        expect(environment.some((line) => line.includes(secret ?? '?'))).toBe(false);
      }
    }
  });

  test('that is away uses up no attempt of what waits for it', async () => {
    await stack.kill('renderer');
    await until(async () => (await fetch(`${stack.opsUrl('artifacts')}/readyz`)).status === 503);
    const id = await askForNotice(stack.db);
    const log = (): string => readFileSync(stack.logFile('artifacts'), 'utf8');
    await until(() => log().includes('"outcome":"postponed"'));
    expect(await artifact(stack.db, id)).toMatchObject({ status: 'pending', attempts: 0, lease_until: null });
    await stack.restart('renderer');
    // It is due in some seconds, which are not what this is about.
    await stack.db.kysely.updateTable('artifact').set({ due_at: new Date() }).where('id', '=', id).execute();
    await until(async () => (await artifact(stack.db, id)).status === 'ready');
    expect((await artifact(stack.db, id)).attempts).toBe(1);
  });
});

test.each(['DATABASE_URL', 'NATS_URL', 'ENCRYPTION_KEYS'])('does not start beside the secret %s', (name) => {
  const { status, stderr } = spawnSync(process.execPath, ['services/renderer/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, CHROMIUM_PATH: '/usr/bin/chromium', [name]: 'anything' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, `renderer: The browser must not run beside secrets. Unset ${name}.\n`]);
});

test('leaves no browser behind when it is killed', async () => {
  const stack = await startStack({ services: ['renderer'] });
  try {
    const children = childrenOf(process.pid, '').flatMap((pid) => childrenOf(pid, 'chrom'));
    expect(children.length).toBeGreaterThan(0);
    await stack.kill('renderer');
    await until(() => children.every((pid) => !isAlive(pid)));
  } finally {
    await stack.stop();
  }
});
