import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));
const WORKFLOWS_FOLDER = join(PROJECT_FOLDER, 'services', 'executor', 'workflows');

/**
 * Bundles the workflow loops into `folder` and returns the path of the file. Its name contains a hash of everything that
 * goes into the bundle, so an existing file is up to date.
 */
export async function buildWorkflowBundle(folder: string): Promise<string> {
  const path = join(folder, `workflows-${await contentHash()}.js`);
  if (existsSync(path)) return path;
  const code = await bundleWorkflows();
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, code);
  await rename(draft, path);
  return path;
}

/** The workflow loops with the workflow package, as one script. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(WORKFLOWS_FOLDER, 'index.ts'),
    logger: new DefaultLogger('WARN'),
  });
  return code;
}

/** The loops' own files, and the lock file for the version of the workflow package. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256');
  const names = (await readdir(WORKFLOWS_FOLDER, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  for (const path of [
    ...names.map((name) => join(WORKFLOWS_FOLDER, name)),
    join(PROJECT_FOLDER, 'package-lock.json'),
  ]) {
    hash
      .update(path.slice(PROJECT_FOLDER.length))
      .update('\0')
      .update(await readFile(path))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
