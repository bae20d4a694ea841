import { ApiError } from '../../../console/src/api/http.ts';
import { csvTable, type FileTable } from '../../../core/batches/table.ts';
import { checkFile } from '../../../console/src/batches/upload/check.ts';
import { MOST_FILE_ROWS, saidOf } from '../../../console/src/batches/upload/checked.ts';
import { knownPaths, sampleFile, unknownColumns, type TestCase } from '../../../console/src/batches/upload/hints.ts';
import {
  keepSent,
  keepUpload,
  ranOtherwise,
  readUpload,
  uploadKey,
} from '../../../console/src/batches/upload/record.ts';
import { sendParts, type SentPart } from '../../../console/src/batches/upload/send.ts';
import { templateOf } from '../../../console/src/batches/upload/template.ts';
import { forgetDrafts } from '../../../console/src/drafts.ts';
import { describe, expect, test } from '../../support/jest.ts';

const fileOf = (text: string) => csvTable(new TextEncoder().encode(text), MOST_FILE_ROWS);
const check = (file: FileTable, definition: readonly object[] | null = null) => checkFile(file, { definition }).checked;

describe('a file', () => {
  test('becomes the bodies of its batches, with the line of each row', () => {
    const lines = Array.from({ length: 1_100 }, (_, index) => `r-${index},Ada`);
    lines.splice(3, 0, '');
    const checked = check(fileOf(`external_reference,applicant.a\n${lines.join('\n')}\n`));
    expect(checked).toMatchObject({ rowCount: 1_100, errorCount: 0 });
    expect(checked.parts.map(({ lines: of, rowCount }) => [...of, rowCount])).toEqual([
      [2, 502, 500],
      [503, 1_002, 500],
      [1_003, 1_102, 100],
    ]);
    const rows = checked.parts.flatMap(({ rows: text }) => JSON.parse(text) as object[]);
    expect(rows).toEqual(
      Array.from({ length: 1_100 }, (_, index) => ({ external_reference: `r-${index}`, applicant: { a: 'Ada' } })),
    );
    expect(checked.parts[0]?.lineOf.slice(0, 5)).toEqual([2, 3, 4, 6, 7]);
  });

  test('with one fault, or with more rows than it may have, becomes none', () => {
    expect(check(fileOf('applicant.a:number\n1\nx\n'))).toMatchObject({ parts: [], errorCount: 1, rowCount: 2 });
    const dated = check(fileOf('applicant.esign_consent\n2026-11-02\n11/02/2026\n'));
    expect(dated).toMatchObject({ parts: [], errors: [{ line: 3, column: 'applicant.esign_consent' }] });
    const long = check(fileOf(`applicant.a\n${'x\n'.repeat(MOST_FILE_ROWS + 1)}`));
    expect(long).toMatchObject({ parts: [], errorCount: 0, hasMore: true });
    expect(check(fileOf('applicant.a\n'))).toMatchObject({ parts: [], errorCount: 0, rowCount: 0 });
  });

  test('may have a header that every object has a member of', () => {
    expect([saidOf({}, 'constructor'), saidOf({}, '__proto__')]).toEqual([undefined, undefined]);
    const said = Object.fromEntries(['constructor', '__proto__'].map((header) => [header, { path: null }]));
    expect([saidOf(said, 'constructor'), saidOf(said, '__proto__')]).toEqual([{ path: null }, { path: null }]);
    expect(checkFile(fileOf('applicant.a,constructor,__proto__\n1,2,3\n'), { matches: said }).checked.errorCount).toBe(
      0,
    );
  });

  test('is compared with what the conditions of its workflow ask for, if that is known', () => {
    const condition = { source_node_id: 'context', field: 'applicant.income', operator: 'greater_than', value: 3000 };
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['income'] },
      { id: 'income', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions: [condition] }] } } },
    ];
    const file = fileOf('applicant.income\n4200\n"$4,200"\n');
    expect(check(file, definition)).toMatchObject({
      ...{ parts: [], isCompared: true, uncomparedFrom: null, errorCount: 1 },
      errors: [{ line: 3, column: 'applicant.income', message: '"$4,200" has to be a number' }],
    });
    expect(check(file)).toMatchObject({ errorCount: 0, isCompared: false, parts: [{ rowCount: 2 }] });
  });

  // Rules: 17.11.7
  test('with faults runs without their lines, once somebody says so, and those lines are a file of their own', () => {
    const table = fileOf('applicant.a:number,applicant.b\n1,x\nq,"=1+1"\n3,y\n');
    const faulty = checkFile(table).checked;
    expect(faulty).toMatchObject({ rowCount: 3, errorCount: 1, parts: [], faulty: { count: 1, areLeftOut: false } });
    expect(faulty.errors).toMatchObject([{ line: 3, cell: { index: 0, text: 'q', type: 'number' } }]);
    const { checked, leftOut } = checkFile(table, { changes: { edits: [], isWithoutFaulty: true } });
    expect([leftOut, checked]).toMatchObject([[3], { rowCount: 2, errorCount: 1, faulty: { areLeftOut: true } }]);
    expect(checked.parts).toMatchObject([{ rowCount: 2, lineOf: [2, 4] }]);
    // Formulas are none in it, and what comes back is what the file had.
    const csv = faulty.faulty?.csv ?? '';
    expect(csv).toContain(",'=1+1\r\n");
    const mended = fileOf(csv.replace(',q,', ',2,'));
    expect(checkFile(mended).checked.parts.map(({ rows }) => JSON.parse(rows) as unknown)).toEqual([
      [{ applicant: { a: 2, b: '=1+1' } }],
    ]);
  });

  // Rules: 17.10.8
  test('that a spreadsheet program saved has its days in another order, which is asked though the header is a path', () => {
    const asked = (...days: string[]) =>
      check(fileOf(`applicant.first_name,applicant.date_of_birth\n${days.map((day) => `Ada,${day}\n`).join('')}`))
        .headers?.headers;
    expect(asked('3/14/1990', '3/4/1990')).toMatchObject([
      { header: 'applicant.date_of_birth', proposed: 'applicant.date_of_birth', forms: { date: 'month_first' } },
    ]);
    expect(asked('3/4/1990')).toMatchObject([{ forms: { date: null } }]);
    expect([asked('1990-03-14', 'n/a'), asked('unknown')]).toEqual([undefined, undefined]);
  });

  // Rules: 17.11.7
  test('with two long headers of one beginning has no cell of the other written over', () => {
    const [one, two] = ['first', 'second'].map((end) => `${'What the form asked '.repeat(6)}${end}`);
    const paths = ['applicant.first_name', 'applicant.esign_consent'];
    const matches = Object.fromEntries([one, two].map((header, index) => [header, { path: paths[index] ?? null }]));
    const { errors } = checkFile(fileOf(`${one},${two}\nAda,x\n`), { matches }).checked;
    expect(errors).toMatchObject([{ line: 2, cell: null }]);
  });

  test('with a fault of a cell has none once it is written anew', () => {
    const table = fileOf('applicant.a:number\n1\nq\n');
    const edits = [{ line: 3, index: 0, text: '2' }];
    expect(checkFile(table, { changes: { edits, isWithoutFaulty: false } }).checked).toMatchObject({
      ...{ rowCount: 2, errorCount: 0, faulty: null },
      parts: [{ rows: '[{"applicant":{"a":1}},{"applicant":{"a":2}}]' }],
    });
  });

  test('whose header cannot be used, or with more faults than are known, runs without none of its lines', () => {
    expect(check(fileOf('nobody,applicant.a:number\n1,1\n1,q\n')).faulty).toBeNull();
    expect(check(fileOf('applicant.a:number\nq\n')).faulty).toBeNull();
    const many = check(fileOf(`applicant.a:number\n1\n${'q\n'.repeat(1_001)}`));
    expect(many).toMatchObject({ errorCount: 1_001, faulty: null });
  });

  test('names references that several rows have', () => {
    const { warnings } = check(fileOf('external_reference,applicant.a\nx,1\ny,6\nx,2\nx,3\n,4\n,5\n'));
    expect(warnings.map(({ line }) => line)).toEqual([4, 5]);
  });
});

