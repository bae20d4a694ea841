import { REVIEW_DECISIONS, type ReviewDecision } from '../../../core/states.ts';
import { SUBJECTS } from '../../../platform/nats.ts';
import { COUNT, readPage } from '../paging.ts';
import { readExecution, requireExecution } from '../records/executions.ts';
import { addReviewNote, claimReview, decideReview, releaseReview } from '../records/reviews.ts';
import { defineRoute, listQuery, schemaOf, type Reply } from '../route.ts';
import { EXECUTION, EXECUTION_EXAMPLE, REVIEW_EVENT, REVIEW_EVENT_EXAMPLE } from '../schemas/executions.ts';

const EXECUTION_REPLY = {
  kind: 'item',
  status: 200,
  description: 'The execution as it is now.',
  schema: EXECUTION,
  example: EXECUTION_EXAMPLE,
} as const satisfies Reply;

const NOTE = { type: ['string', 'null'], description: 'Kept with the review event.' };

interface DecisionBody {
  readonly decision: ReviewDecision;
  readonly note?: string | null;
  readonly node_id?: string | null;
}

const decide = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_decisions',
  operationId: 'decideReview',
  tag: 'Reviews',
  scope: 'executions:write',
  summary: 'Decide the open review',
  description:
    'For a review of kind `decision`, `approved` goes on at `human_review_steps` (or `pass_steps` where that is empty) ' +
    'and `denied` at `fail_steps`. For one of kind `notice`, `approved` sends the drafted notice and `denied` discards ' +
    'it. Of two who decide at once one wins, and the other gets `review_not_pending`.',
  body: {
    schema: schemaOf<DecisionBody>({
      type: 'object',
      properties: {
        decision: { type: 'string', enum: REVIEW_DECISIONS },
        note: NOTE,
        node_id: {
          type: ['string', 'null'],
          description: 'Where given, the open review must be that of this node.',
        },
      },
      required: ['decision'],
    }),
    example: { decision: 'approved', note: 'Pay slips are in order.' },
  },
  reply: EXECUTION_REPLY,
  errors: ['not_found', 'live_mode_forbidden', 'not_awaiting_review', 'review_not_pending', 'assigned_elsewhere'],
  handler: async ({ db, bus, auth, params, body, requestId }) => {
    const { decision, note = null, node_id: nodeId = null } = body;
    await db.transaction((trx) => decideReview(trx, auth, params.id, { decision, note, nodeId }));
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    return readExecution(db.kysely, auth, params.id);
  },
});

interface AssignmentBody {
  readonly assignee: 'me' | null;
  readonly note?: string | null;
  readonly force?: boolean;
}

const assign = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_assignment',
  operationId: 'assignReview',
  tag: 'Reviews',
  scope: 'executions:write',
  summary: 'Claim or release the open review',
  description: 'Claiming what is claimed by oneself, or releasing what nobody claimed, changes nothing.',
  body: {
    schema: schemaOf<AssignmentBody>({
      type: 'object',
      properties: {
        assignee: {
          type: ['string', 'null'],
          enum: ['me', null],
          description: '`me` claims the review for the calling user; null releases it.',
        },
        note: NOTE,
        force: { type: 'boolean', default: false, description: "Releases another user's claim too." },
      },
      required: ['assignee'],
    }),
    example: { assignee: 'me' },
  },
  reply: { ...EXECUTION_REPLY, example: { ...EXECUTION_EXAMPLE, assigned_to_user_id: 9 } },
  errors: ['not_found', 'live_mode_forbidden', 'not_awaiting_review', 'review_not_pending', 'assigned_elsewhere'],
  handler: async ({ db, auth, params, body }) => {
    const { assignee, note = null, force = false } = body;
    await db.transaction((trx) =>
      assignee === 'me'
        ? claimReview(trx, auth, params.id, note)
        : releaseReview(trx, auth, params.id, { note, force }),
    );
    return readExecution(db.kysely, auth, params.id);
  },
});

const addNote = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_notes',
  operationId: 'addReviewNote',
  tag: 'Reviews',
  scope: 'executions:write',
  summary: 'Add a note',
  description: 'At any time, whatever the execution is doing.',
  body: {
    schema: schemaOf<{ readonly note: string }>({
      type: 'object',
      properties: { note: { type: 'string', minLength: 1 } },
      required: ['note'],
    }),
    example: { note: 'Called the employer.' },
  },
  reply: EXECUTION_REPLY,
  errors: ['not_found'],
  handler: async ({ db, auth, params, body }) => {
    await db.transaction((trx) => addReviewNote(trx, auth, params.id, body.note));
    return readExecution(db.kysely, auth, params.id);
  },
});

const listEvents = defineRoute({
  method: 'GET',
  path: '/executions/{id}/review_events',
  operationId: 'listReviewEvents',
  tag: 'Reviews',
  scope: 'executions:read',
  summary: 'List review events',
  description: 'What happened in the review of the execution, the oldest first.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'review_event',
    description: 'One page of review events.',
    schema: REVIEW_EVENT,
    example: REVIEW_EVENT_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, page }) => {
    await requireExecution(db.kysely, auth, params.id);
    const matching = db.kysely.selectFrom('review_event').where('execution_id', '=', params.id);
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (limit, offset) => matching.selectAll().orderBy('id').limit(limit).offset(offset).execute(),
    });
    const items = rows.map((row) => ({
      id: row.id,
      object: 'review_event',
      execution_id: row.execution_id,
      event_type: row.event_type,
      actor_user_id: row.actor_user_id,
      note: row.note,
      metadata: row.metadata,
      created_at: row.created_at.toISOString(),
    }));
    return { items, totalCount };
  },
});

export const REVIEW_ROUTES = [decide, listEvents, assign, addNote];
