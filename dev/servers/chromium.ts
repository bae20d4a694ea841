import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import { fontConfiguration, MACHINE_FONTS } from './fonts.ts';
import type { Progress } from './progress.ts';
import { withLock } from './lock.ts';
import { run } from './run.ts';
import { findOnPath } from './tools.ts';

/** Names under which a Chromium or Chrome is installed on Linux and macOS. */
const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * Path of a Chromium that starts on this machine. Prefers the one of the installed package, unpacked once into the
 * user's cache, to one that the machine has.
 */
export async function findChromium(progress: Progress): Promise<string> {
  let reason = `the package holds none for ${process.platform} on ${process.arch}`;
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return await unpackedChromium(progress);
    } catch (error) {
      reason = messageOf(error);
    }
  }
  for (const name of INSTALLED) {
    const path = await findOnPath(name);
    if (path !== undefined) return path;
  }
  if (existsSync(MAC_CHROME)) return MAC_CHROME;
  throw new SetupError(
    `No Chromium starts here (${reason}). Install Chromium or Google Chrome, or set CHROMIUM_PATH to its program.`,
  );
}

async function unpackedChromium(progress: Progress): Promise<string> {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const manifest: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  const place = join(cacheFolder(), 'chromium', String(version));
  const program = join(place, LAUNCHER);
  if (existsSync(program)) return program;

  await mkdir(dirname(place), { recursive: true });
  const onWait = (pid: number): void => progress(`Chromium: waiting for process ${pid}, which is unpacking it`);
  return withLock(`${place}.lock`, onWait, async () => {
    if (existsSync(program)) return program;
    progress('Chromium: unpacking');
    const draft = await mkdtemp(`${place}-`);
    try {
      await inflate(packageFolder, draft);
      // The fonts of the machine and of the package: without any font pages would be empty.
      await writeFile(join(draft, 'fonts.conf'), fontConfiguration(MACHINE_FONTS, [join(place, 'fonts')]));
      await writeLauncher(draft);
      await rename(draft, place);
      return program;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}

/** The package always unpacks into the temporary folder of its process, so it runs in a process of its own. */
async function inflate(packageFolder: string, target: string): Promise<void> {
  const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
  const script = `
    import { inflate } from ${JSON.stringify(join(packageFolder, 'build', 'index.js'))};
    await Promise.all(process.argv.slice(1).map((path) => inflate(path)));
  `;
  await run(
    process.execPath,
    ['--input-type=module', '-e', script, ...archives.map((name) => join(packageFolder, 'bin', name))],
    { env: { ...process.env, TMPDIR: target }, timeoutMs: 180_000 },
  );
}

const LAUNCHER = 'chromium-launcher';

/**
 * A launcher that adds the fonts, and the shared libraries only if the machine lacks them.
 */
async function writeLauncher(folder: string): Promise<void> {
  const browser = join(folder, 'chromium');
  const libraries = 'LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"';
  const starts = await run(browser, ['--version'], { timeoutMs: 60_000 }).then(
    () => true,
    () => false,
  );
  if (!starts) {
    const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
    await run(browser, ['--version'], { env, timeoutMs: 60_000 });
  }
  const lines = [
    '#!/bin/sh',
    'here=$(dirname "$0")',
    'export FONTCONFIG_FILE="${FONTCONFIG_FILE:-$here/fonts.conf}"',
    ...(starts ? [] : [`export ${libraries}`]),
    'exec "$here/chromium" "$@"',
  ];
  await writeFile(join(folder, LAUNCHER), `${lines.join('\n')}\n`, { mode: 0o755 });
}
