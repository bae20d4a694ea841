import { REVIEW_DECISIONS, REVIEW_KINDS } from '../../../core/states.ts';
import type { JsonSchema } from '../../../core/json.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { shownWords } from '../calculations/shown.ts';
import { readExecution, requireExecution } from '../executions/records.ts';
import { readMaskBasis } from '../executions/mask-basis.ts';
import { readMasks } from '../executions/shown.ts';
import { addReviewNote, assignReview, decideReview, releaseReview } from './acts.ts';
import { bodySchema, defineRoute, listQuery, type Reply } from '../http/route.ts';
import { EXECUTION, EXECUTION_EXAMPLE } from '../executions/schemas.ts';
import { BULK_ACTIONS, bulkReview } from './bulk.ts';
import { SerialisedData } from '../http/serialised.ts';
import { ID } from '../http/schemas.ts';
import { readReviewCase } from './case.ts';
import { REVIEW_CASE, REVIEW_CASE_EXAMPLE } from './case-schemas.ts';
import { INBOX_ROUTES } from './inbox-routes.ts';
import { QUEUE_ROUTES } from './queue-routes.ts';
import { BULK_RESULT, BULK_RESULT_EXAMPLE, NOTE, REVIEW_EVENT, REVIEW_EVENT_EXAMPLE } from './schemas.ts';

const EXECUTION_REPLY = {
  kind: 'item',
  status: 200,
  description: 'The execution as it is now.',
  schema: EXECUTION,
  example: EXECUTION_EXAMPLE,
} as const satisfies Reply;

const REASONS = {
  type: ['array', 'null'],
  maxItems: 4,
  items: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
  description:
    'Reasons of the reviewer, as texts or codes of the reason catalogue (`GET /products`). They come first on the ' +
    'letter. Required to approve a review with `needs` = `reasons`. The `note` never appears on a letter.',
} as const satisfies JsonSchema;

