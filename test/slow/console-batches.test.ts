import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRows } from '../../core/batches/rows.ts';
import { csvTable } from '../../core/batches/table.ts';
import { updateUser } from '../../platform/identity/index.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { rowOfCells, textCell, xlsxOf } from '../support/xlsx.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until, untilPasses } from '../support/until.ts';
import { Desk, type Seat } from './console-support/desk.ts';
import { APPROVED, choose, csvOf, DENIED, Disk, FAILS } from './console-support/files.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** Executions, batches and uploads in a real browser, on a whole stack. */

const GUIDE = await readFile(join(import.meta.dirname, '../../docs/guides/batches.md'), 'utf8');
const DEFINITION: unknown = JSON.parse(/```json cascade batch.json\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? '');
const HOSTILE = '<img src=x onerror=alert(1)> \u202Egnirts \u{1F600}';

let stack: Stack;
let desk: Desk;
let disk: Disk;
let workflowId: number;
let parkedId: number;
beforeAll(async () => {
  disk = await Disk.open();
  stack = await startStack({
    env: {
      // The rows of a long file are cancelled before they have run.
      BATCH_CONCURRENCY: '4',
    },
  });
  desk = await Desk.open(stack);
  workflowId = (await desk.api.post('/workflows', { name: `Batch ${HOSTILE}`, definition: DEFINITION })).data.id;
  parkedId = (await desk.api.post('/workflows', { name: 'Parked', definition: PARKED })).data.id;
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
  await disk?.close();
});

const PARKED = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['rest'] },
  { id: 'rest', type: 'Wait', wait: { duration: 4, unit: 'weeks' }, next_step: ['results'] },
  { id: 'results', type: 'ShowResults' },
];

const batchesOf = async (workflow: number): Promise<{ id: number; total_count: number }[]> =>
  (await desk.api.get(`/batches?filter[workflow_id]=${workflow}&per_page=100`)).data;
const rowsOf = async (batchId: number): Promise<Record<string, unknown>[]> =>
  (await desk.api.get(`/batches/${batchId}/executions?per_page=100`)).data;
const ended = (batchId: number): Promise<void> =>
  until(async () => (await desk.api.get(`/batches/${batchId}`)).data.status === 'completed');
const asAdmin = (work: (seat: Seat) => Promise<void>): Promise<void> => seated(desk, work, 'admin', 'Olga');
const tableOf = ({ page }: Seat): Promise<string[][]> =>
  page.$$eval('table.rows tbody tr', (rows) =>
    rows.map((row) => [...row.children].map((cell) => String(cell.textContent).trim())),
  );

test('a file is checked as on the command line, counted, sent, followed and downloaded, and all that is shown is true', async () => {
  const bad = `${csvOf([APPROVED])}x,"<b>Ada</b>",B,1,2,3,4\n"y`.replace('applicant.email', 'applicant.age:number');
  // The browser knows no such file until the user chooses it.
  const badFile = await disk.fileOf('bad.csv', bad);
  const formula = `=HYPERLINK("http://evil.example")`;
  const quoted = `"${formula.replaceAll('"', '""')}"`;
  const good = csvOf([APPROVED, DENIED, FAILS]).replace('row-0', quoted).replace('Bright', `"${HOSTILE}, née ""B"""`);
  const goodFile = await disk.fileOf('good.csv', `\uFEFF${good.replaceAll('\n', '\r\n')}`);
  await asAdmin(async (seat) => {
    const { page } = seat;
    await seat.goTo('/batches');
    await seat.press('Upload a file');
    await page.waitForSelector('input[type="file"]');
    await seat.choose('fieldset select', String(workflowId));
    await choose(seat, badFile);
    const { errors } = readRows(csvTable(Buffer.from(bad), 100), Date.now());
    expect(errors.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect((await tableOf(seat)).map((cells) => cells.slice(0, 3))).toEqual(
      errors.map(({ line, column, message }) => [String(line), column, message]),
    );
    await seat.sees('Nothing was sent.');
    expect(await batchesOf(workflowId)).toEqual([]);

    await choose(seat, goodFile);
    await seat.sees('good.csv: 3 rows, one batch');
    expect(await page.$('section[aria-label="Faults"]')).toBeNull();
    await seat.press('Run 3 rows in test mode …');
    await page.waitForSelector('dialog[open]');
    expect(await batchesOf(workflowId)).toEqual([]);
    await seat.answer('Run 3 rows in test mode');
    await seat.sees('Everything was accepted.');
    const [batch, ...others] = await batchesOf(workflowId);
    expect([batch?.total_count, others]).toEqual([3, []]);
    const id = batch?.id ?? 0;
    await seat.press(`Batch ${id}`);
    await seat.sees('3 of 3 ended');
    await ended(id);
    const { data: summary } = await desk.api.get(`/batches/${id}/summary`);
    expect(summary).toMatchObject({ by_outcome: { approved: 1, denied: 1, none: 1 }, by_status: { failed: 1 } });
    const counts = await page.$$eval('dl[aria-label="Outcomes"] div', (all) => all.map((one) => one.textContent));
    expect(counts.slice(0, 4)).toEqual(['approved1', 'conditional0', 'denied1', 'no outcome1']);
    const rows = await rowsOf(id);
    const shown = rows.map((row) => [
      `${String(row.row_index)} execution ${String(row.id)}${String(row.external_reference)}`,
      `${String(row.applicant_name)}${String(row.applicant_email)}`,
      row.status === 'failed' ? 'Failed' : 'Completed',
      String(row.outcome ?? '–'),
      row.status === 'failed' ? `${String(row.error_code)}${String(row.error)}` : '',
      expect.stringMatching(/ago|now/),
    ]);
    // The rows are read once more when the batch ends, after its counts.
    await untilPasses(async () => expect(await tableOf(seat)).toEqual(shown));
    expect(rows.map(({ applicant_name: name }) => name)[0]).toBe(`Clara ${HOSTILE}, née "B"`);
    expect(rows[0]?.external_reference).toBe(formula);

    // The page offers the API's file, in which no cell is a formula.
    await page.evaluate(`URL.createObjectURL = (blob) => { globalThis.saved = blob.text(); return '#'; }`);
    await seat.press('Results as a table (CSV)');
    await page.waitForFunction('globalThis.saved !== undefined');
    const saved = await page.evaluate('globalThis.saved');
    expect(String(saved)).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(String(saved).split('\r\n').length).toBe(5);
    // Only the rows shown, if they are filtered.
    await seat.press('Failed 1');
    await page.waitForFunction(`document.querySelectorAll('table.rows tbody tr').length === 1`);
    await page.evaluate('globalThis.saved = undefined');
    await seat.press('Results as a table (CSV)');
    await page.waitForFunction('globalThis.saved !== undefined');
    expect(String(await page.evaluate('globalThis.saved')).split('\r\n').length).toBe(3);

    // The file again is the existing batch; "once more" makes another one.
    await seat.goTo(`/batches/new?workflow=${workflowId}`);
    await choose(seat, goodFile);
    await seat.press('Run 3 rows in test mode …');
    await seat.answer('Run 3 rows in test mode');
    await seat.sees('nothing new runs');
    expect((await batchesOf(workflowId)).length).toBe(1);
    await seat.press('Run the file once more');
    await seat.sees('Everything was accepted.');
    expect((await batchesOf(workflowId)).length).toBe(2);
  });
}, 120_000);

