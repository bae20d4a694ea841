import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { asJson } from '../../platform/database/index.ts';
import { csvLine } from '../../core/csv-line.ts';
import { faultsOfExport } from '../support/tables-read.ts';
import { unguarded } from '../support/transitions.ts';
import { APPLICANT, SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
let reader: Caller;
let batchId: number;
let rowIds: number[];

const ROWS = 120;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
  const definition = [
    ...SIMPLE.slice(0, 1).map((node) => ({ ...node, next_step: ['credit'] })),
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
    {
      id: 'check',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [
                {
                  source_node_id: 'credit',
                  field: 'score',
                  operator: 'greater_than',
                  value_from: { source_node_id: 'credit', field: 'score_minimum', plus: 1 },
                },
                {
                  ...{ source_node_id: 'credit', field: 'tradelines.all.days_past_due' },
                  ...{ operator: 'less_than', value: 60 },
                },
                {
                  ...{ source_node_id: 'credit', field: 'collections.count', operator: 'equals', value: 0 },
                  where: [{ field: 'balance_usd', operator: 'greater_than', value: 0 }],
                },
              ],
            },
          ],
        },
      },
    },
  ];
  const { data: workflow } = await caller.api.post('/workflows', { name: 'Exported', definition });
  const rows = Array.from({ length: ROWS }, (_, n) => ({ external_reference: `row-${n}` }));
  rows[0] = Object.assign({ external_reference: '=cmd()' }, { applicant: APPLICANT });
  const headers = { 'Idempotency-Key': randomUUID() };
  const { data: batch } = await caller.api.post(`/workflows/${workflow.id}/batches`, { rows }, { headers });
  batchId = batch.id;
  const executions = await gateway.db.kysely
    .selectFrom('execution')
    .select('id')
    .where('batch_id', '=', batchId)
    .orderBy('row_index')
    .execute();
  rowIds = executions.map(({ id }) => id);
  const [first = 0, second = 0] = rowIds;
  await unguarded(gateway.db, (trx) =>
    trx.updateTable('execution').set({ status: 'completed', outcome: 'denied' }).where('id', '=', first).execute(),
  );
  await gateway.db.kysely
    .insertInto('step')
    .values({
      execution_id: first,
      node_id: 'credit',
      visit: 1,
      node_type: 'BillingProduct',
      status: 'succeeded',
      output: asJson({
        score: 702,
        tradelines: [{ days_past_due: 30 }, { days_past_due: 45 }],
        collections: [{ balance_usd: 10 }, { balance_usd: 0 }],
      }),
    })
    .execute();
  await storeNotice(first, 'notice.pdf', 'sent', '%PDF-one');
  await storeNotice(second, 'draft.pdf', 'draft', '%PDF-two');
});
afterAll(() => gateway.stop());

async function storeNotice(executionId: number, filename: string, status: 'sent' | 'draft', bytes: string) {
  const { id } = await gateway.db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: caller.clientId,
      execution_id: executionId,
      kind: 'notice',
      node_id: 'deny',
      visit: 1,
      stage: 'single',
      status: 'ready',
      notice_status: status,
      filename,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await gateway.db.kysely
    .insertInto('artifact_blob')
    .values({ artifact_id: id, bytes: Buffer.from(bytes) })
    .execute();
}

const download = (path: string, by = caller, method = 'GET') =>
  fetch(`${gateway.baseUrl}/api/v1/batches/${batchId}/${path}`, {
    method,
    headers: { authorization: `Bearer ${by.token}` },
  });

async function unzip(response: Response): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()));
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return files;
}

test('the files of a batch read what the registry of tables says, and no other words about an applicant', async () => {
  const faults = await faultsOfExport('batch', async () => {
    for (const file of ['exports.csv', 'exports.zip', 'adverse_action_notices.zip']) {
      await (await download(file)).arrayBuffer();
    }
  });
  expect(faults).toEqual({ unread: [], unsaid: [] });
});

