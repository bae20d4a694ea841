import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildConsole, CONSOLE_FOLDER } from '../../dev/stack/console.ts';
import { SITE_ASSETS } from '../../services/gateway/docs/site/index.ts';
import { beforeAll, expect, test } from '../support/jest.ts';

/** Limit of what a browser loads before it shows the first page, compressed as the gateway sends it. */
const MOST_BYTES = 250_000;

beforeAll(async () => {
  await buildConsole();
}, 60_000);

/** The files that the page names, and what those import before they run. */
function firstLoad(): Map<string, Buffer> {
  const page = readFileSync(join(CONSOLE_FOLDER, 'index.html'));
  const files = new Map([['index.html', page]]);
  const add = (name: string): void => {
    if (files.has(name)) return;
    const content = readFileSync(join(CONSOLE_FOLDER, 'assets', name));
    files.set(name, content);
    // A lazy part is `import(...)`: a call, which no pattern here matches.
    for (const [, found = ''] of content.toString().matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
      add(found);
  };
  for (const [, name = ''] of page.toString().matchAll(/\/console\/assets\/([\w.-]+)"/g)) add(name);
  return files;
}

test('the first load of the console is at most 250 kB, compressed', async () => {
  const files = firstLoad();
  expect([...files.keys()].filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0);
  expect([...files.keys()].filter((name) => name.endsWith('.css')).length).toBeGreaterThan(0);
  const shared = await Promise.all(['theme.js', 'icon.svg'].map((name) => SITE_ASSETS.get(name)?.read() ?? ''));
  const sizes = [...files.values(), ...shared].map((content) => gzipSync(content, { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

test("it is React's build for people, whoever built it", () => {
  const [, entry = ''] =
    /\/console\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(CONSOLE_FOLDER, 'index.html'), 'utf8')) ?? [];
  const files = [...firstLoad()].filter(([name]) => name.endsWith('.js'));
  expect(files.map(([name]) => name)).toContain(entry);
  expect(files.flatMap(([, content]) => content.toString().match(/Download the React DevTools|jsxDEV/g) ?? [])).toEqual(
    [],
  );
});

test('the page has no script and no style of its own, and names no other host', () => {
  const page = readFileSync(join(CONSOLE_FOLDER, 'index.html'), 'utf8');
  expect(page.match(/<style|\sstyle=|\son\w+=|https?:|data:/gi)).toBeNull();
  expect([...page.matchAll(/<script\b[^>]*>([^<]*)/g)].map(([, inside]) => inside)).toEqual(['', '']);
});

test('a second build has nothing to do', async () => {
  expect(await buildConsole()).toBe(false);
});