// Rules: 17.11.9
test('the template of a workflow has what it reads, the required first, needs no matching, and its example is no row', () => {
  const income = { source_node_id: 'context', field: 'applicant.income', operator: 'greater_than', value: 3000 };
  const dogs = { source_node_id: 'context', field: 'property.dogs', operator: 'less_than', value: 3 };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['rules'] },
    { id: 'rules', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions: [income, dogs] }] } } },
  ];
  const fields = {
    'property.dogs': { type: 'integer', label: 'Dogs', unit: 'dogs', required: true },
    'applicant.income': { type: 'number', label: '=Income, all' },
  } as const;
  const csv = templateOf({ definition, fields, known: ['applicant.email', 'applicant.unknown'] });
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFNote (not read),Dogs (property.dogs),"\'=Income, all (applicant.income)",Your reference (external_reference),Email address (applicant.email)',
    'Not read: types,required; whole number (dogs),number,text,text',
    'Not read: an example,3,4200.5,Your reference,Email address',
    '',
  ]);
  const checked = (row: string) => checkFile(fileOf(`${csv}${row}\r\n`), { definition, fields }).checked;
  expect(checked('')).toMatchObject({ rowCount: 0, headers: null });
  expect(checked(',1,5000,r-1,a@example.com')).toMatchObject({
    ...{ errorCount: 0, headers: null },
    parts: [{ rowCount: 1, lineOf: [4] }],
  });
  // The template has apostrophes before formulas alone.
  expect(checked(",1,5000,'s-1,a@example.com").parts[0]?.rows).toContain("'s-1");
  // Another label is somebody's own word.
  const other = checkFile(fileOf('Pets (property.dogs),applicant.email\n1,a\n'), { definition, fields }).checked;
  expect(other.headers?.headers).toMatchObject([{ header: 'Pets (property.dogs)' }]);
  // A row needs an applicant, whatever the workflow reads.
  expect(templateOf({ definition: [], fields: {}, known: [] })).toContain('(applicant.last_name)');
});

