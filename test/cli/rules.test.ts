import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '../core/rows/support.ts';
import { startGateway, type Caller, type TestGateway } from '../gateway/support.ts';
import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

let gateway: TestGateway;
let caller: Caller;
let folder: string;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  folder = await mkdtemp(join(tmpdir(), 'rules-'));
});
afterAll(() => gateway.stop());

const cascade = (...args: string[]) =>
  runCommand([...args, '--base-url', gateway.baseUrl, '--token-env', 'TOKEN'], { TOKEN: caller.token });

const PROMPT = 'Deny if the credit score is below 600. Review scores from 600 to 679. Approve everyone else.';

async function exported(): Promise<{ readonly id: string; readonly file: string; readonly text: string }> {
  const body = { name: 'Bands', active: false, definition: compiled(PROMPT) };
  const { data } = await caller.api.post('/workflows', body);
  const { code, out } = await cascade('rules', 'export', String(data.id));
  expect(code).toBe(0);
  const file = join(folder, `${data.id}.csv`);
  await writeFile(file, out);
  return { id: String(data.id), file, text: await readFile(file, 'utf8') };
}

// Rules: 2.12.16
test('rules export and import change what a cell says', async () => {
  const { id, file, text } = await exported();
  const same = await cascade('--json', 'rules', 'import', file, '--workflow', id);
  expect(JSON.parse(same.out)).toMatchObject({ saved: 'nothing', version: 1 });
  await writeFile(file, text.replace('600..679', '600..699'));
  const tried = await cascade('--json', 'rules', 'import', file, '--workflow', id, '--dry-run');
  const effects = 'credit score 680–699: approved → review';
  expect(JSON.parse(tried.out)).toMatchObject({ saved: 'nothing', version: 1, effects });
  const saved = await cascade('--json', 'rules', 'import', file, '--workflow', id, '--note', 'April');
  expect(JSON.parse(saved.out)).toMatchObject({ saved: 'version', version: 2, effects });
  const again = await cascade('rules', 'export', id, '--of-version', '1');
  expect(again.out).toBe(text);
});

// Rules: 2.12.17
test('rules import names faults by their cells, and refuses a file of another version', async () => {
  const { id, file, text } = await exported();
  await writeFile(file, text.replace('600..679', 'around 600').replace('< 600', '< abc'));
  const wrong = await cascade('rules', 'import', file, '--workflow', id);
  expect([wrong.code, wrong.err]).toEqual([
    1,
    expect.stringMatching(/^Nothing was saved:\n {2}I2: "abc" is no value.*\n {2}I3: cannot be read/m),
  ]);
  await writeFile(file, text.replace('credit:score', 'nobody:score'));
  const refused = await cascade('rules', 'import', file, '--workflow', id);
  expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/^ {2}I2: .*nobody/m)]);
  await caller.api.patch(`/workflows/${id}`, { name: 'Renamed' });
  await writeFile(file, text);
  const old = await cascade('rules', 'import', file, '--workflow', id);
  expect([old.code, old.err]).toEqual([
    1,
    expect.stringContaining('The file is of version 1, and the current one is 2.'),
  ]);
  const forced = await cascade('rules', 'import', file, '--workflow', id, '--any-version');
  expect(forced.code).toBe(0);
  const strange = await cascade('rules', 'export', '999999');
  expect([strange.code, strange.err]).toEqual([1, expect.stringContaining('The account has no workflow 999999')]);
});
