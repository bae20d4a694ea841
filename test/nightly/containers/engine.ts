import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../dev/servers/cache.ts';
import { locatePostgres } from '../../../dev/servers/postgres-binaries.ts';
import { run } from '../../../dev/servers/run.ts';
import { findOnPath, findTool, NATS, TEMPORAL } from '../../../dev/servers/tools.ts';
import { messageOf } from '../../../platform/thrown.ts';

/*
 * Images and containers with buildah, podman and runc, which Debian has. They are stored below the user's cache, apart
 * from the machine's other images. So a second run builds only what has changed.
 */

const ROOT = join(import.meta.dirname, '../../..');
const IMAGES = join(import.meta.dirname, 'images');
const PROGRAMS = ['podman', 'buildah', 'runc', 'debootstrap'];
const STORAGE = join(cacheFolder(), 'containers', 'storage');
const RUN_ROOT = '/run/cascade-containers';
const STORE = ['--root', STORAGE, '--runroot', RUN_ROOT, '--storage-driver', 'overlay'];
/** Without systemd, and with a runtime that starts where cgroups are of version 1. */
const PODMAN = [...STORE, '--tmpdir', join(RUN_ROOT, 'tmp'), '--cgroup-manager', 'cgroupfs', '--runtime', 'runc'];

/** Limits that the engine would otherwise raise above those of this machine. */
export const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

const NODE_BASE = 'docker.io/library/node:24.21.0-bookworm-slim';
const DEBIAN_BASE = 'docker.io/library/debian:bookworm-slim';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Each image of the compose file, under the name of ours that replaces it. */
export const STAND_INS = {
  postgres: 'localhost/stand-in/postgres',
  nats: 'localhost/stand-in/nats',
  temporal: 'localhost/stand-in/temporal',
} as const;

/** The monitor of a container leaves an empty file `oom` where it was started, if the kernel ends a process of it. */
export const podman = (...args: readonly string[]): Promise<string> =>
  run('podman', [...PODMAN, ...args], { cwd: tmpdir() });

/** The reason why no container can run here; undefined if one can. */
export async function whyNoContainers(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'containers are run as root, and this is another user';
  const missing: string[] = [];
  for (const program of PROGRAMS) if ((await findOnPath(program)) === undefined) missing.push(program);
  if (missing.length > 0) return `${missing.join(', ')} not on PATH (npm run nightly:tools)`;
  try {
    await run('unshare', ['--mount', '--net', '--pid', '--fork', 'true']);
  } catch (error) {
    return `the kernel makes no namespaces: ${messageOf(error)}`;
  }
  if (!existsSync('/sys/fs/cgroup/memory') && !existsSync('/sys/fs/cgroup/cgroup.controllers')) {
    return 'no cgroup is mounted at /sys/fs/cgroup';
  }
  return undefined;
}

/**
 * Builds images that are missing or have changed. `names` are the tags of the Dockerfile's two images in the compose
 * file.
 */
