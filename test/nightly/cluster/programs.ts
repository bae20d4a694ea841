import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { readdir, readFile, mkdir } from 'node:fs/promises';
import { cacheFolder } from '../../../dev/servers/cache.ts';
import { findGo } from '../../../dev/servers/fetch.ts';
import { withLock } from '../../../dev/servers/lock.ts';
import { run } from '../../../dev/servers/run.ts';

/*
 * Kubernetes, its DNS and its network policies, built from Go modules, because no package registry has releases of
 * them. They are cached under a digest of their sources.
 */

const SOURCES = join(import.meta.dirname, 'programs');
/** The version of Kubernetes in programs/go.mod, which the programs report. */
const VERSION = 'v1.34.4';
const PROGRAMS = ['node', 'dns', 'policies'];

/** The folder with the programs `node`, `dns` and `policies`. The first build takes an hour of a busy core. */
export async function buildPrograms(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(SOURCES, { recursive: true })).sort()) {
    if (/\.(go|mod|sum)$/.test(file)) hash.update(file).update(await readFile(join(SOURCES, file)));
  }
  const place = join(cacheFolder(), 'cluster', `programs-${hash.digest('hex').slice(0, 16)}`);
  await mkdir(dirname(place), { recursive: true });
  await withLock(
    `${place}.lock`,
    () => undefined,
    async () => {
      if (existsSync(place)) return;
      const draft = await mkdtemp(`${place}.draft-`);
      try {
        await cp(SOURCES, join(draft, 'sources'), { recursive: true });
        const packages = PROGRAMS.map((name) => `./${name}`);
        const flags = `-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=${VERSION}`;
        const build = ['build', '-p', '2', '-trimpath', flags, '-o', join(draft, 'built/'), ...packages];
        await run('nice', ['-n', '5', (await findGo()) ?? 'go', ...build], {
          cwd: join(draft, 'sources'),
          env: { ...process.env, GOFLAGS: '', CGO_ENABLED: '0' },
        });
        await rename(join(draft, 'built'), place);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  );
  return place;
}
