import { AppError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { cancelExecution } from '../executions/cancel.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { exportApplicant } from './export-route.ts';
import {
  addExecutions,
  executionsOf,
  insertErasure,
  lockApplicant,
  openErasure,
  partFrom,
  presentErased,
  presentErasure,
  readErased,
  readErasure,
  requireApplicant,
  selectErasures,
  type OwnExecution,
} from './records.ts';
import { receiptOf } from './receipt.ts';
import {
  ERASURE,
  ERASURE_ACCEPTED,
  ERASURE_BODY,
  ERASURE_BODY_EXAMPLE,
  ERASURE_DETAIL,
  ERASURE_DETAIL_EXAMPLE,
  ERASURE_EXAMPLE,
} from './schemas.ts';

/** Cancelled in one transaction. */
const MOST_CANCELLED = 100;

const createErasure = defineRoute({
  method: 'POST',
  path: '/applicants/{id}/erasures',
  operationId: 'createErasure',
  tag: 'Applicants',
  scope: 'applicants:erase',
  summary: 'Forget a person',
  description:
    'Empties everything that is held of the person: executions with your own references and keys, reports, letters, mails, ' +
    'bodies of webhooks, notes, files and what search finds. What the law wants kept, or your account keeps for claims, goes on ' +
    'the day on which its period ends. A letter that is owed goes out first. Executions that have not ended are a 409, or are ' +
    'cancelled with `cancel`. No event tells of it. While a request of the person is open, asking again returns that one.',
  body: { schema: ERASURE_BODY, example: ERASURE_BODY_EXAMPLE },
  reply: {
    kind: 'item',
    status: 202,
    description: 'The request. Read it again to see what became of it.',
    schema: ERASURE,
    example: ERASURE_ACCEPTED,
  },
  errors: ['executions_in_flight', 'not_found', 'service_unavailable'],
  audit: { action: 'applicant.erasure_requested', subject: 'applicant' },
  handler: ({ audit, commit, auth, params, body, hasErasureLog }) => {
    if (!hasErasureLog) {
      throw new AppError('service_unavailable', {
        message: 'Nobody can be erased here: the operator has to configure ERASURE_LOG.',
      });
    }
    const { reason, cancel = false } = body;
    return commit(async (trx) => {
      await lockApplicant(trx, auth, params.id);
      const executions = await executionsOf(trx, auth, params.id);
      const unended = executions.filter(({ isEnded }) => !isEnded);
      const open = await openErasure(trx, auth, params.id);
      if (unended.length > (cancel ? MOST_CANCELLED : 0)) throw inFlight(unended);
      const cancelled = unended.map(({ id }) => id);
      for (const id of cancelled) await cancelExecution(trx, auth, id);
      const executionIds = executions.map(({ id }) => id);
      if (open !== undefined) {
        const added = await addExecutions(trx, open.id, executionIds);
        if (added + cancelled.length > 0) {
          await audit(trx, { id: params.id, detail: { erasure_id: open.id, executions: added, cancelled } });
        }
        return presentErasure(open);
      }
      const row = await insertErasure(trx, auth, { applicantId: params.id, reason, cancels: cancel, executionIds });
      await partFrom(trx, auth, row);
      const detail: JsonObject = { erasure_id: row.id, reason, executions: executions.length, cancelled };
      await audit(trx, { id: params.id, detail });
      return presentErasure(row);
    });
  },
});

function inFlight(unended: readonly OwnExecution[]): AppError {
  const named = unended
    .slice(0, 20)
    .map(({ id }) => id)
    .join(', ');
  const message =
    unended.length > MOST_CANCELLED
      ? `More than ${MOST_CANCELLED} executions of the person have not ended: cancel some first.`
      : `Executions of the person have not ended: ${named}. Wait, or send \`cancel\`: true.`;
  return new AppError('executions_in_flight', { message });
}

const listErasures = defineRoute({
  method: 'GET',
  path: '/applicants/{id}/erasures',
  operationId: 'listErasures',
  tag: 'Applicants',
  scope: 'applicants:erase',
  summary: 'List requests to forget a person',
  description: 'The newest first.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'erasure',
    description: 'One page of requests.',
    schema: ERASURE,
    example: ERASURE_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, page }) => {
    await requireApplicant(db.kysely, auth, params.id);
    const matching = selectErasures(db.kysely, auth, params.id);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map((row) => presentErasure(row)), ...more };
  },
});

const getErasure = defineRoute({
  method: 'GET',
  path: '/applicants/{id}/erasures/{erasure_id}',
  operationId: 'getErasure',
  tag: 'Applicants',
  scope: 'applicants:erase',
  summary: 'Read a request to forget a person',
  description:
    'What was emptied, what is kept until when and why, and what it waits for. Once all that could go is gone it has a signed ' +
    'receipt, which also lists what is out of reach, such as backups, and until when.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The request.',
    schema: ERASURE_DETAIL,
    example: ERASURE_DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, evidenceKeys, backupDays }) => {
    const of = { applicantId: params.id, erasureId: params.erasure_id };
    const row = await readErasure(db.kysely, auth, of);
    const executions = await readErased(db.kysely, row.id);
    return {
      ...presentErasure(row),
      executions: executions.map((each) => presentErased(each)),
      receipt: await receiptOf(db.kysely, row, executions, { evidenceKeys, backupDays }),
    };
  },
});

export const ERASURE_ROUTES = [listErasures, createErasure, getErasure, exportApplicant];