/** The day of a date as a spreadsheet counts it. */
const serialOf = (date: string): number => (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;

// Rules: 17.10.1, 17.10.2, 17.10.6, 17.11.1, 17.11.2, 17.11.7, 17.11.8, 17.11.12
test("30 applicants of a manager's spreadsheet: matched, two cells mended in place, one row downloaded, 29 run", async () => {
  const people = Array.from({ length: 30 }, (_, index) => ({
    ...{ first: `Ada${index}`, last: 'Example', born: '3/4/1990', since: '2020-02-29', rent: '$4,200' },
  }));
  const faults = new Map([
    [4, { born: '31/31/1990' }],
    [9, { rent: 'about 900' }],
    [17, { born: 'unknown' }],
  ]);
  const rows = people.map((person, index) => {
    const { first, last, born, since, rent } = { ...person, ...faults.get(index) };
    return rowOfCells([
      ...[first, last, born].map(textCell),
      `<c s="1"><v>${serialOf(since)}</v></c>`,
      ...[rent, `note ${HOSTILE}`].map(textCell),
    ]);
  });
  const names = ['First Name', 'Last Name', 'DOB', 'Moved in', 'Rent', `Remarks ${HOSTILE}`];
  const file = await disk.fileOf(
    'manager.xlsx',
    xlsxOf({
      rows: rowOfCells(names.map(textCell)) + rows.join(''),
      formats: ['m/d/yyyy'],
      others: [['Lists', 'hidden']],
    }),
  );
  for (const [path, type] of [
    ['applicant.since', 'date'],
    ['applicant.birthday', 'date'],
    ['property.asked', 'number'],
  ] as const) {
    const body = { type, kind: 'fact', label: `The ${type} ${path.split('.')[1]}` };
    expect((await desk.api.call('PUT', `/fields/${path}`, { body })).status).toBe(200);
  }
  const { data: managed } = await desk.api.post('/workflows', { name: 'Managed', definition: PARKED });
  const managedId: number = managed.id;
  await asAdmin(async (seat) => {
    const { page } = seat;
    const field = (header: string) => `select[aria-label="Field of ${header}"]`;
    await seat.goTo(`/batches/new?workflow=${managedId}`);
    const input = await page.waitForSelector('input[type="file"]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(file);
    await page.waitForSelector('section[aria-label="Match columns"]');
    await seat.sees('The sheet "Applicants" was read, and not the other one ("Lists").');
    expect(
      (await page.$$eval('select[aria-label^="Field of"]', (all) => all.map(({ value }) => value))).slice(0, 2),
    ).toEqual(['applicant.first_name', 'applicant.last_name']);
    await seat.sees('not matched yet');
    await seat.choose(field('DOB'), 'applicant.birthday');
    await seat.choose(field('Moved in'), 'applicant.since');
    await seat.choose(field('Rent'), 'property.asked');
    await seat.choose('tr:nth-child(6) select', ' ');
    // March 4 or April 3, 4,200 or 4.2: nobody but the manager knows. A day of the spreadsheet is one day.
    const forms = () => page.$$eval('select[aria-label^="How"]', (all) => all.map(({ value }) => value));
    expect(await forms()).toEqual(['', 'as_is', '']);
    await checkPage(seat, 'columns that are matched');
    await seat.choose('select[aria-label="How DOB is written"]', 'month_first');
    await seat.choose('select[aria-label="How Rent is written"]', 'amount');
    await shoot(seat, 'match-columns');
    await seat.press('Use these columns');
    await seat.sees('3 faults in 30 rows');
    expect(
      (await tableOf(seat)).filter(([line = '']) => /^\d+$/.test(line)).map(([line, column]) => [line, column]),
    ).toEqual([
      ['6', 'DOB'],
      ['11', 'Rent'],
      ['19', 'DOB'],
    ]);
    await checkPage(seat, 'cells that can be written anew');
    await shoot(seat, 'faulty-cells');
    const cell = (line: number, column: string) => `input[aria-label="Line ${line}, ${column}"]`;
    // By keys: each cell is a field, and Enter checks them again.
    await seat.focus(cell(6, 'DOB'));
    await page.keyboard.type('03311990');
    await seat.focus(cell(11, 'Rent'));
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('$900.50');
    await page.keyboard.press('Enter');
    await seat.sees('One fault in 30 rows');
    await seat.sees('2 cells were mended here');
    await page.evaluate(`URL.createObjectURL = (blob) => { globalThis.saved = blob.text(); return '#'; }`);
    await seat.press('Download 1 row with faults (CSV)');
    await page.waitForFunction('globalThis.saved !== undefined');
    const saved = String(await page.evaluate('globalThis.saved'));
    expect(saved.split('\r\n')).toEqual([
      `Note (not read),${names.join(',')}`,
      `"line 19: DOB: ""unknown"" is no date with the month first, such as 03/14/1990",Ada17,Example,unknown,2020-02-29,"$4,200",note ${HOSTILE}`,
      '',
    ]);
    await seat.press('Leave this row out, and go on with 29 rows');
    await seat.sees('manager.xlsx: 29 rows, one batch');
    await seat.press('Run 29 rows in test mode …');
    await seat.answer('Run 29 rows in test mode');
    await seat.sees('Everything was accepted.');
    // Mended now, the file would run its other rows again.
    await seat.sees('The other rows run already');
    expect(await page.$(`${cell(19, 'DOB')}:disabled`)).not.toBeNull();
    const [batch] = await batchesOf(managedId);
    const run = await rowsOf(batch?.id ?? 0);
    expect(run.map(({ applicant_name: name }) => name)).toEqual(
      people.filter((_, index) => index !== 17).map(({ first, last }) => `${first} ${last}`),
    );
    const contextOf = async (index: number) =>
      (await desk.api.get(`/executions/${String(run[index]?.id)}`)).data.input_context;
    expect(await contextOf(0)).toMatchObject({
      applicant: { birthday: '1990-03-04', since: '2020-02-29' },
      property: { asked: 4_200 },
    });
    expect([(await contextOf(4)).applicant.birthday, (await contextOf(9)).property.asked]).toEqual([
      '1990-03-31',
      900.5,
    ]);

    // The template of the workflow needs no matching, and its example is no row.
    await page.evaluate('globalThis.saved = undefined');
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await seat.press('Download a template for this workflow (CSV)');
    await page.waitForFunction('globalThis.saved !== undefined');
    const template = String(await page.evaluate('globalThis.saved'));
    const filled = template
      .split('\r\n')[0]
      ?.split(',')
      .map((header) => (header.includes('first_name') ? 'Zoe' : ''));
    await choose(seat, await disk.fileOf('template.csv', `${template}${filled?.join(',')}\r\n`));
    await seat.sees('template.csv: 1 row, one batch');
    expect(await page.$('section[aria-label="Match columns"]')).toBeNull();

    // The row that was left out comes back in its own file, with the chosen matches.
    const rest = await disk.fileOf('manager-faults.csv', saved.replace('unknown,', '12/31/1990,'));
    await choose(seat, rest);
    await seat.sees('manager-faults.csv: 1 row, one batch');
    await choose(seat, file);
    await seat.press('Leave these 3 rows out');
    await seat.sees('This file ran before');
    await desk.api.post(`/batches/${batch?.id}/cancel`);
  });
}, 120_000);

// Rules: 17.6.1
test('a file is compared with the conditions of the workflow that is chosen, and anew for another one', async () => {
  const condition = {
    source_node_id: 'context',
    field: 'applicant.monthly_income',
    operator: 'greater_than',
    value: 3,
  };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['income'] },
    {
      ...{ id: 'income', type: 'IfElse', pass_steps: ['results'], fail_steps: ['results'] },
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
    },
    { id: 'results', type: 'ShowResults' },
  ];
  const { data: income } = await desk.api.post('/workflows', { name: 'Income', definition });
  const file = await disk.fileOf('income.csv', 'applicant.monthly_income\n4200\n"$4,200"\n');
  await asAdmin(async (seat) => {
    await seat.goTo(`/batches/new?workflow=${income.id}`);
    await choose(seat, file);
    await seat.sees('Nothing was sent.');
    expect(await tableOf(seat)).toEqual([['3', 'applicant.monthly_income', '"$4,200" has to be a number', '']]);
    await seat.choose('fieldset select', String(parkedId));
    await seat.sees('income.csv: 2 rows, one batch');
    expect(await seat.page.$('section[aria-label="Faults"]')).toBeNull();
    await seat.choose('fieldset select', String(income.id));
    await seat.sees('"$4,200" has to be a number');
    expect(await seat.page.$('section[aria-label="Ready"]')).toBeNull();
  });
}, 120_000);

