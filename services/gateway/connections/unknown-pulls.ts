import { isReference } from '../../../core/products/connection.ts';
import { AppError } from '../../../core/errors.ts';
import { selectUnknownPulls, settlePull } from '../../../platform/database/unknown-pulls.ts';
import { requireExecution } from '../executions/records.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import { SETTLED_PULL, SETTLED_PULL_EXAMPLE, UNKNOWN_PULL, UNKNOWN_PULL_EXAMPLE } from './schemas.ts';

const listUnknownPulls = defineRoute({
  method: 'GET',
  path: '/unknown_pulls',
  operationId: 'listUnknownPulls',
  tag: 'Settings',
  scope: 'connections:write',
  summary: 'List pulls that were cut short',
  description:
    'Pulls that failed as `vendor_unknown`: nobody knows whether the vendor has the order, and a repeat would order again. ' +
    'Ask the vendor, and enter what it says with `POST /executions/{id}/settle_pull`.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'unknown_pull',
    description: 'One page of pulls, the newest first.',
    schema: UNKNOWN_PULL,
    example: UNKNOWN_PULL_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const matching = selectUnknownPulls(db.kysely, auth.apiClientId);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'o.id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return {
      items: rows.map(({ id, execution_id, node_id, product_code, our_reference, asked_at }) => ({
        ...{ object: 'unknown_pull', id, execution_id, node_id, product_code, our_reference },
        asked_at: asked_at.toISOString(),
      })),
      ...more,
    };
  },
});

const settleUnknownPull = defineRoute({
  method: 'POST',
  path: '/executions/{id}/settle_pull',
  operationId: 'settlePull',
  tag: 'Settings',
  scope: 'connections:write',
  summary: 'Say what became of a pull that was cut short',
  description:
    'With the reference of the vendor the order is asked for, billed and kept, whatever became of the execution; a retry or a ' +
    're-evaluation uses it. With null there is no order, and the next pull orders again.',
  body: {
    schema: bodySchema({
      type: 'object',
      required: ['node_id', 'reference'],
      properties: {
        node_id: { type: 'string', minLength: 1, maxLength: 200, description: 'The node that pulls.' },
        reference: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 200,
          description: "The vendor's reference of the order; null: the vendor has no order.",
        },
      },
    }),
    example: { node_id: 'credit', reference: 'ord_17' },
    check: ({ reference = null }) =>
      reference === null || isReference(reference)
        ? []
        : [{ field: 'reference', message: 'must have 1 to 200 characters, and not dots alone' }],
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The pull, as it is settled.',
    schema: SETTLED_PULL,
    example: SETTLED_PULL_EXAMPLE,
  },
  errors: ['not_found'],
  audit: { action: 'vendor_order.settled', subject: 'execution' },
  handler: async ({ audit, commit, db, auth, params, body }) => {
    await requireExecution(db.kysely, auth, params.id);
    const { node_id: nodeId, reference } = body;
    return commit(async (trx) => {
      const row = await settlePull(trx, {
        apiClientId: auth.apiClientId,
        executionId: params.id,
        nodeId,
        reference,
      });
      if (row === undefined) {
        throw new AppError('not_found', { message: 'No pull of the node has failed as vendor_unknown.' });
      }
      await audit(trx, { id: params.id, detail: { node_id: nodeId, has_order: reference !== null } });
      const result = reference === null ? 'not_ordered' : 'asked_for';
      const order = { execution_id: params.id, node_id: nodeId, product_code: row.product_code };
      return { object: 'settled_pull', ...order, result };
    });
  },
});

export const UNKNOWN_PULL_ROUTES = [listUnknownPulls, settleUnknownPull];
