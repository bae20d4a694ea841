import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quickStart } from '../../dev/demo/quick-start.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';

const APPROVE: Schemas['WorkflowDetail']['definition'] = [
  { id: 'intake', type: 'ApplicantSource', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

let stack: SharedStack;
let folder: string;
beforeAll(async () => {
  stack = await sharedStack();
  // A folder that only a shell word in quotes can name.
  folder = await mkdtemp(join(tmpdir(), "cascade quick-start's "));
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the commands of the quick start trigger, read, receive and verify', async () => {
  const { token } = await stack.createCaller();
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ token }, null, 2));
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const { data: workflow } = await api.post('/workflows', { body: { name: 'Approve', definition: APPROVE } });
  const commands = quickStart({ baseUrl: stack.baseUrl, dataFolder: folder, workflowId: workflow.id });
  const port = String(await freePort());
  const { stdout } = await promisify(execFile)('bash', ['-euc', commands.replaceAll('9099', port)], {
    cwd: folder,
    timeout: 600_000,
  });
  const [triggered = '', read = '', received, computed] = stdout.trim().split('\n');
  expectPrinted(await answersOfReadme(), [triggered, read, received, computed]);
  expect(JSON.parse(triggered)).toMatchObject({ data: { status: 'pending' } });
  expect(JSON.parse(read)).toMatchObject({ data: { status: 'completed', outcome: 'approved' } });
  expect(received).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(computed).toBe(received);
});

/** The answers that README.md prints. An ellipsis stands for the members that it leaves out. */
function expectPrinted(printed: readonly string[], received: readonly (string | undefined)[]): void {
  expect(printed).toHaveLength(received.length);
  for (const [index, line] of printed.entries()) {
    const actual = received[index] ?? '';
    if (!line.startsWith('{')) expect(actual.replaceAll(/[0-9a-f]/g, '0')).toHaveLength(line.length);
    else expect(Object.keys(dataOf(actual))).toEqual(expect.arrayContaining(Object.keys(dataOf(shortened(line)))));
  }
}

const shortened = (line: string) => line.replaceAll(/(?:, |(?<=\{) )… (?=\})/g, '');
const dataOf = (line: string) => (JSON.parse(line) as { readonly data: object }).data;

async function answersOfReadme(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, block = ''] = readme.match(/and the same signature twice:\n\n```\n([^]*?)\n```/) ?? [];
  return block.split('\n');
}

test('README.md shows the same commands', async () => {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  expect(readme).toContain(quickStart({ baseUrl: 'http://127.0.0.1:8080', dataFolder: '.cascade', workflowId: 1 }));
});
