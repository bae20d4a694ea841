import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '../support/jest.ts';
import { identityOf } from '../../dev/servers/identity.ts';
import { makeServersFolder } from '../support/servers-folder.ts';

let memory: string;
beforeEach(async () => {
  memory = await mkdtemp(join(tmpdir(), 'cascade-memory-'));
});
afterEach(() => rm(memory, { recursive: true, force: true }));

test('the folder of a run whose process is gone is removed by the next run, and no other', async () => {
  const other = spawn('sleep', ['300']);
  await once(other, 'spawn');
  const [killed, running] = [await makeServersFolder(memory, 0), await makeServersFolder(memory, 0)];
  await writeFile(join(killed, 'owner'), JSON.stringify(await identityOf(other.pid ?? 0)));
  await writeFile(join(memory, 'of another program'), '');
  other.kill('SIGKILL');
  await once(other, 'exit');

  const next = await makeServersFolder(memory, 0);
  expect(new Set(await readdir(memory))).toEqual(new Set([basename(running), basename(next), 'of another program']));
});

test.each([
  ['no file system in memory', () => join(memory, 'not there'), 0],
  ['too little room in memory', () => memory, Infinity],
])('where there is %s, the folder is a temporary one', async (_, where, needed) => {
  const folder = await makeServersFolder(where(), needed);
  expect(dirname(folder)).toBe(tmpdir());
  await rm(folder, { recursive: true });
});