const decide = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_decisions',
  operationId: 'decideReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Decide the open review',
  description:
    'For a review of kind `decision`, `approved` continues at `human_review_steps` (or at `pass_steps` if that is empty) ' +
    'and `denied` at `fail_steps`. For a review of kind `notice`, `approved` sends the drafted notice and `denied` ' +
    'discards it. Of two simultaneous decisions one wins, and the other gets `review_not_pending`. Where several people ' +
    'have to approve (`pending_review.approvals`), the review stays open until they have; one denial denies.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        decision: { type: 'string', enum: REVIEW_DECISIONS, description: 'The decision of the reviewer.' },
        note: NOTE,
        reasons: REASONS,
        variables: {
          type: ['object', 'null'],
          maxProperties: 500,
          additionalProperties: { type: 'string', minLength: 1, maxLength: 500 },
          description:
            'To approve a review with `needs` = `variables`, `name` or `address`: a value for each path in ' +
            '`pending_review.variables`, as the letter prints it. An address has two lines at least.',
        },
        node_id: {
          type: ['string', 'null'],
          maxLength: 200,
          description:
            'Node of the review (`pending_review.node_id`). Required once an earlier review of the execution was decided, so ' +
            'that a request sent twice cannot decide a review that its sender has not seen.',
        },
        review_id: {
          ...ID,
          type: ['integer', 'null'],
          description:
            'The review itself (`id` in `GET /reviews`). A node in a loop asks anew each time, and `node_id` does not tell its ' +
            'reviews apart. Enough without `node_id`.',
        },
      },
      required: ['decision'],
    }),
    example: { decision: 'approved', note: 'Pay slips are in order.' },
  },
  reply: EXECUTION_REPLY,
  errors: [
    'not_found',
    'live_mode_forbidden',
    'not_awaiting_review',
    'review_not_pending',
    'review_unspecified',
    'assigned_elsewhere',
    'already_approved',
    'address_not_confirmed',
  ],
  audit: { action: ['review.decided', 'review.approval_added'], subject: 'execution' },
  handler: async ({ audit, commit, bus, auth, params, body, requestId }) => {
    const {
      decision,
      note = null,
      node_id: nodeId = null,
      review_id: reviewId = null,
      reasons = null,
      variables = null,
    } = body;
    const answer = await commit(async (trx) => {
      const decided = { decision, note, nodeId, reviewId, reasons, variables, onlyFirstOf: null };
      await decideReview({ trx, auth, audit }, params.id, decided);
      return readExecution(trx, auth, params.id);
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const assign = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_assignment',
  operationId: 'assignReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Assign or release the open review',
  description:
    'Assigning a review to the user who holds it, or releasing one that nobody holds, changes nothing. What another user ' +
    'has claimed is taken over or released with `force` only.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        assignee: {
          type: ['string', 'integer', 'null'],
          maxLength: 2,
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description:
            '`me` claims the review for the calling user; the id of a user of the account (`GET /users`) assigns ' +
            'it to that colleague; null releases it.',
          examples: ['me', 9, null],
        },
        note: NOTE,
        force: { type: 'boolean', default: false, description: "Takes over or releases another user's claim too." },
      },
      required: ['assignee'],
    }),
    example: { assignee: 'me' },
    check: ({ assignee }) =>
      typeof assignee !== 'string' || assignee === 'me'
        ? []
        : [{ field: 'assignee', message: 'must be `me`, the id of a user of the account (GET /users), or null' }],
  },
  reply: { ...EXECUTION_REPLY, example: { ...EXECUTION_EXAMPLE, assigned_to_user_id: 9 } },
  errors: ['not_found', 'live_mode_forbidden', 'not_awaiting_review', 'review_not_pending', 'assigned_elsewhere'],
  audit: { action: 'review.assigned', subject: 'execution' },
  handler: async ({ audit, commit, bus, auth, params, body, requestId }) => {
    const answer = await commit(async (trx) => {
      const { assignee, note = null, force = false } = body;
      const acting = { trx, auth, audit };
      if (assignee === null) await releaseReview(acting, params.id, { note, force });
      else
        await assignReview(acting, params.id, {
          assignee: typeof assignee === 'string' ? auth.userId : assignee,
          note,
          force,
        });
      return readExecution(trx, auth, params.id);
    });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const addNote = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_notes',
  operationId: 'addReviewNote',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Add a note',
  description: 'Possible at any time, in every status of the execution, until its person is forgotten.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        note: { type: 'string', minLength: 1, maxLength: 2_000, description: 'Kept as an event of the execution.' },
      },
      required: ['note'],
    }),
    example: { note: 'Called the employer.' },
  },
  reply: EXECUTION_REPLY,
  errors: ['execution_erased', 'not_found'],
  audit: { action: 'review.noted', subject: 'execution' },
  handler: ({ audit, commit, auth, params, body }) =>
    commit(async (trx) => {
      await addReviewNote(trx, auth, params.id, body.note);
      await audit(trx, { id: params.id, detail: {} });
      return readExecution(trx, auth, params.id);
    }),
});

const listEvents = defineRoute({
  method: 'GET',
  path: '/executions/{id}/review_events',
  operationId: 'listReviewEvents',
  tag: 'Reviews',
  scope: 'executions:read',
  summary: 'List review events',
  description:
    'Events of the reviews of the execution, oldest first. Notes, reasons and the values that a letter lacked are words ' +
    'about the applicant: they are `***` without the scope `executions:read:full`.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'review_event',
    description: 'One page of review events.',
    schema: REVIEW_EVENT,
    example: REVIEW_EVENT_EXAMPLE,
  },
  errors: ['not_found'],
  fullReads: ({ id }) => [Number(id)],
  handler: async ({ db, auth, params, page }) => {
    await requireExecution(db.kysely, auth, params.id);
    const matching = db.kysely.selectFrom('review_event').where('execution_id', '=', params.id);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'asc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    const masks = await readMasks(db.kysely, auth, params.id);
    const items = rows.map((row) => ({
      id: row.id,
      object: 'review_event',
      execution_id: row.execution_id,
      event_type: row.event_type,
      actor_user_id: row.actor_user_id,
      ...shownWords(row, auth.view, masks),
      created_at: row.created_at.toISOString(),
    }));
    return { items, ...more };
  },
});