test('a lost answer, a session that ends and a reload in mid-upload make no row twice', async () => {
  const applicants = Array.from({ length: 1_001 }, () => APPROVED);
  const file = await disk.fileOf('long.csv', csvOf(applicants));
  const other = await disk.fileOf('mended.csv', csvOf([...applicants.slice(1), DENIED]));
  await asAdmin(async (seat) => {
    const { page } = seat;
    await seat.goTo(`/batches/new?workflow=${parkedId}`);
    await choose(seat, file);
    await seat.sees('1,001 rows, 3 batches');
    // The second batch is accepted, and the answer never comes.
    let posts = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isPost = request.method() === 'POST' && request.url().endsWith('/batches');
      if (isPost) posts += 1;
      if (!isPost || posts !== 2) return void request.continue();
      const answered = async (): Promise<void> => {
        const cookies = await page.cookies();
        const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
        const headers = { ...request.headers(), cookie, origin: stack.baseUrl };
        const answer = await fetch(request.url(), { method: 'POST', headers, body: request.postData() ?? '' });
        expect(answer.status).toBe(202);
        await request.abort('connectionreset');
      };
      void answered();
    });
    await seat.press('Run 1,001 rows in test mode …');
    await seat.answer('Run 1,001 rows in test mode');
    await seat.sees('1 of 3 batches were accepted, down to line 501 of the file');
    await seat.sees('The service cannot be reached.');
    expect((await batchesOf(parkedId)).map(({ total_count: total }) => total)).toEqual([500, 500]);

    // Another role ends every session of a person at once.
    await updateUser(stack.db.kysely, seat.userId, { role: 'viewer' });
    await updateUser(stack.db.kysely, seat.userId, { role: 'admin' });
    await seat.press('Go on');
    await seat.sees('Your session has ended');
    await seat.enterAgainBy(await desk.linkOf(seat.userId));
    await seat.sees('1 of 3 batches were accepted');

    // After a reload here the file has to be chosen again, and the upload continues. It continues at its place; a
    // different file is reported as such.
    await seat.goTo('/batches/new');
    await seat.sees('An upload of long.csv was cut off: 1 of 3 batches are known');
    await choose(seat, other);
    await seat.sees('Rows that both of them have would run twice.');
    await choose(seat, file);
    await page.waitForFunction(`!document.body.innerText.includes('would run twice')`);
    await seat.press('Run 1,001 rows in test mode …');
    await seat.answer('Run 1,001 rows in test mode');
    await seat.sees('2 of 3 batches were there already');
    expect(await seat.text()).not.toContain('was cut off');
    const all = await batchesOf(parkedId);
    expect(all.map(({ total_count: total }) => total)).toEqual([1, 500, 500]);
    expect(await page.$$eval('ul[aria-label="Batches"] li', (items) => items.map((item) => item.textContent))).toEqual([
      ...all.toReversed().map(({ id }, index) => `Batch ${id}${index < 2 ? 'was there' : ''}`),
      'All batches',
    ]);

    // The cancel dialog says what will happen to the rows, and that is what happens.
    const [, second] = all;
    const id = second?.id ?? 0;
    await seat.press(`Batch ${id}`);
    await seat.press('Cancel the batch …');
    await page.waitForSelector('dialog[open]');
    expect(await seat.text()).toContain('Letters that went out are not called back.');
    expect((await desk.api.get(`/batches/${id}`)).data.status).not.toBe('cancelled');
    await seat.answer('Cancel the batch');
    await seat.sees('500 of 500 ended');
    expect((await desk.api.get(`/batches/${id}`)).data.status).toBe('cancelled');
    const by = (await desk.api.get(`/batches/${id}/summary`)).data.by_status;
    const shown = await page.$$eval('section[aria-label="Rows"] .filters li', (items) =>
      items.map((item) => item.textContent),
    );
    const words = { cancelled: 'Cancelled', skipped: 'Never began' };
    expect(shown).toEqual([
      'All 500',
      ...Object.entries(words).flatMap(([status, word]) => (by[status] > 0 ? [`${word} ${by[status]}`] : [])),
    ]);
    await page.waitForFunction(
      `![...document.querySelectorAll('button')].some((one) => /Cancel/.test(one.textContent))`,
    );
    for (const other of all) await desk.api.post(`/batches/${other.id}/cancel`);
  });
}, 120_000);

