import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../../dev/servers/cache.ts';
import { run } from '../../../dev/servers/run.ts';

const JAVA = join(import.meta.dirname, 'java');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

/** The folder of the generator and of what its client needs: the versions of pom.xml, with the checksums beside it. */
export async function jarsOfJava(): Promise<string> {
  const folder = join(cacheFolder(), 'foreign-clients');
  const listed = (await readFile(join(JAVA, 'jars.sha256'), 'utf8')).trim().split('\n');
  const wrong = async () => {
    const sums = await Promise.all(listed.map(async (line) => (await sumOf(folder, line)) === line.split(' ')[0]));
    return listed.filter((_line, index) => sums[index] !== true);
  };
  if ((await wrong()).length === 0) return folder;
  const pom = join(JAVA, 'pom.xml');
  const options = ['-DexcludeTransitive=true', '-DoverWriteReleases=true', `-DoutputDirectory=${folder}`];
  await run('mvn', ['--quiet', '--batch-mode', '--file', pom, COPY, ...options]);
  const bad = await wrong();
  if (bad.length > 0) throw new Error(`not as in jars.sha256: ${bad.join(', ')}`);
  return folder;
}

async function sumOf(folder: string, line: string): Promise<string | undefined> {
  const bytes = await readFile(join(folder, line.split(/\s+/)[1] ?? '')).catch(() => undefined);
  return bytes === undefined ? undefined : createHash('sha256').update(bytes).digest('hex');
}

export async function works(program: string): Promise<boolean> {
  return run(program, ['-version']).then(
    () => true,
    () => false,
  );
}
