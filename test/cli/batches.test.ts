import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { administer } from '../../cli/program.ts';
import { APPROVE, REVIEW } from '../executor/support/definitions.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { sharedStack } from '../support/shared-stack.ts';
import { rowOfCells, textCell, xlsxOf } from '../support/xlsx.ts';
import type { Caller, SharedStack } from '../support/stack.ts';

let stack: SharedStack;
let folder: string;
let caller: Caller;
let token: string;
let workflowId: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-batches-'));
  stack = await sharedStack();
  caller = await stack.createCaller();
  token = caller.token;
  workflowId = await create('Rows', APPROVE);
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function post(path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await response.json()) as { data: { id: number } };
}
const create = async (name: string, definition: object) => (await post('/workflows', { name, definition })).data.id;
const decide = (id: number) => post(`/executions/${id}/review_decisions`, { decision: 'approved' });

const cascade = (...args: string[]) => cascadeAs(token, ...args);
async function cascadeAs(asked: string, ...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await administer(args, {
    env: { DATABASE_URL: stack.databaseUrl, TOKEN: asked },
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  });
  return { code, out: out.join(''), err: err.join('') };
}

const run = (file: string, ...more: string[]) =>
  cascade('--json', 'batches', 'run', file, '--workflow', String(workflowId), ...ADDRESS(), ...more);
const ADDRESS = () => ['--base-url', stack.baseUrl, '--token-env', 'TOKEN'];

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

// Rules: 17.9.5
test('what a file hardly means is shown, and live mode takes it only once somebody has accepted it', async () => {
  const file = await fileOf('twice.csv', 'applicant.first_name\nAda\nAda\n');
  const refused = await run(file, '--mode', 'live');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('line 3: is the applicant of line 2 once more');
  expect(refused.err).toContain('Nothing was sent. Mend the file, or repeat the command with --accept-warnings.');
  expect((await run(file, '--mode', 'live', '--accept-warnings')).err).not.toContain('Nothing was sent');
  const tested = await run(file);
  expect(tested.err).toContain('line 3: is the applicant of line 2 once more');
  expect(JSON.parse(tested.out)).toMatchObject({ rows: 2, completed: 2 });
});

// Rules: 17.10.1, 17.10.7
test("a file with headers in somebody's own words runs as --map matches them", async () => {
  const file = await fileOf('own-words.csv', 'First Name,DOB,Notes\nAda,03/04/1990,x\n');
  const matched = ['--map', 'First Name=applicant.first_name', '--map', 'Notes='];
  const open = await run(file, ...matched);
  expect(open).toMatchObject({ code: 1, err: expect.stringContaining('column DOB: must be external_reference') });
  const ran = await run(file, ...matched, '--map', 'DOB=applicant.date_of_birth:day_first');
  expect(JSON.parse(ran.out)).toMatchObject({ rows: 1, completed: 1 });
  const api = new ApiCaller(stack.baseUrl, token);
  const { data: rows } = await api.get(`/batches/${(JSON.parse(ran.out) as { id: number }).id}/executions`);
  const { data: execution } = await api.get(`/executions/${rows[0].id}`);
  expect(execution.input_context.applicant).toEqual({ first_name: 'Ada', date_of_birth: '1990-04-03' });
  const misspelt = await run(file, ...matched, '--map', 'Birth=applicant.date_of_birth');
  expect(misspelt.err).toContain('has no column "Birth", which --map names');
  // A column that is not sent.
  const sent = await run(file, ...matched, '--map', 'DOB=', '--map', 'SSN=');
  expect(sent.err).toContain('has no column "SSN", which --map names');
  const fieldless = await run(file, ...matched, '--map', 'DOB=:day_first');
  expect(fieldless).toMatchObject({ code: 2, err: expect.stringContaining('must name the field') });
});

// Rules: 17.11.1, 17.11.2
test('a spreadsheet runs like a CSV file, and the sheet that was read is named', async () => {
  const names = ['applicant.first_name', 'applicant.date_of_birth'];
  const file = join(folder, 'sheet.xlsx');
  await writeFile(
    file,
    xlsxOf({
      rows: `${rowOfCells(names.map(textCell))}<row><c t="str"><v>Ada</v></c><c s="1"><v>32966</v></c></row>`,
      formats: ['d/m/yyyy'],
      others: [['Lists', 'hidden']],
    }),
  );
  const ran = await run(file);
  expect(ran.err).toContain('The sheet "Applicants" was read, and not the other one ("Lists").');
  const { id, ...answer } = JSON.parse(ran.out) as { id: number };
  expect(answer).toMatchObject({ rows: 1, completed: 1, results: join(folder, 'sheet.results.csv') });
  const api = new ApiCaller(stack.baseUrl, token);
  const { data: rows } = await api.get(`/batches/${id}/executions`);
  const { data: execution } = await api.get(`/executions/${rows[0].id}`);
  expect(execution.input_context.applicant).toEqual({ first_name: 'Ada', date_of_birth: '1990-04-03' });
});

