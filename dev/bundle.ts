import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bundleWorkflows } from './stack/bundle.ts';

/** `node dev/bundle.ts <file>`: writes the workflow bundle for WORKFLOW_BUNDLE_PATH, when an image is built. */
const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('Usage: node dev/bundle.ts <file>\n');
  process.exit(2);
}
await mkdir(dirname(path), { recursive: true });
await writeFile(path, await bundleWorkflows());
