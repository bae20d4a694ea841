import { Readable } from 'node:stream';
import { CHANGES } from '../../../core/backtests/pair.ts';
import type { KeptSide } from '../../../core/backtests/side.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv-line.ts';
import { reasonWords } from '../../../core/statistics/reason-words.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { requireEach } from '../http/scopes.ts';
import { presentChange, readBacktest, type BacktestChangeRow } from './records.ts';
import { BACKTEST_CHANGE, BACKTEST_CHANGE_EXAMPLE } from './schemas.ts';

/*
 * The executions that change. Each shows how a person was decided and would be. So reading them needs the scope for
 * reading executions in full, and each read is recorded.
 */

const QUERY = listQuery({
  'filter[kind]': several({ type: 'string', enum: CHANGES, description: 'What differs.' }),
  'filter[rule]': several({
    type: 'string',
    maxLength: 200,
    description: 'The first rule at which the two sides part.',
  }),
});

const listChanges = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/backtests/{backtest_id}/changes',
  operationId: 'listBacktestChanges',
  tag: 'Workflows',
  scope: 'executions:read:full',
  summary: 'List what a backtest would change',
  description:
    'Executions with another outcome, another letter, or about whom a person is asked on one side alone, as they were found. ' +
    'One that is redacted is not listed any more. Needs the scope `workflows:read`, too. Each page is recorded in the audit log.',
  query: QUERY,
  reply: {
    kind: 'page',
    object: 'backtest_change',
    description: 'One page of changes.',
    schema: BACKTEST_CHANGE,
    example: BACKTEST_CHANGE_EXAMPLE,
  },
  errors: ['not_found'],
  audit: { action: 'backtest.changes_read', subject: 'workflow' },
  handler: async ({ audit, db, auth, params, query, page }) => {
    requireEach(auth, 'workflows:read');
    const backtest = await readBacktest(db.kysely, auth, { workflowId: params.id, backtestId: params.backtest_id });
    const { 'filter[kind]': kinds, 'filter[rule]': rules } = query;
    let matching = selectChanges(db.kysely, backtest.id).where(isOneOf('rule', rules));
    if (kinds !== undefined) matching = matching.where(sql<boolean>`kinds && ${[...kinds]}::text[]`);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'asc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    // Before they are sent: what cannot be recorded is not shown.
    await audit(db.kysely, { id: params.id, detail: { backtest_id: backtest.id, changes: rows.length } });
    const dictionary = await dictionaryNow(db.kysely, auth.accountId);
    return { items: rows.map((row) => presentChange(row, (reason) => reasonWords(reason, dictionary))), ...more };
  },
});

const exportChanges = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/backtests/{backtest_id}/changes.csv',
  operationId: 'exportBacktestChanges',
  tag: 'Workflows',
  scope: 'executions:read:full',
  summary: 'Export what a backtest would change as CSV',
  description:
    'The same as the list, in one file: UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a ' +
    'carriage return or an apostrophe has an apostrophe before it. Several values of a cell stand behind semicolons. The ' +
    'export is recorded in the audit log.',
  reply: { kind: 'stream', contentType: 'text/csv', description: 'The file.' },
  errors: ['not_found'],
  audit: { action: 'backtest.changes_read', subject: 'workflow' },
  handler: async ({ db, auth, params }) => {
    requireEach(auth, 'workflows:read');
    const { id } = await readBacktest(db.kysely, auth, { workflowId: params.id, backtestId: params.backtest_id });
    return {
      filename: `backtest-${id}-changes.csv`,
      contentType: 'text/csv; charset=utf-8',
      open: () => Readable.from(changesCsv(readChanges(db.kysely, id))),
    };
  },
});

function selectChanges(db: Queryable, backtestId: number) {
  return db.selectFrom('backtest_change').where('backtest_id', '=', backtestId);
}

const SLICE = 500;

async function* readChanges(db: Queryable, backtestId: number): AsyncGenerator<BacktestChangeRow> {
  let after = 0;
  for (;;) {
    const rows = await selectChanges(db, backtestId)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

const SIDE_COLUMNS = ['outcome', 'asked', 'rule', 'reasons'] as const;
const COLUMNS = [
  ...['execution_id', 'kinds', 'rule'],
  ...['old', 'new'].flatMap((side) => SIDE_COLUMNS.map((column) => `${side}_${column}`)),
];

async function* changesCsv(rows: AsyncIterable<BacktestChangeRow>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const { execution_id: id, kinds, rule, old, new: fresh } of rows)
    yield csvLine([id, kinds.join(';'), rule, ...cellsOf(old), ...cellsOf(fresh)]);
}

const cellsOf = ({ outcome, asked, decided_by: rule, letters }: KeptSide) => [
  ...[outcome, asked, rule],
  [...new Set(letters.flatMap(({ reasons }) => reasons))].join(';'),
];

export const BACKTEST_CHANGE_ROUTES = [listChanges, exportChanges];
