import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'clients/typescript');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The program of the README, as an integrator has it: in a project of its own, on the package as it is published. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'cascade-client-'));
  const installed = join(project, 'node_modules/@cascade/client');
  await mkdir(installed, { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
  await run(process.execPath, [TSC, '-p', join(PACKAGE, 'tsconfig.build.json'), '--outDir', join(installed, 'dist')]);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true, force: true }));

test("the README's examples compile against the built package, without the types of Node", async () => {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
  expect(examples.length).toBeGreaterThan(0);
  await writeFile(join(project, 'example.ts'), examples.join('\n'));
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  const compiled = run(process.execPath, [TSC, ...flags, 'example.ts'], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  expect((await compiled).stdout).toBe('');
});

test('the built package is plain JavaScript that any supported Node imports', async () => {
  const program = "import('@cascade/client').then((all) => console.log(Object.keys(all).toSorted().join()))";
  const { stdout } = await run(process.execPath, ['--no-experimental-strip-types', '--eval', program], {
    cwd: project,
  });
  expect(stdout).toBe('CascadeClient,CascadeError,WebhookVerificationError,verifyWebhook\n');
});