test('a CSV file runs to its results, and the same file again is the same batch', async () => {
  const file = await fileOf('people.csv', 'external_reference,applicant.first_name\nunit-1,Ada\nunit-2,Ben\n');
  const first = await run(file);
  expect(first.err).toContain('of 2 rows 2 completed and 0 failed');
  const answer = JSON.parse(first.out) as { id: number; results: string };
  expect(answer).toMatchObject({ status: 'completed', rows: 2, completed: 2, failed: 0 });
  expect(answer.results).toBe(join(folder, 'people.results.csv'));
  const results = await readFile(answer.results, 'utf8');
  expect(results).toContain('unit-1,completed,none,approved');

  expect(JSON.parse((await run(file)).out)).toMatchObject({ id: answer.id });
  expect((JSON.parse((await run(file, '--again')).out) as { id: number }).id).not.toBe(answer.id);

  const { code, err } = await cascade('batches', 'interrupt', String(answer.id));
  expect([code, err]).toEqual([
    1,
    `Batch ${answer.id} is completed; only a pending or running one can be interrupted.\n`,
  ]);
});

test('a file of which a row failed ends with 3, and its results are written all the same', async () => {
  const identity = ['first_name', 'last_name', 'date_of_birth', 'ssn'].map((name) => `applicant.${name}`);
  const header = ['external_reference', ...identity].join(',');
  // The second is a sandbox subject whose report fails.
  const csv = [header, 'unit-1,Ada,Example,,', 'unit-2,Vera,Nolan,1979-02-17,900-10-1005', ''].join('\n');
  const { code, out, err } = await run(await fileOf('failing.csv', csv));
  expect(code).toBe(3);
  expect(err).toContain('of 2 rows 1 completed and 1 failed');
  const answer = JSON.parse(out) as { results: string };
  expect(answer).toMatchObject({ status: 'completed', rows: 2, completed: 1, failed: 1 });
  const results = await readFile(answer.results, 'utf8');
  expect(results).toContain('unit-1,completed');
  expect(results).toContain('unit-2,failed');
});

// Rules: 17.8.2, 17.8.6
test('a row of another type refuses the file by its line, or is skipped if one says so', async () => {
  const declared = await fetch(`${stack.baseUrl}/api/v1/fields/applicant.pets`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'integer', kind: 'fact' }),
  });
  expect(declared.status).toBe(200);
  const file = await fileOf('pets.csv', 'applicant.first_name,applicant.pets\nAda,2\nBen,a few\n');
  const refused = await run(file);
  expect([refused.code > 0, refused.err]).toEqual([true, expect.stringContaining('line 3, column applicant.pets')]);
  const skipping = await run(file, '--on-invalid-rows', 'skip');
  expect(skipping.err).toContain(
    '1 row is wrong and skipped:\n  line 3, column applicant.pets: must be a whole number',
  );
  expect([skipping.code, JSON.parse(skipping.out)]).toMatchObject([3, { rows: 1, completed: 1, skipped: 1 }]);
});

test('a file whose rows await a review gets its results at once, and again after the reviews', async () => {
  const reviewed = await create('Reviewed', REVIEW);
  const file = await fileOf('reviewed.csv', 'external_reference,applicant.first_name\nunit-1,Ada\nunit-2,Ben\n');
  const runReviewed = (...more: string[]) =>
    cascade('--json', 'batches', 'run', file, '--workflow', String(reviewed), ...ADDRESS(), ...more);
  const { code, out, err } = await runReviewed();
  expect(code).toBe(4);
  expect(err).toContain('2 await a review. The results so far are in');
  const answer = JSON.parse(out) as { id: number; results: string };
  expect(answer).toMatchObject({ rows: 2, completed: 0, failed: 0, awaiting_review: 2, waiting: 0 });
  expect(await readFile(answer.results, 'utf8')).toContain('unit-1,awaiting_review,in_review');

  const watching = runReviewed('--wait-reviews');
  const rows = await stack.db.kysely.selectFrom('execution').select('id').where('batch_id', '=', answer.id).execute();
  for (const { id } of rows) await decide(id);
  const after = await watching;
  expect([after.code, JSON.parse(after.out)]).toMatchObject([0, { id: answer.id, completed: 2, awaiting_review: 0 }]);
  expect(await readFile(answer.results, 'utf8')).toContain('unit-1,completed,approved');
});