test('20,000 rows are checked beside the page, which stays usable', async () => {
  const file = await disk.fileOf('huge.csv', csvOf(Array.from({ length: 20_000 }, () => APPROVED)));
  await asAdmin(async (seat) => {
    const { page } = seat;
    await seat.goTo(`/batches/new?workflow=${workflowId}`);
    await choose(seat, file);
    await seat.sees('20,000 rows, 40 batches');
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toEqual([
      expect.stringMatching(/^\/console\/assets\/worker-/),
    ]);
  });
});

test('by keys alone: from the list of executions to one that is evaluated again, and from a file to its batch', async () => {
  const { data: failed } = await desk.api.trigger(workflowId, {
    payload: { applicant: { first_name: 'Vera', last_name: 'Nolan', ssn: '900-10-1005', date_of_birth: '1979-02-17' } },
    external_reference: 'application-9',
  });
  await until(async () => (await desk.api.get(`/executions/${failed.id}`)).data.status === 'failed');
  const file = await disk.fileOf('keys.csv', csvOf([APPROVED]));
  await asAdmin(async (seat) => {
    const { page } = seat;
    await seat.goTo(`/executions?status=failed&workflow=${workflowId}&reference=application-9`);
    await page.waitForSelector('table.rows tbody tr');
    const { data } = await desk.api.get(
      `/executions?filter[status]=failed&filter[workflow_id]=${workflowId}&filter[external_reference]=application-9`,
    );
    expect((await tableOf(seat)).map(([first]) => first)).toEqual(
      data.map(({ id }: { id: number }) => `${id}testapplication-9`),
    );
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await seat.sees('vendor_error at credit');
    await seat.focus('nav[aria-label="This execution"] button');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`!location.pathname.endsWith('/${failed.id}')`);
    const { data: old } = await desk.api.get(`/executions/${failed.id}`);
    expect(old.re_evaluated_as.map((id: number) => `/console/executions/${id}`)).toEqual([
      await page.evaluate('location.pathname'),
    ]);

    await seat.goTo(`/batches/new?workflow=${parkedId}`);
    await seat.focus('input[type="file"]');
    const choosing = page.waitForFileChooser();
    // The browser has to have focused it before the key is pressed.
    await page.evaluate('document.activeElement.type');
    await page.keyboard.press('Space');
    const chooser = await choosing;
    await chooser.accept([file]);
    await page.waitForSelector('section[aria-label="Ready"] button.primary');
    await seat.focus('section[aria-label="Ready"] button.primary');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Enter');
    await seat.sees('Everything was accepted.');
    // The focus is where the upload is, and the next stop is its batch.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`/\\/batches\\/\\d+$/.test(location.pathname)`);
    const [batch] = await batchesOf(parkedId);
    const [row] = await rowsOf(batch?.id ?? 0);
    await until(async () => (await desk.api.get(`/executions/${String(row?.id)}`)).data.status === 'waiting');
    await seat.goTo(`/executions/${String(row?.id)}`);
    await seat.press('Cancel it …');
    await seat.answer('Cancel it');
    await seat.sees('cancelled');
    expect((await desk.api.get(`/executions/${String(row?.id)}`)).data.status).toBe('cancelled');
  });
}, 120_000);

