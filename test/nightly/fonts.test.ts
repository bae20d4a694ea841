import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fontConfiguration, fontFolders } from '../../dev/servers/fonts.ts';
import { fetchFontsWhenNeeded } from '../../dev/stack/fonts.ts';
import { READY_PATH } from '../../platform/rendering.ts';
import { printableScripts } from '../../services/renderer/glyphs.ts';
import { artifact, askForNotice, NOTICE, pagesOf, startRenderer } from '../artifacts/support.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/* A stack on a machine with a font for Latin letters, whose user has no downloaded fonts yet. It downloads them. */

const FETCHED_AND_PRINTED_MS = 4 * PATIENCE_MS;
const before = { ...process.env };
let folder: string;
let stack: Stack;
let letter: number;
const said: string[] = [];
const stopping = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-fonts-'));
  process.env.XDG_CACHE_HOME = folder;
  const own = join(dirname(testEnvironment('CHROMIUM_PATH')), 'fonts');
  const latin = existsSync(own) ? own : '/usr/share/fonts/truetype/liberation';
  const base = join(folder, 'latin.conf');
  await writeFile(base, `<?xml version="1.0"?><fontconfig><dir>${latin}</dir></fontconfig>`);
  const fonts = join(folder, 'fonts.conf');
  await writeFile(fonts, fontConfiguration(base, fontFolders()));
  stack = await startStack({ services: ['artifacts'], env: { FONTCONFIG_FILE: fonts, XDG_CACHE_HOME: folder } });
  letter = await askForNotice(stack.db, { ...NOTICE, addressee: { ...NOTICE.addressee, name: '王小明' } });
  await until(async () => (await artifact(stack.db, letter)).error_message !== null);
});
afterAll(async () => {
  stopping.abort();
  process.env = before;
  await stack?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const see = (signal: AbortSignal): Promise<void> =>
  fetchFontsWhenNeeded(
    {
      rendererUrl: stack.env.RENDERER_URL ?? '',
      artifactsUrl: stack.opsUrl('artifacts'),
      restartRenderer: () => stack.restart('renderer'),
      say: (line) => said.push(line),
    },
    signal,
  );

const scripts = async (): Promise<readonly string[]> => {
  const response = await fetch(`${stack.env.RENDERER_URL}${READY_PATH}`);
  return ((await response.json()) as { readonly scripts: readonly string[] }).scripts;
};

// Rules: 11.7.8
test('fonts that cannot be fetched are named in a sentence, and the letter waits on', async () => {
  process.env.PIP_INDEX_URL = 'http://127.0.0.1:1/';
  process.env.PIP_RETRIES = '0';
  await see(stopping.signal);
  expect(said[0]).toMatch(/^Letters print these scripts: Latin, Greek, Cyrillic.* are fetched once a letter waits/);
  expect(said.at(-1)).toMatch(
    /^Letters wait for fonts, which could not be fetched \(.+\): install fonts-noto-core and fonts-noto-cjk[^\n]+\.$/,
  );
  expect((await artifact(stack.db, letter)).status).toBe('pending');
  expect(fontFolders().some((path) => existsSync(path))).toBe(false);
});

// Rules: 11.7.7
test('a letter to 王小明 waits, the fonts come, and its PDF has the name as text', async () => {
  for (const name of ['PIP_INDEX_URL', 'PIP_RETRIES']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  said.length = 0;
  const seeing = see(stopping.signal).catch(() => undefined);
  await until(async () => (await artifact(stack.db, letter)).status === 'ready', FETCHED_AND_PRINTED_MS);
  const { bytes } = await stack.db.kysely
    .selectFrom('artifact_blob')
    .select('bytes')
    .where('artifact_id', '=', letter)
    .executeTakeFirstOrThrow();
  // The font has one glyph for a character and for the radical of its form, and Chromium may name either.
  expect((await pagesOf(bytes)).join().normalize('NFKC')).toContain('Dear 王小明:');
  await until(() => said.at(-1)?.includes('Han') === true);
  expect(said.some((line) => line.startsWith('A letter waits for a font'))).toBe(true);
  stopping.abort();
  await seeing;
});

// Rules: 11.7.9
test('a syllable that a font draws by glyphs without a text of their own counts as printed', async () => {
  expect(await scripts()).toEqual(
    expect.arrayContaining(['Han', 'Hangul', 'Arabic', 'Bengali', 'Oriya', 'Kannada', 'Khmer', 'Sinhala']),
  );
});

// Rules: 11.7.1
test('a character that no font has is missed also where all fonts are variable', async () => {
  const variable = join(folder, 'variable.conf');
  const fetched = fontFolders().find((path) => path.includes('manimgx')) ?? '';
  await writeFile(variable, `<?xml version="1.0"?><fontconfig><dir>${fetched}</dir></fontconfig>`);
  process.env.FONTCONFIG_FILE = variable;
  const renderer = await startRenderer();
  const printed = await printableScripts((html) => renderer.render(html)).finally(() => renderer.close());
  expect(printed).toEqual(expect.arrayContaining(['Latin', 'Kannada', 'Khmer']));
  for (const lacking of ['Han', 'Tibetan', 'Yi']) expect(printed).not.toContain(lacking);
});
