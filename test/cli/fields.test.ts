import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { asJson } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runJson } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

/* The data dictionary at the command line. */

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cascade-fields-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const IDENTITY = ['--name', 'A', '--legal-name', 'A LLC', '--address', '1 Main St', '--phone', '555 0100'];

const cascade = (...args: readonly string[]) => runJson(args, { DATABASE_URL: database.url });

/** Creates an account, and returns the flag for it. */
async function newAccount(): Promise<readonly string[]> {
  const { value } = await cascade('accounts', 'create', ...IDENTITY);
  return ['--account', String((value as { id: number }).id)];
}

const FLAGS = ['--type', 'number', '--label', 'Loan to value', '--unit', 'percent', '--kind', 'fact'];

test('declares, lists and undeclares fields', async () => {
  const own = await newAccount();
  const set = await cascade(
    'fields',
    'set',
    'context.applicant.ltv_percent',
    ...own,
    ...FLAGS,
    '--above',
    'LTV too high',
  );
  expect(set.value).toMatchObject({
    ...{ object: 'field', path: 'applicant.ltv_percent', type: 'number', label: 'Loan to value', unit: 'percent' },
    reason: { above: 'LTV too high' },
  });
  await cascade('fields', 'set', 'applicant.ltv_percent', ...own, '--type', 'number', '--label', 'Share of the price');
  expect((await cascade('fields', 'list', ...own)).value).toEqual([
    expect.objectContaining({ path: 'applicant.ltv_percent', label: 'Share of the price', version: 2 }),
  ]);
  expect((await cascade('fields', 'remove', 'applicant.ltv_percent', ...own)).code).toBe(0);
  expect((await cascade('fields', 'list', ...own)).value).toEqual([]);
  const { code, err } = await cascade('fields', 'remove', 'applicant.ltv_percent', ...own);
  expect([code, err]).toEqual([1, expect.stringContaining('applicant.ltv_percent is not declared')]);
});

test.each([
  [['applicant.x'], ['--label', 'X'], '--type'],
  [['applicant.x'], ['--type', 'money'], 'number, integer'],
  [['applicant.x'], ['--type', 'text', '--of-person', 'my friend'], 'of_person is no person that is declared'],
  [['applicant.x'], ['--type', 'text', '--kind', 'secret'], 'identifier'],
  [['steps.credit.score'], FLAGS, 'must be a field of what you send'],
  [['applicant.x'], ['--type', 'text', '--label', 'x'.repeat(61)], 'label must have at most 60 characters'],
  [['applicant.x'], ['--type', 'text', '--label', '{{applicant.ssn}}'], 'label must not hold {{'],
  [['applicant.x'], [...FLAGS.slice(0, 2), '--unit', 'dollars'], 'unit is written "USD"'],
])('refuses %j %j', async (path, flags, message) => {
  const own = await newAccount();
  const { code, err } = await cascade('fields', 'set', ...path, ...own, ...flags);
  expect([code > 0, err]).toEqual([true, expect.stringContaining(message)]);
  expect((await cascade('fields', 'list', ...own)).value).toEqual([]);
});

test('refuses an account that there is not', async () => {
  const { err } = await cascade('fields', 'set', 'applicant.x', '--account', '999999', ...FLAGS);
  expect(err).toContain('there is no account 999999');
});

test('export, import and export again is the same, and an import that changes nothing makes no version', async () => {
  const [own, other] = [await newAccount(), await newAccount()];
  await cascade('fields', 'set', 'tenant', ...own, '--type', 'person');
  await cascade(
    'fields',
    'set',
    'applicant.Monthly Income',
    ...own,
    ...FLAGS.slice(0, 2),
    '--unit',
    'cents',
    '--kind',
    'fact',
  );
  await cascade('fields', 'set', 'jobs', ...own, '--type', 'list', '--of-person', 'tenant');
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')];
  expect((await cascade('fields', 'export', first, ...own)).value).toMatchObject({ version: 3, fields: 3 });
  expect((await cascade('fields', 'import', first, ...other)).value).toMatchObject({ version: 1, fields: 3 });
  await cascade('fields', 'export', second, ...other);
  expect(await readFile(second, 'utf8')).toBe(await readFile(first, 'utf8'));
  expect((await cascade('fields', 'import', second, ...own)).value).toMatchObject({ version: 3, changed: [] });
});

test('an import with faults names the place of each and changes nothing', async () => {
  const own = await newAccount();
  await cascade('fields', 'set', 'pets', ...own, '--type', 'integer');
  const file = join(folder, 'faults.json');
  const refused = async (text: string) => {
    await writeFile(file, text);
    const { code, err } = await cascade('fields', 'import', file, ...own);
    expect(code).toBe(1);
    return err;
  };
  const err = await refused(
    JSON.stringify({
      type: 'object',
      properties: {
        applicant: { properties: { dti: { type: 'number', 'x-unit': 'dollars' }, x: { type: 'number', minimum: 0 } } },
      },
    }),
  );
  expect(err).toContain('/properties/applicant/properties/x/minimum');
  expect(await refused('{')).toContain('is no JSON');
  expect(await refused('{"type": "object", "type": "object"}')).toContain('is no JSON');
  expect((await cascade('fields', 'import', join(folder, 'nowhere.json'), ...own)).err).toContain('cannot be read');
  expect((await cascade('fields', 'list', ...own)).value).toMatchObject([{ path: 'pets', version: 1 }]);
});

