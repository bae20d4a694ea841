import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/*
 * Builds the console. It is not committed: `npm start`, the tests and the image build it, and whoever finds it up to
 * date does nothing.
 */

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
/** Where the gateway looks for it. */
export const CONSOLE_FOLDER = join(PROJECT_FOLDER, 'dist', 'console');
/** The sources of the build, as a hash; not served. */
const RECORD = 'built-of.json';
/** Decide how it is built, whatever they import. */
const ALWAYS = ['console/index.html', 'console/tsconfig.json', 'dev/stack/console.ts', 'package-lock.json'];

type Hashes = Readonly<Record<string, string>>;

/** Returns whether there was anything to do. */
export async function buildConsole(folder: string = CONSOLE_FOLDER): Promise<boolean> {
  if (await isUpToDate(folder)) return false;
  const draft = `${folder}.${process.pid}`;
  const sources = await bundle(draft);
  await writeFile(join(draft, RECORD), JSON.stringify(await hashesOf([...ALWAYS, ...sources])));
  await mkdir(dirname(folder), { recursive: true });
  const old = `${draft}.old`;
  // Two that build at once: whoever comes second takes the place of the first.
  await rename(folder, old).catch(() => undefined);
  await rename(draft, folder);
  await rm(old, { recursive: true, force: true });
  return true;
}

/** A file that is new matters only if one that is known imports it, which changes that one. */
async function isUpToDate(folder: string): Promise<boolean> {
  try {
    const built = JSON.parse(await readFile(join(folder, RECORD), 'utf8')) as Hashes;
    const now = await hashesOf(Object.keys(built));
    return Object.entries(built).every(([path, hash]) => now[path] === hash);
  } catch {
    return false;
  }
}

async function hashesOf(paths: readonly string[]): Promise<Hashes> {
  const entries = paths.toSorted().map(async (path) => {
    const content = await readFile(join(PROJECT_FOLDER, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns the files of ours that went into it. Vite is loaded only here: most starts build nothing. */
async function bundle(outDir: string): Promise<readonly string[]> {
  const { build } = await import('vite');
  const sources = new Set<string>();
  const noteSources: Plugin = {
    name: 'sources',
    moduleParsed({ id }) {
      const [path = ''] = relative(PROJECT_FOLDER, id.replace('\0', '')).split('?');
      const isOurs = !path.startsWith('..') && !path.includes('node_modules') && /\.(tsx?|css|json)$/.test(path);
      if (isOurs) sources.add(path);
    },
  };
  // Tests build it too, and what they leave is served by the next start: of React's two builds the one for people.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: false,
      root: join(PROJECT_FOLDER, 'console'),
      base: '/console/',
      logLevel: 'error',
      mode: 'production',
      publicDir: false,
      build: {
        outDir,
        emptyOutDir: true,
        // The policy of the page allows no data: address.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        target: 'es2023',
      },
      plugins: [noteSources],
      // A worker is a bundle of its own.
      worker: { format: 'es', plugins: () => [noteSources] },
    });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  return [...sources].sort();
}
