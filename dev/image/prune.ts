import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * `node dev/image/prune.ts [entry]`: takes out of the image what no process of it loads, after the workflow bundle was
 * built. With an entry, such as `services/renderer/main.ts`, only the packages stay that it can come to load. Run in the
 * image's build only; `test/nightly/image.test.ts` starts every service from what is left.
 */
const MODULES = 'node_modules';
/**
 * Node strips no types below node_modules, so sources there are never run; maps and texts are for people, `.bare` is for
 * another runtime.
 */
const NOT_LOADED = /\.(ts|mts|cts|tsx|map|md|markdown|rs|flow|tsbuildinfo|bare)$/;
/** Only the bundler loads them, and only while it bundles. Without a bundle the executor does not start. */
const OF_THE_BUNDLER = ['@swc', '@types', 'caniuse-lite', 'electron-to-chromium', 'terser', '@webassemblyjs'];
/** The native part of Temporal's client comes built for each platform. */
const NATIVE_BUILDS = '@temporalio/core-bridge/releases';
/** The parts of pdf.js for browsers: here it only reads letters, in Node. */
const OF_A_BROWSER = ['build', 'web', 'wasm', 'image_decoders', 'legacy/web', 'legacy/image_decoders'];
/** pdf.js draws with it, and says at each start that it is not there: 34 MB for two names that it looks up. */
const CANVAS = '@napi-rs/canvas';
/** A vendor that gives reports of people who are made up. */
const VENDOR_STUB = 'dev/demo/vendor-stub.ts';
/** `from 'x'`, `import 'x'` and `import('x')`: in code that the formatter wrote, nothing else looks like one. */
const IMPORTED = /(?:from|import\(?)\s*'([^']+)'/g;

const [entry] = process.argv.slice(2);
if (entry === undefined) {
  await keepNativeBuild();
  for (const name of OF_THE_BUNDLER) await remove(join(MODULES, name));
  for (const name of OF_A_BROWSER) await remove(join(MODULES, 'pdfjs-dist', name));
  await standInForCanvas();
  await remove(VENDOR_STUB);
  await removeUnloaded(MODULES);
} else {
  const kept = await packagesOf(entry);
  for (const name of await installed()) if (!kept.has(name)) await remove(join(MODULES, name));
}

async function keepNativeBuild(): Promise<void> {
  const cpu = new Map([
    ['arm64', 'aarch64'],
    ['x64', 'x86_64'],
  ]).get(process.arch);
  const builds = await readdir(join(MODULES, NATIVE_BUILDS));
  const ours = builds.filter((name) => name.startsWith(`${cpu}-`) && name.includes('linux'));
  if (ours.length !== 1) throw new Error(`of ${builds.join(', ')} one should be for Linux on ${process.arch}`);
  for (const name of builds) if (!ours.includes(name)) await remove(join(MODULES, NATIVE_BUILDS, name));
}

async function standInForCanvas(): Promise<void> {
  await remove(join(MODULES, dirname(CANVAS)));
  await mkdir(join(MODULES, CANVAS), { recursive: true });
  await writeFile(join(MODULES, CANVAS, 'index.js'), 'exports.DOMMatrix = exports.Path2D = class {};\n');
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Removes files that are never loaded, and folders that are empty then. Licenses stay. */
async function removeUnloaded(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeUnloaded(path);
    else if (NOT_LOADED.test(entry.name) && !/licen[cs]e/i.test(entry.name)) await remove(path);
  }
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

/** Names of the packages at the top of node_modules. */
async function installed(): Promise<string[]> {
  const names = (await readdir(MODULES)).filter((name) => !name.startsWith('.'));
  const scopes = names.filter((name) => name.startsWith('@'));
  const scoped = await Promise.all(
    scopes.map(async (scope) => (await readdir(join(MODULES, scope))).map((name) => `${scope}/${name}`)),
  );
  return [...names.filter((name) => !scopes.includes(name)), ...scoped.flat()];
}

/** The packages that our files import from the entry on, and what those depend on. */
async function packagesOf(first: string): Promise<ReadonlySet<string>> {
  const files = new Set([first]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, target = ''] of (await readFile(file, 'utf8')).matchAll(IMPORTED)) {
      if (target.startsWith('.')) files.add(join(dirname(file), target));
      else if (!target.startsWith('node:')) packages.add(nameIn(target));
    }
  }
  for (const name of packages) {
    const manifest = join(MODULES, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
      await readFile(manifest, 'utf8'),
    ) as Partial<Record<string, Record<string, string>>>;
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
      packages.add(needed);
    }
  }
  return packages;
}

/** `@scope/name/path` is of `@scope/name`. */
function nameIn(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