/** A cascade that reads a field, and sends letters. */
async function savedCascade(account: number, field: string, { active }: { readonly active: boolean }): Promise<void> {
  const db = await database.open();
  const condition = { source_node_id: 'start', field, operator: 'less_than', value: 3 };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      ...{ id: 'decide', type: 'IfElse', fail_steps: ['deny'] },
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
    },
    { id: 'deny', type: 'Action', action_type: 'AdverseAction' },
  ] as unknown as CascadeDefinition;
  const workflow = await db.kysely
    .insertInto('workflow')
    .values({ account_id: account, code: 'CAS-1', name: 'W', active, trigger_type: 'manual', version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('workflow_version')
    .values({ workflow_id: workflow.id, version: 1, name: 'W', created_by_user_id: 1, definition: asJson(definition) })
    .execute();
}

test('propose lists what a cascade reads and nobody declared', async () => {
  const own = await newAccount();
  await savedCascade(Number(own[1]), 'applicant.pets', { active: false });
  const proposal = {
    object: 'field_proposal',
    path: 'applicant.pets',
    label: 'Pets',
    is_read: true,
    types: [],
    questions: [],
  };
  expect((await cascade('fields', 'propose', ...own)).value).toEqual([proposal]);
  await cascade('fields', 'set', 'applicant.pets', ...own, '--type', 'integer');
  expect((await cascade('fields', 'propose', ...own)).value).toEqual([]);
});

// Rules: 20.6.5
test('answer says why not, once, and withdraw asks again', async () => {
  const own = await newAccount();
  const answer = (...flags: readonly string[]) => cascade('fields', 'answer', 'applicant.age', ...own, ...flags);
  const age = ['--question', 'age'];
  expect((await answer(...age, '--reason', ' Of a building. ')).value).toMatchObject({
    ...{ object: 'field_answer', path: 'applicant.age', code: 'age', reason: 'Of a building.' },
  });
  expect((await answer(...age, '--withdraw')).value).toMatchObject({ reason: null });
  expect((await answer(...age)).err).toContain('Give --reason, or --withdraw');
  expect((await answer(...age, '--reason', 'x'.repeat(501))).err).toContain('at most 500 characters');
  expect((await answer('--question', 'score', '--reason', 'x')).err).toContain('its name raises age');
});

// Rules: 20.12.8
test('asks for what changes letters where the account asks for four eyes, and says so', async () => {
  const own = await newAccount();
  const account = Number(own[1]);
  await cascade('fields', 'set', 'applicant.dti', ...own, ...FLAGS);
  await savedCascade(account, 'applicant.dti', { active: true });
  const db = await database.open();
  await db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', account).execute();
  const asked = await cascade('fields', 'set', 'applicant.dti', ...own, ...FLAGS, '--above', 'Debts too high');
  expect([asked.code, asked.value]).toEqual([
    0,
    expect.objectContaining({ object: 'field_request', status: 'pending', version: 1, fields: ['applicant.dti'] }),
  ]);
  expect((asked.value as { approve: string }).approve).toContain('/field_requests/');
  expect((await cascade('fields', 'list', ...own)).value).toEqual([expect.objectContaining({ version: 1 })]);
  const again = await cascade('fields', 'remove', 'applicant.dti', ...own);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('is read by cascade')]);
  const second = await cascade('fields', 'set', 'applicant.dti', ...own, ...FLAGS, '--below', 'Too low');
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('is pending')]);
  // A field that no letter names is declared at once, which supersedes a request based on the former dictionary.
  await cascade('fields', 'set', 'applicant.other', ...own, ...FLAGS);
  const { rows } = await db.pool.query('select status from dictionary_request where account_id = $1', [account]);
  expect(rows).toEqual([{ status: 'superseded' }]);
  const acts = await db.pool.query(
    "select action from audit_event where account_id = $1 and subject_type = 'field_dictionary' order by id",
    [account],
  );
  expect(acts.rows.map(({ action }) => action)).toEqual([
    'fields.changed',
    'activation.requested',
    'activation.superseded',
    'fields.changed',
  ]);
});

// Rules: 20.12.8
test('an import says why: the request that it makes has the note, or the version', async () => {
  const own = await newAccount();
  const account = Number(own[1]);
  const db = await database.open();
  const file = join(folder, 'noted.json');
  await cascade('fields', 'set', 'applicant.dti', ...own, ...FLAGS);
  await savedCascade(account, 'applicant.dti', { active: true });
  await cascade('fields', 'export', file, ...own);
  const importing = async (label: string, note: string) => {
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"title": "[^"]*"/, `"title": "${label}"`));
    return cascade('fields', 'import', file, ...own, '--note', note);
  };
  expect((await importing('Debts', 'x'.repeat(2_001))).err).toContain('--note: must have at most 2000 characters');
  expect((await importing('Debts', 'The words of counsel.')).value).toMatchObject({ version: 2 });
  await db.kysely.updateTable('account').set({ four_eyes: true }).where('id', '=', account).execute();
  expect((await importing('All debts', 'Counsel again.')).value).toMatchObject({ object: 'field_request' });
  const { rows } = await db.pool.query(
    `select note from dictionary_version where account_id = $1 and version = 2
     union all select note from dictionary_request where account_id = $1`,
    [account],
  );
  expect(rows.map(({ note }) => note)).toEqual(['The words of counsel.', 'Counsel again.']);
});