export async function buildImages(names: { readonly services: string; readonly renderer: string }): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'cascade-containers-'));
  try {
    await baseImages(work);
    const network = await networkOfBuild(work);
    await buildImage(ROOT, [...network, '--tag', `localhost/${names.services}`]);
    await buildImage(ROOT, [...network, '--target', 'renderer', '--tag', `localhost/${names.renderer}`]);
    const context = await serversContext(work);
    for (const [name, image] of Object.entries(STAND_INS)) {
      const file = ['--file', join(context, 'Containerfile')];
      await buildImage(context, [...network, ...file, '--target', name, '--tag', image]);
    }
    // Keeps the layers of this week's builds, because stages on which no image is based are cached among them.
    await podman('image', 'prune', '--force', '--filter', 'until=168h');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Reads the programs of an image before a container of it runs, because the kernel charges a file's cached pages to the
 * first reader. If they were charged to a full container, the kernel would evict them page by page for a minute before
 * it ends a process.
 */
export async function readPrograms(image: string): Promise<void> {
  const folder = (await podman('image', 'mount', image)).trim();
  try {
    const read = 'find "$0/usr/lib" "$0/usr/local/bin" -type f -exec cat {} + >/dev/null';
    await run('sh', ['-c', read, folder]);
  } finally {
    await podman('image', 'unmount', image);
  }
}

/** `buildah bud` of a context whose base images exist. */
export async function buildImage(context: string, args: readonly string[]): Promise<void> {
  const how = ['bud', '--isolation', 'chroot', '--network', 'host', '--pull=never', '--layers'];
  await run('buildah', [...STORE, ...how, ...args, context]);
}

/** A registry's base images are used if present; otherwise Debian's packages and Node build similar ones. */
async function baseImages(work: string): Promise<void> {
  if (!(await isThere(DEBIAN_BASE))) {
    const base = join(work, 'debian');
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', base]);
    // The mirror that debootstrap used, with its updates; security updates are beside it.
    const sources = join(base, 'etc/apt/sources.list');
    const [, mirror = ''] = (await readFile(sources, 'utf8')).split(' ');
    const lines = ['bookworm', 'bookworm-updates', 'bookworm-security'].map(
      (suite) => `deb ${mirror}${suite.endsWith('security') ? '-security' : ''} ${suite} main\n`,
    );
    await writeFile(sources, lines.join(''));
    await commit(DEBIAN_BASE, 'scratch', [[base, '/']]);
  }
  if (!(await isThere(NODE_BASE))) {
    const folder = join(work, 'node');
    await mkdir(folder);
    await cp(process.execPath, join(folder, 'node'));
    await run('npm', ['install', '--prefix', folder, '--no-save', 'npm@11']);
    await commit(NODE_BASE, DEBIAN_BASE, [
      [join(folder, 'node'), '/usr/local/bin/node'],
      [join(folder, 'node_modules/npm'), '/usr/local/lib/node_modules/npm'],
    ]);
  }
}

async function isThere(image: string): Promise<boolean> {
  return podman('image', 'exists', image).then(
    () => true,
    () => false,
  );
}

async function commit(image: string, from: string, copies: readonly (readonly [string, string])[]): Promise<void> {
  const container = (await run('buildah', [...STORE, 'from', '--pull=never', from])).trim();
  for (const copy of copies) await run('buildah', [...STORE, 'copy', '--quiet', container, ...copy]);
  if (image === NODE_BASE) {
    const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && apt-get install --yes libstdc++6';
    const inside = ['run', '--isolation', 'chroot', '--network', 'host', container, '--', 'sh', '-c'];
    await run('buildah', [...STORE, ...inside, `apt-get update && ${link} && rm -rf /var/lib/apt/lists/*`]);
  }
  await run('buildah', [...STORE, 'config', '--cmd', from === 'scratch' ? 'bash' : 'node', container]);
  await run('buildah', [...STORE, 'commit', '--quiet', '--rm', container, image]);
}

/** A build reaches the registries like this machine, and the image keeps none of these settings. */
async function networkOfBuild(work: string): Promise<readonly string[]> {
  const registry = (await run('npm', ['config', 'get', 'registry'])).trim();
  const certificates = existsSync(CERTIFICATES);
  const npmrc = join(work, 'npmrc');
  await writeFile(npmrc, `registry=${registry}\n${certificates ? 'cafile=/etc/ssl/certs/of-the-host.crt\n' : ''}`);
  // For a machine whose clock differs from the mirror's.
  const apt = join(work, 'apt.conf');
  await writeFile(apt, 'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n');
  return [
    `--volume=${npmrc}:/usr/local/etc/npmrc:ro`,
    `--volume=${apt}:/etc/apt/apt.conf.d/99cascade:ro`,
    ...(certificates ? [`--volume=${CERTIFICATES}:/etc/ssl/certs/of-the-host.crt:ro`] : []),
  ];
}

/** The servers that `npm start` downloads, and the files that make images from them. */
async function serversContext(work: string): Promise<string> {
  const context = join(work, 'servers');
  await cp(IMAGES, context, { recursive: true });
  const { postgres } = await locatePostgres(undefined);
  await cp(join(postgres, '../..'), join(context, 'postgresql'), { recursive: true, verbatimSymlinks: true });
  for (const tool of [NATS, TEMPORAL]) {
    await cp(await findTool(tool, () => undefined), join(context, tool.binary));
  }
  return context;
}
