import { parseTime } from '../../../core/time.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { bodySchema, defineRoute, type Reply } from '../http/route.ts';
import { commitReview } from './answer.ts';
import { moveReview, snoozeReview } from './queues.ts';
import { NOTE, REVIEW, REVIEW_EXAMPLE } from './schemas.ts';

const REPLY = {
  kind: 'item',
  status: 200,
  description: 'The review as it is now.',
  schema: REVIEW,
} as const satisfies Omit<Reply & { kind: 'item' }, 'example'>;
const ERRORS = [
  'not_found',
  'live_mode_forbidden',
  'not_awaiting_review',
  'review_not_pending',
  'assigned_elsewhere',
] as const;

const move = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_queue',
  operationId: 'moveReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Move the open review to a queue',
  description:
    'Nobody holds it afterwards: a reviewer of the queue takes it. The queue is one that a user of the account ' +
    'works (`PATCH /users/{id}`). What another user has claimed is refused.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        queue: {
          type: ['string', 'null'],
          minLength: 1,
          maxLength: 40,
          description: 'The queue; null takes it out of any, so that everybody is given it.',
        },
        note: NOTE,
      },
      required: ['queue'],
    }),
    example: { queue: 'fraud', note: 'The pay slips look forged.' },
  },
  reply: { ...REPLY, example: { ...REVIEW_EXAMPLE, queue: 'fraud' } },
  errors: ERRORS,
  audit: { action: 'review.moved', subject: 'execution' },
  handler: async ({ audit, db, commit, bus, auth, params, body, requestId }) => {
    const { queue, note = null } = body;
    const answer = await commitReview({ commit, db, auth }, async (trx) => {
      await moveReview({ trx, auth, audit }, params.id, { queue, note });
      return params.id;
    });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const snooze = defineRoute({
  method: 'POST',
  path: '/executions/{id}/review_snooze',
  operationId: 'snoozeReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Put the open review off until a time',
  description:
    'Until then `POST /reviews/next` gives it to nobody. It can still be opened and decided, its due time stands, and ' +
    'the user who holds it keeps it. What another user has claimed is refused.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        until: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Later than now, at most a year; null brings it back at once.',
        },
        note: NOTE,
      },
      required: ['until'],
    }),
    example: { until: '2026-03-04T09:00:00.000Z', note: 'Pay slips were asked for.' },
  },
  reply: { ...REPLY, example: { ...REVIEW_EXAMPLE, snoozed_until: '2026-03-04T09:00:00.000Z' } },
  errors: ERRORS,
  audit: { action: 'review.snoozed', subject: 'execution' },
  handler: async ({ audit, db, commit, bus, auth, params, body, requestId }) => {
    const { until, note = null } = body;
    const answer = await commitReview({ commit, db, auth }, async (trx) => {
      const snooze = { until: until === null ? null : parseTime(until), note };
      await snoozeReview({ trx, auth, audit }, params.id, snooze);
      return params.id;
    });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

export const QUEUE_ROUTES = [move, snooze];
