import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { EMPTY_BODY, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { requireEach } from '../http/scopes.ts';
import type { Auth } from '../services.ts';
import { readVersion } from '../versions/records.ts';
import { acceptedDefinition, checkDefinition, withoutNullsInDefinition } from '../workflows/definition.ts';
import { readWorkflow, type WorkflowWithDefinition } from '../workflows/records.ts';
import { endBacktest } from '../../../platform/database/backtests.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { BACKTEST_CHANGE_ROUTES } from './changes.ts';
import {
  insertBacktest,
  presentBacktest,
  presentResult,
  readBacktest,
  selectBacktests,
  type BacktestRow,
  type NewBacktest,
} from './records.ts';
import { BACKTEST, BACKTEST_EXAMPLE, CREATE_BODY, USUAL_EXECUTIONS } from './schemas.ts';
import { rulesOfBacktest } from './rules.ts';

/*
 * A version of a cascade, asked what it would have done about executions that were decided. An addition of ours; semantics
 * 21.6.
 */

const ITEM = {
  kind: 'item',
  status: 200,
  description: 'The backtest.',
  schema: BACKTEST,
  example: BACKTEST_EXAMPLE,
} as const satisfies Reply;

const QUEUED: JsonObject = {
  ...BACKTEST_EXAMPLE,
  ...{ status: 'queued', progress: { done: 0, total: 214 }, started_at: null, ended_at: null, result: null },
};

const createBacktest = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/backtests',
  operationId: 'createBacktest',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Ask what a version would have changed',
  description:
    'Runs a version of the cascade, or a `definition` that is not saved, over executions of yours that were decided: with what ' +
    'was sent, the reports that were pulled and what people decided then, at the times at which it came. Nothing is pulled, ' +
    'sent or billed, and no execution changes. What is not known, such as a report that was never pulled or what a person ' +
    'would say, is counted as undetermined. Backtests of an account are worked off one after the other, behind everything ' +
    'else; at most 5 may be under way. The newest 50 of a cascade are kept. Needs the scope ' +
    '`executions:read:full`, too: what a definition would decide about an applicant tells what stands in the application.',
  body: {
    schema: CREATE_BODY,
    example: { sample: { filter: { created_after: '2026-02-01T00:00:00Z' }, limit: 10_000 } },
    prepare: withoutNullsInDefinition,
    check: (body, products) => ('definition' in body ? checkDefinition(body.definition, products) : []),
    pulls: 'definition',
  },
  reply: { ...ITEM, status: 202, description: 'The backtest, which begins soon.', example: QUEUED },
  errors: ['not_found', 'workflow_not_runnable'],
  audit: { action: 'backtest.created', subject: 'workflow' },
  handler: async ({ audit, commit, auth, params, body }) => {
    requireEach(auth, 'executions:read:full');
    return commit(async (trx) => {
      const workflow = await readWorkflow(trx, auth, params.id);
      const side = await sideOf(trx, auth, workflow, body);
      if (side.definition.length === 0) throw new AppError('workflow_not_runnable');
      const { against_version: againstVersion = null, sample = {} } = body;
      if (againstVersion !== null) await versionNamed(trx, auth, workflow.id, { against_version: againstVersion });
      const { filter = {}, limit = USUAL_EXECUTIONS } = sample;
      const row = await insertBacktest(trx, auth, { workflowId: workflow.id, ...side, againstVersion, filter, limit });
      const detail = { backtest_id: row.id, version: row.version, definition_sha256: row.definition_sha256 };
      await audit(trx, {
        id: workflow.id,
        detail: { ...detail, against_version: againstVersion, executions: row.total },
      });
      return presentBacktest(row);
    });
  },
});

interface AskedBody {
  readonly version?: number;
  readonly definition?: unknown;
  readonly use_case?: string | null;
}

