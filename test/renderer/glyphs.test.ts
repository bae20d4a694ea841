import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../dev/servers/ports.ts';
import { urlOf } from '../../platform/lifecycle.ts';
import { GlyphsMissing, READY_PATH } from '../../platform/rendering.ts';
import { RemoteRenderer } from '../../services/artifacts/renderer.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { printableScripts, WORDS } from '../../services/renderer/glyphs.ts';
import { NO_FONT, renderServer } from '../../services/renderer/server.ts';
import { loadStationery, silent, startRenderer } from '../artifacts/support.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';

/* A browser on a machine with one font for Latin letters: a document brings its text font along, and no other is there. */

let folder: string;
let renderer: Renderer;
let server: Server;
let client: RemoteRenderer;
let css: (text: string) => string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-glyphs-'));
  const fonts = join(folder, 'fonts.conf');
  const executablePath = join(folder, 'chromium');
  const program = testEnvironment('CHROMIUM_PATH');
  const own = join(dirname(program), 'fonts');
  const latin = existsSync(own) ? own : '/usr/share/fonts/truetype/liberation';
  const configuration = `<fontconfig><dir>${latin}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;
  await writeFile(fonts, `<?xml version="1.0"?>${configuration}`);
  await writeFile(executablePath, `#!/bin/sh\nexport FONTCONFIG_FILE='${fonts}'\nexec '${program}' "$@"\n`, {
    mode: 0o755,
  });
  const stationery = await loadStationery();
  css = (text) => stationery.fontFaces.cssFor(text);
  renderer = await startRenderer({ executablePath });
  const scripts = await printableScripts((html) => renderer.render(html));
  server = renderServer({ renderer, scripts, capacity: 2, log: silent });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new RemoteRenderer({ url: urlOf(server) });
});
afterAll(async () => {
  await client?.close();
  server?.close();
  await renderer?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const page = (text: string): string =>
  `<!doctype html><html lang="en-US"><style>${css(text)} body { font-family: 'Source Sans 3' }</style><p>Dear ${text},</p></html>`;

const printed = (text: string): Promise<unknown> =>
  client.render(page(text), { needsAllGlyphs: true }).then(
    (pdf) => Buffer.from(pdf.subarray(0, 5)).toString(),
    (error: unknown) => (error instanceof GlyphsMissing ? error.scripts : error),
  );

// Rules: 11.7.1
test.each([
  ['王小明', ['Han']],
  ['Wang 王', ['Han']],
  ['山田 はなこ', ['Han', 'Hiragana']],
  ['김민수', ['Hangul']],
  ['علي حسن', ['Arabic']],
  ['देवनागरी', ['Devanagari']],
  ['สมชาย', ['Thai']],
  ['রহিম', ['Bengali']],
  ['አማርኛ', ['Ethiopic']],
  ['Ada \u{1f469}\u200d\u{1f469}\u200d\u{1f467}', ['other']],
  ['Ada \u0378', ['other']],
  ['\u{20bb7}田', ['Han']],
  ['Ada \ue000', ['other']],
  ['Ada \u{1d49c}', ['other']],
  ['Ada \u2764\ufe0f', ['other']],
])('a document with characters that no font has is not printed with boxes: %s', async (text, scripts) => {
  expect(await printed(text)).toEqual(scripts);
});

// Rules: 11.7.1
test.each([
  'Dana Doe',
  'José Núñez',
  'Jose\u0301 Nun\u0303ez',
  'Łukasz Žižek',
  'Nguyễn Thị Ánh',
  'Иван Петров',
  'Ελένη',
  '€ “x” – •',
  'a\u200bb\u00adc',
  'Ada \u202eadA\u202c \u2066x\u2069',
  'O\u2019Neill\u00a0Jr.',
  'a\u0323\u0302, ệ',
])('a document whose characters the text font has is printed: %s', async (text) => {
  expect(await printed(text)).toBe('%PDF-');
});

// Rules: 11.7.4
test('a document that does not ask for all of them is printed', async () => {
  const pdf = await client.render(page('王小明'));
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-');
});

// Rules: 11.7.5
test('a renderer that is ready names the scripts that its fonts print', async () => {
  const response = await fetch(`${urlOf(server)}${READY_PATH}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const { scripts } = (await response.json()) as { readonly scripts: readonly string[] };
  expect(scripts).toEqual(expect.arrayContaining(['Latin', 'Greek', 'Cyrillic']));
  for (const lacking of ['Han', 'Hangul', 'Arabic', 'Kannada', 'Khmer', 'Yi']) expect(scripts).not.toContain(lacking);
});

// Rules: 11.7.5
test('each word that is printed to find them out is in its script', () => {
  for (const [name, word] of Object.entries(WORDS)) {
    expect(word).toMatch(new RegExp(`^[\\p{Script=${name}}\\p{Script=Inherited}]+$`, 'u'));
  }
});

describe('a renderer without any font', () => {
  let ops: string;
  let url: string;
  let service: ChildProcess;
  let said = '';
  beforeAll(async () => {
    const none = join(folder, 'none.conf');
    await writeFile(none, `<?xml version="1.0"?><fontconfig><cachedir>${folder}/cache</cachedir></fontconfig>`);
    const [opsPort, port] = [await freePort(), await freePort()].map(String);
    service = spawn(process.execPath, [join(import.meta.dirname, '../../services/renderer/main.ts')], {
      env: {
        PATH: process.env.PATH,
        CHROMIUM_PATH: testEnvironment('CHROMIUM_PATH'),
        FONTCONFIG_FILE: none,
        OPS_PORT: opsPort,
        RENDERER_PORT: port,
        RENDERER_HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    [ops, url] = [`http://127.0.0.1:${opsPort}`, `http://127.0.0.1:${port}`];
    await until(async () => (await fetch(`${url}${READY_PATH}`).catch(() => undefined)) !== undefined);
  });
  afterAll(async () => {
    service.kill();
    if (service.exitCode === null) await once(service, 'exit');
  });

  // Rules: 11.7.6
  test('is not ready and says why', async () => {
    const response = await fetch(`${url}${READY_PATH}`);
    expect([response.status, await response.json()]).toEqual([503, { message: NO_FONT }]);
    await until(() => said.includes(NO_FONT));
    const probe = await fetch(`${ops}/readyz`);
    expect(probe.status).toBe(503);
    expect(await probe.json()).toMatchObject({ checks: { browser: 'ok', fonts: 'failed' } });
  });

  // Rules: 11.7.6
  test('prints no blank page', async () => {
    const response = await fetch(`${url}/render`, { method: 'POST', body: page('Dana Doe') });
    expect([response.status, await response.json()]).toEqual([503, { message: NO_FONT }]);
  });
});