describe('columns', () => {
  const TEST_CASES: readonly TestCase[] = [
    {
      ...{ id: 1, case_name: 'Ada', product_code: 'credit_report' },
      payload: {
        applicant: { first_name: 'Ada', ssn: '900-10-1001', address: { city: 'A, "B"' } },
        property: { rent: 5 },
      },
    },
  ];
  const DEFINITION = [{ id: 'a', email: { to: '{{applicant.email}}' }, value: { field: 'applicant.income' } }];

  test('that neither the cascade nor a test case names are pointed out, with what may be meant', () => {
    const known = knownPaths(DEFINITION, TEST_CASES);
    const columns = ['external_reference', 'applicant.frist_name', 'applicant.email', 'property.unit', 'applicant.ssn'];
    expect(
      unknownColumns(
        columns.map((path) => ({ path, type: 'text' })),
        known,
      ),
    ).toEqual([
      { path: 'applicant.frist_name', meant: '; did you mean applicant.first_name?' },
      { path: 'property.unit', meant: '' },
    ]);
  });

  test('of a sample file are those of the test cases, and it is read as they are', () => {
    const sample = check(fileOf(sampleFile(TEST_CASES)));
    expect(sample).toMatchObject({ errorCount: 0, rowCount: 1 });
    expect(JSON.parse(sample.parts[0]?.rows ?? '')).toEqual([
      { external_reference: 'sample-1', ...TEST_CASES[0]?.payload },
    ]);
  });
});