test('a file that cannot be used is refused with the line and column of each error', async () => {
  const { code, err } = await run(await fileOf('wrong.csv', 'applicant.income:number\nmuch\n'));
  expect(code).toBe(1);
  expect(err).toContain('line 2, column applicant.income:number: "much" is not a number');
});

// Rules: 10.12.1
test('a file with a legal date that cannot be read is refused before it is sent', async () => {
  const csv = 'applicant.application_completed_at\n2026-11-02\n11/02/2026\n';
  const { code, err } = await run(await fileOf('dates.csv', csv));
  expect(code).toBe(1);
  expect(err).toContain('line 3, column applicant.application_completed_at: must be a date or a time of ISO 8601');
  expect(err).not.toContain('accepted');
});

describe('a file with a value that a condition cannot compare', () => {
  const condition = {
    source_node_id: 'context',
    field: 'applicant.monthly_income',
    operator: 'greater_than',
    value: 3,
  };
  const pass = { condition_groups: [{ conditions: [condition] }] };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['income'] },
    { id: 'income', type: 'IfElse', branches: { pass }, pass_steps: ['approve'], fail_steps: [] },
    { id: 'approve', type: 'Action', action_type: 'Approve', next_step: [] },
  ];
  const runOn = (file: string, workflow: number) =>
    cascade('--json', 'batches', 'run', file, '--workflow', String(workflow), ...ADDRESS());

  // Rules: 17.6.1
  test('is refused with its line, its column and what it has to be, and nothing is sent', async () => {
    const workflow = await create('Income', definition);
    const file = await fileOf('income.csv', 'applicant.monthly_income,applicant.a:number\n4200,1\n"$4,200",x\n,2\n');
    const { code, err } = await runOn(file, workflow);
    expect([code, err]).toEqual([
      1,
      `${file} cannot be used:\n` +
        '  line 3, column applicant.a:number: "x" is not a number\n' +
        '  line 3, column applicant.monthly_income: "$4,200" has to be a number\n',
    ]);
    const batches = stack.db.kysely.selectFrom('batch').select('id').where('workflow_id', '=', workflow);
    expect(await batches.execute()).toEqual([]);
  });

  test('runs if the token may not read the workflow, and the command says that nothing was compared', async () => {
    const workflow = await create('Income unread', definition);
    const { accountId, clientId } = caller;
    const narrow = await stack.createCaller({
      ...{ accountId, clientId },
      scopes: ['executions:write', 'executions:read', 'executions:read:full'],
    });
    const file = await fileOf('unread.csv', 'applicant.monthly_income\n"$4,200"\n');
    const args = ['--json', 'batches', 'run', file, '--workflow', String(workflow), ...ADDRESS()];
    const { code, err } = await cascadeAs(narrow.token, ...args);
    expect(code).toBe(3);
    expect(err).toContain(
      `No value was compared with what the conditions of workflow ${workflow} ask for: ` +
        'the token cannot read it (scope workflows:read).',
    );
    expect(err).toContain('of 1 rows 0 completed and 1 failed');
  });
});

test.each([
  ['the file itself', () => join(folder, 'own.csv'), /--results names .*own\.csv itself/],
  ['a folder that does not exist', () => join(folder, 'missing', 'out.csv'), /missing.out\.csv cannot be written/],
])('results in %s are refused before anything runs', async (_where, results, message) => {
  const csv = 'applicant.first_name\nAda\n';
  const file = await fileOf('own.csv', csv);
  const { code, err } = await run(file, '--results', results());
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  expect(err).not.toContain('accepted');
  expect(await readFile(file, 'utf8')).toBe(csv);
});

test('what the service finds wrong in a row is said with its line', async () => {
  const csv = `external_reference,applicant.first_name\nunit-1,Ada\n\n${'x'.repeat(201)},Ben\n`;
  const file = await fileOf('long.csv', csv);
  const { code, err } = await run(file);
  expect([code, err]).toEqual([
    1,
    `${file} cannot be used:\n  line 4, column external_reference: must have at most 200 characters\n`,
  ]);
});

test('a workflow that does not exist is named', async () => {
  const file = await fileOf('nobody.csv', 'applicant.first_name\nAda\n');
  const { code, err } = await cascade('batches', 'run', file, '--workflow', '4711', ...ADDRESS());
  expect([code, err]).toEqual([1, "There is no workflow 4711 in the token's account.\n"]);
});