const bulkActions = defineRoute({
  method: 'POST',
  path: '/executions/review_bulk_actions',
  operationId: 'bulkReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Act on many reviews',
  description:
    'Every id ends in exactly one of three. `applied`: the review was assigned, and nothing is left to do. `enqueued`: ' +
    'the decision was recorded, and the execution has been woken to continue by it. `skipped`: nothing was done. So ' +
    '`approve` and `deny` count under `enqueued`, and `assign_to_me` under `applied`, and so does an approval that others ' +
    'have to join. An id that is named twice ' +
    'counts once. `approve` and `deny` decide the first review of the given `kind` and no later one. Each id is a ' +
    'transaction of its own. After a failure, repeat the request with the same Idempotency-Key: what was done is not ' +
    'done again, and the response counts it.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        execution_ids: {
          type: 'array',
          minItems: 1,
          maxItems: 25,
          items: ID,
          description: 'Executions to act on.',
        },
        bulk_action: { type: 'string', enum: BULK_ACTIONS, description: 'The action for each execution.' },
        kind: {
          type: 'string',
          enum: REVIEW_KINDS,
          default: 'decision',
          description: 'Reviews that `approve` and `deny` decide. `notice` sends or discards drafted letters.',
        },
        note: NOTE,
        reasons: {
          ...REASONS,
          description:
            'For `approve` and `deny`: the reasons of each of the decisions, as in `POST /executions/{id}/review_decisions`. ' +
            'An execution of whose reports a code is not true is skipped.',
        },
      },
      required: ['execution_ids', 'bulk_action'],
    }),
    example: { execution_ids: [4711, 4712], bulk_action: 'approve' },
    check: ({ bulk_action: action, reasons }) =>
      action === 'assign_to_me' && Array.isArray(reasons)
        ? [{ field: 'reasons', message: 'is for approve and deny: who claims a review decides nothing yet' }]
        : [],
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The result for each id.',
    schema: BULK_RESULT,
    example: BULK_RESULT_EXAMPLE,
  },
  errors: [],
  audit: { action: ['review.decided', 'review.approval_added', 'review.assigned'], subject: 'execution' },
  handler: async ({ audit, db, idempotency, bus, auth, body, requestId }) => {
    const { execution_ids: executionIds, bulk_action: action, kind = 'decision', note = null, reasons = null } = body;
    const answer = await bulkReview({ db, auth, audit, idempotency }, { executionIds, action, kind, note, reasons });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    if (action !== 'assign_to_me') bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const getReviewCase = defineRoute({
  method: 'GET',
  path: '/executions/{id}/review',
  operationId: 'getReviewCase',
  tag: 'Reviews',
  scope: 'executions:read:full',
  summary: 'Read what a reviewer needs',
  description:
    'The open review and the conditions that flagged it with required and actual values, the reports in brief with their ' +
    'PDFs, what people did before, and what approving and denying lead to: the nodes that would run, and the letters ' +
    'with the reasons that they would give.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The case.',
    schema: REVIEW_CASE,
    example: REVIEW_CASE_EXAMPLE,
  },
  errors: ['not_found', 'too_much_work'],
  isHeavy: true,
  fullReads: ({ id }) => [Number(id)],
  handler: async ({ db, auth, params, calculate }) => {
    const read = await readReviewCase(db.kysely, auth, params.id);
    const basis = await readMaskBasis(db.kysely, auth, params.id);
    return new SerialisedData(await calculate('reviewCase', { ...read, view: auth.view, basis }), false);
  },
});

export const REVIEW_ROUTES = [
  ...INBOX_ROUTES,
  ...QUEUE_ROUTES,
  decide,
  listEvents,
  assign,
  addNote,
  bulkActions,
  getReviewCase,
];