describe('exports.csv', () => {
  test('has a line for each row in its order, with the product fields that conditions read', async () => {
    const response = await download('exports.csv');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain(`batch-${batchId}-results.csv`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().slice(1).trimEnd().split('\r\n');
    expect(lines).toHaveLength(ROWS + 1);
    expect(lines[0]).toBe(
      'row_index,execution_id,external_reference,status,review_status,outcome,started_at,completed_at,' +
        'applicant_name,applicant_email,error,credit.score,credit.score_minimum,' +
        // For a list, the figure that decides, as the execution records it.
        'credit.tradelines.max.days_past_due,credit.collections.count where balance_usd greater_than 0',
    );
    expect(lines[1]).toBe(
      `0,${rowIds[0]},'=cmd(),completed,none,denied,,,${APPLICANT.first_name} ${APPLICANT.last_name},` +
        `${APPLICANT.email},,702,,45,1`,
    );
    expect(lines[ROWS]).toMatch(new RegExp(`^${ROWS - 1},`));
  });

  // Rules: 17.7.1
  test('is made while the batch runs, of each row as it is then', async () => {
    const { completed_at: ended } = (await caller.api.get(`/batches/${batchId}`)).data;
    expect(ended ?? null).toBeNull();
    const last = rowIds[ROWS - 1] ?? 0;
    const statusOfLast = async () => (await (await download('exports.csv')).text()).trimEnd().split('\r\n').at(-1);
    expect(await statusOfLast()).toContain(`${ROWS - 1},${last},row-${ROWS - 1},queued,`);
    const set = (status: 'running' | 'queued') =>
      unguarded(gateway.db, (trx) => trx.updateTable('execution').set({ status }).where('id', '=', last).execute());
    await set('running');
    expect(await statusOfLast()).toContain(`${ROWS - 1},${last},row-${ROWS - 1},running,`);
    await set('queued');
  });

  // Rules: 16.5.2, 17.7.2
  test('carries nothing of the applicant without the full scope', async () => {
    const text = await (await download('exports.csv', reader)).text();
    expect(text).not.toContain(APPLICANT.email);
    expect(text).not.toContain('702');
  });

  test('is narrowed by the status, and is not found by another client', async () => {
    const text = await (await download('exports.csv?filter[status]=completed')).text();
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    const other = await gateway.caller({ of: caller });
    expect((await download('exports.csv', other)).status).toBe(404);
  });
});

describe('exports.zip', () => {
  test('holds the results, the batch and each row', async () => {
    const files = await unzip(await download('exports.zip'));
    expect(files.size).toBe(ROWS + 2);
    expect(JSON.parse(files.get('batch.json') ?? '')).toMatchObject({ id: batchId, object: 'batch' });
    expect(files.get('results.csv')).toContain(APPLICANT.email);
    expect(JSON.parse(files.get(`rows/0-${rowIds[0]}.json`) ?? '')).toMatchObject({
      row_index: 0,
      outcome: 'denied',
      step_outputs: { credit: { score: 702 } },
      input_context: { applicant: APPLICANT },
    });
  });

  // Rules: 17.7.2
  test('carries nothing of the applicant without the full scope', async () => {
    const text = [...(await unzip(await download('exports.zip', reader))).values()].join('\n');
    expect(text).not.toContain(APPLICANT.email);
    expect(text).not.toContain('702');
  });
});

describe('adverse_action_notices.zip', () => {
  test('holds the notices that were sent', async () => {
    const files = await unzip(await download('adverse_action_notices.zip'));
    expect([...files]).toEqual([[`0-${rowIds[0]}-notice.pdf`, '%PDF-one']]);
  });

  test('is empty if none was sent', async () => {
    expect((await unzip(await download('adverse_action_notices.zip?filter[status]=queued'))).size).toBe(0);
  });
});

// Rules: 17.7.3
test.each([
  [['=1+1', '+1', '-1-1', '@a', '\tx'], "'=1+1,'+1,'-1-1,'@a,'\tx\r\n"],
  [['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"\r\n'],
  [[-5, 1.5, true, null, undefined, ['a']], '-5,1.5,true,,,"[""a""]"\r\n'],
])('the line of %j is safe for a spreadsheet', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