test('whoever is at a batch before the page has drawn the end of an upload stays there', async () => {
  const file = await disk.fileOf('quick.csv', csvOf([APPROVED]));
  await asAdmin(async (seat) => {
    const { page } = seat;
    await seat.goTo(`/batches/new?workflow=${workflowId}`);
    await choose(seat, file);
    await seat.press('Run 1 row in test mode …');
    await page.evaluate(`new MutationObserver((_changes, watch) => {
      const batch = document.querySelector('ul[aria-label="Batches"] a');
      if (batch === null || !document.body.textContent.includes('Everything was accepted.')) return;
      watch.disconnect();
      batch.focus();
      requestAnimationFrame(() => setTimeout(() => (globalThis.isDrawn = true)));
    }).observe(document.body, { childList: true, subtree: true })`);
    await seat.answer('Run 1 row in test mode');
    await page.waitForFunction('globalThis.isDrawn');
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^Batch \d+$/);
  });
}, 120_000);

test.each(['viewer', 'reviewer'] as const)(
  'a %s sees no act that the role may not do, and of the applicants what the role may see',
  async (role) => {
    const [batch] = await batchesOf(workflowId);
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await seat.goTo('/batches/new');
        await seat.sees('Your role starts no batches');
        await seat.goTo('/batches');
        await page.waitForSelector('table.rows');
        await seat.goTo(`/batches/${batch?.id}`);
        await page.waitForSelector('table.rows tbody tr');
        const labels = await page.$$eval('main button, main a.button', (all) =>
          all.map((one) => String(one.textContent)),
        );
        expect(labels.filter((label) => /Upload|Cancel|Try|Resume|Evaluate/.test(label))).toEqual([]);
        const [row] = await rowsOf(batch?.id ?? 0);
        await seat.goTo(`/executions/${String(row?.id)}`);
        await seat.sees('The way that it took');
        expect(await page.$$eval('nav[aria-label="This execution"] > *', (all) => all.length)).toBe(1);
        const mayRead = role === 'reviewer';
        expect((await seat.responses()).some((text) => text.includes('clara@example.com'))).toBe(mayRead);
        expect(labels.includes('Letters that were sent (ZIP)')).toBe(mayRead);
        expect((await seat.responses()).filter((text) => /900-10-100/.test(text))).toEqual([]);
      },
      role,
      role === 'viewer' ? 'Vera' : 'Rita',
    );
  },
);

test('the pages break no rule of axe-core and fit, light and dark, from 360 to 1,920 pixels', async () => {
  const bad = await disk.fileOf(
    'faults.csv',
    `applicant.a:number,applicant.${'long_'.repeat(40)}\n${'x,1,2\n'.repeat(9)}`,
  );
  const good = await disk.fileOf('few.csv', csvOf([APPROVED, DENIED]));
  const [batch] = await batchesOf(workflowId);
  await asAdmin(async (seat) => {
    const { page } = seat;
    for (const path of ['/executions', '/batches', `/batches/${batch?.id}`]) {
      await seat.goTo(path);
      await page.waitForSelector('table.rows tbody tr');
      await checkPage(seat, path);
    }
    await seat.goTo(`/batches/new?workflow=${workflowId}`);
    await choose(seat, bad);
    await checkPage(seat, 'a file with faults');
    await choose(seat, good);
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    await checkPage(seat, 'a file without');
    await seat.press('Run 2 rows in test mode …');
    await page.waitForSelector('dialog[open]');
    await checkPage(seat, 'the question');
  });
}, 300_000);