/** The new side. Throws `validation_failed` if both or no version is named. */
async function sideOf(
  trx: Queryable,
  auth: Auth,
  workflow: WorkflowWithDefinition,
  { version, definition, use_case: useCase }: AskedBody,
): Promise<Pick<NewBacktest, 'version' | 'definition' | 'name' | 'useCase'>> {
  const refuse = (field: string, message: string) =>
    new AppError('validation_failed', { details: [{ field, message }] });
  if (definition !== undefined) {
    if (version !== undefined) throw refuse('version', 'is left out beside `definition`');
    const { name, use_case: current } = workflow;
    return {
      ...{ version: null, definition: acceptedDefinition(definition as never), name },
      useCase: useCase === undefined ? current : useCase,
    };
  }
  if (useCase !== undefined) throw refuse('use_case', 'stands beside `definition` only');
  if (version === undefined) {
    const { name, use_case: current } = workflow;
    return { version: workflow.version, definition: workflow.definition, name, useCase: current };
  }
  const saved = await versionNamed(trx, auth, workflow.id, { version });
  return { version, definition: saved.definition, name: saved.name ?? workflow.name, useCase: saved.use_case };
}

/** Throws `validation_failed` for a version that there is not. */
async function versionNamed(trx: Queryable, auth: Auth, workflowId: number, named: Readonly<Record<string, number>>) {
  const [field = '', version = 0] = Object.entries(named)[0] ?? [];
  return readVersion(trx, auth, workflowId, version).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new AppError('validation_failed', { details: [{ field, message: 'is no version of the cascade' }] });
  });
}

const listBacktests = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/backtests',
  operationId: 'listBacktests',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List the backtests of a cascade',
  description:
    'Those of the calling API client, the newest first, without their results. Needs `executions:read:full`, too.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'backtest',
    description: 'One page of backtests.',
    schema: BACKTEST,
    example: { ...BACKTEST_EXAMPLE, result: null },
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, page }) => {
    requireEach(auth, 'executions:read:full');
    await readWorkflow(db.kysely, auth, params.id);
    const matching = selectBacktests(db.kysely, auth, params.id);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map((row) => presentBacktest(row)), ...more };
  },
});

const getBacktest = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/backtests/{backtest_id}',
  operationId: 'getBacktest',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read a backtest',
  description:
    'How far it is, and what it found once it has ended. If fewer executions were asked about than the filter finds, shares ' +
    'have 95 % intervals (Wilson), and differences those of pairs (Newcombe). Needs ' +
    '`executions:read:full`, too.',
  reply: ITEM,
  errors: ['not_found'],
  handler: async ({ db, auth, params }) => {
    requireEach(auth, 'executions:read:full');
    const row = await readBacktest(db.kysely, auth, { workflowId: params.id, backtestId: params.backtest_id });
    return presented(db.kysely, auth, row);
  },
});

async function presented(db: Queryable, auth: Auth, row: BacktestRow): Promise<JsonObject> {
  if (row.ended_at === null) return presentBacktest(row);
  const sentences = await rulesOfBacktest(db, auth, row);
  return presentBacktest(
    row,
    presentResult(row, (rule) => sentences.get(rule) ?? null),
  );
}

const cancelBacktest = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/backtests/{backtest_id}/cancel',
  operationId: 'cancelBacktest',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Cancel a backtest',
  description:
    'It ends, with what it had found by then. One that has ended stays as it is. Needs the scope ' +
    '`executions:read:full`, too.',
  body: { schema: EMPTY_BODY, example: {} },
  reply: { ...ITEM, example: { ...BACKTEST_EXAMPLE, status: 'cancelled' } },
  errors: ['not_found'],
  audit: { action: 'backtest.cancelled', subject: 'workflow' },
  handler: async ({ audit, auth, commit, params }) => {
    requireEach(auth, 'executions:read:full');
    const of = { workflowId: params.id, backtestId: params.backtest_id };
    return commit(async (trx) => {
      const row = await readBacktest(trx, auth, of);
      const ended = await endBacktest(trx, { id: row.id, accountId: auth.accountId });
      if (ended !== undefined) await audit(trx, { id: params.id, detail: { backtest_id: row.id, done: ended.done } });
      return presented(trx, auth, ended ?? (await readBacktest(trx, auth, of)));
    });
  },
});

export const BACKTEST_ROUTES = [listBacktests, createBacktest, getBacktest, cancelBacktest, ...BACKTEST_CHANGE_ROUTES];