describe('sending', () => {
  const busy = (status: number, seconds: number | null) => new ApiError(status, { message: 'busy' }, seconds);

  /** Answers of the service in their order; `asked` are the batches that it was asked for. */
  function service(answers: readonly (SentPart | Error)[]) {
    const asked: number[] = [];
    const waits: (number | null)[] = [];
    const slept: number[] = [];
    let sent: readonly SentPart[] = [];
    let next = 0;
    const run = (count: number, before: readonly SentPart[] = [], isStopped = () => false) =>
      sendParts(count, before, {
        send: async (index) => {
          asked.push(index);
          const answer = answers[next];
          next += 1;
          if (answer === undefined) throw new Error('nothing more was expected');
          if (answer instanceof Error) throw answer;
          return answer;
        },
        onSent: (now) => {
          sent = now;
        },
        onWait: (seconds) => void waits.push(seconds),
        sleep: async (ms) => void slept.push(ms),
        isStopped,
      });
    return { run, asked, waits, slept, sent: () => sent };
  }
  const part = (batchId: number, isReplay = false): SentPart => ({ batchId, isReplay });

  test('goes one batch after another, and on behind those that are there', async () => {
    const { run, asked, sent } = service([part(3), part(4)]);
    await run(4, [part(1), part(2)]);
    expect(asked).toEqual([2, 3]);
    expect(sent().map(({ batchId }) => batchId)).toEqual([1, 2, 3, 4]);
  });

  test('stops at what is refused, and asks for the same batch when it goes on', async () => {
    const { run, asked, sent } = service([part(1), busy(0, null), part(2, true), part(3)]);
    await expect(run(3)).rejects.toThrow('busy');
    expect(sent()).toEqual([part(1)]);
    await run(3, sent());
    expect(asked).toEqual([0, 1, 1, 2]);
    expect(sent()).toEqual([part(1), part(2, true), part(3)]);
  });

  test('waits as long as the service asks, and tries the same batch again', async () => {
    const { run, asked, waits, slept } = service([busy(429, 7), busy(503, 2), part(1)]);
    await run(1);
    expect([asked, waits, slept]).toEqual([
      [0, 0, 0],
      [7, null, 2, null],
      [7_000, 2_000],
    ]);
  });

  test.each([
    [429, 900],
    [429, null],
    [500, 1],
    [401, null],
  ])('a refusal with status %i that asks for %p seconds stops it', async (status, seconds) => {
    const { run, slept } = service([busy(status, seconds), part(1)]);
    await expect(run(1)).rejects.toThrow('busy');
    expect(slept).toEqual([]);
  });

  test('does not wait for ever', async () => {
    const { run, asked } = service(Array.from({ length: 50 }, () => busy(429, 1)));
    await expect(run(1)).rejects.toThrow('busy');
    expect(asked).toHaveLength(11);
  });

  test('that is stopped sends nothing more', async () => {
    let answers = 0;
    const { run, asked } = service([part(1), part(2)]);
    await run(3, [], () => {
      answers += 1;
      return answers > 1;
    });
    expect(asked).toEqual([0]);
  });
});

describe('what a tab remembers of an upload', () => {
  function storage() {
    const map = new Map<string, string>();
    return {
      getItem: (key: string) => map.get(key) ?? null,
      setItem: (key: string, value: string) => void map.set(key, value),
      removeItem: (key: string) => void map.delete(key),
      key: (index: number) => [...map.keys()][index] ?? null,
      get length() {
        return map.size;
      },
    };
  }
  const DESTINATION = { workflow: 12, mode: 'test', reference: null } as const;
  const RECORD = { fileName: 'a.csv', destination: DESTINATION, key: 'k', once: 'k', partCount: 4, batchIds: [1, 2] };

  test('is read again, by the same person alone, until it is done or they sign out', () => {
    const store = storage();
    keepUpload(store, 7, RECORD);
    expect([readUpload(store, 7), readUpload(store, 8)]).toEqual([RECORD, null]);
    keepUpload(store, 7, null);
    expect(readUpload(store, 7)).toBeNull();
    keepUpload(store, 7, RECORD);
    forgetDrafts(store, 7);
    expect(readUpload(store, 7)).toBeNull();
  });

  // Rules: 17.11.12
  test('tells whether a file ran with other cells, and forgets it when its person signs out', () => {
    const store = storage();
    const keys = { plain: 'file', key: 'file with a cell' };
    keepSent(store, 7, keys);
    const others = [keys, { ...keys, key: 'file' }, { plain: 'another', key: 'another' }];
    expect(others.map((each) => ranOtherwise(store, 7, each))).toEqual([false, true, false]);
    keepSent(store, 7, { ...keys, key: 'file' });
    expect(ranOtherwise(store, 7, { ...keys, key: 'file' })).toBe(false);
    forgetDrafts(store, 7);
    expect(ranOtherwise(store, 7, { ...keys, key: 'third' })).toBe(false);
  });

  test.each([
    '{',
    'null',
    '{"fileName":1}',
    JSON.stringify({ ...RECORD, batchIds: ['x'] }),
    JSON.stringify({ ...RECORD, destination: { ...DESTINATION, mode: 'real' } }),
    JSON.stringify({ ...RECORD, destination: null }),
  ])('is none if %s is there', (text) => {
    const store = storage();
    store.setItem(uploadKey(7), text);
    expect(readUpload(store, 7)).toBeNull();
  });
});
