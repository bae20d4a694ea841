import { REVIEW_KINDS } from '../../../core/states.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { COUNT, readPage } from '../http/paging.ts';
import { timeText } from '../http/present.ts';
import { bodySchema, defineRoute } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { commitReview } from './answer.ts';
import { countInbox, presentReviews, readInbox, selectOpenReviews, INBOX_QUERY } from './inbox.ts';
import { releaseReviewsOf } from './acts.ts';
import { claimNext } from './next.ts';
import {
  INBOX_COUNTS,
  INBOX_COUNTS_EXAMPLE,
  INBOX_EVENT,
  NOTE,
  RELEASED_REVIEWS,
  REVIEW,
  REVIEW_EXAMPLE,
} from './schemas.ts';

const listReviews = defineRoute({
  method: 'GET',
  path: '/reviews',
  operationId: 'listReviews',
  tag: 'Reviews',
  scope: 'executions:read',
  summary: 'List open reviews',
  description:
    'The inbox of reviewers: open reviews of the calling API client, the first due first and those without a time limit ' +
    'last. `meta.counts` counts all open reviews, whatever the filters. With the scope `executions:read:full` each has the name of ' +
    'the applicant.',
  query: INBOX_QUERY,
  reply: {
    kind: 'page',
    object: 'review',
    description: 'One page of open reviews.',
    schema: REVIEW,
    example: REVIEW_EXAMPLE,
    meta: { properties: { counts: INBOX_COUNTS }, example: { counts: INBOX_COUNTS_EXAMPLE } },
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const { rows, ...more } = await readPage(page, {
      count: async () =>
        (await selectOpenReviews(db.kysely, auth, query).select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => readInbox(db.kysely, auth, query, slice),
      position: ({ id, due_at: dueAt }) => ({ id, at: timeText(dueAt) }),
    });
    return {
      items: await presentReviews(db.kysely, auth, rows),
      ...more,
      meta: { counts: await countInbox(db.kysely, auth) },
    };
  },
});

const nextReview = defineRoute({
  method: 'POST',
  path: '/reviews/next',
  operationId: 'claimNextReview',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Claim the next review',
  description:
    'Claims the most urgent open review that nobody has claimed: the first due, then the oldest. Two people who ask at ' +
    'once get two reviews. Whoever works queues gets reviews of these and of none; what is put off is given to nobody. ' +
    '`not_found` if none is left.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: REVIEW_KINDS, description: 'Only reviews of this kind.' },
        workflow_id: { ...ID, description: 'Only reviews of this cascade.' },
        queue: {
          type: 'string',
          minLength: 1,
          maxLength: 40,
          description: 'Only reviews of this queue; `none`: of those in no queue. By default what the caller works.',
        },
      },
    }),
    example: { kind: 'decision' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The review, which is now yours.',
    schema: REVIEW,
    example: { ...REVIEW_EXAMPLE, assigned_to_user_id: 9 },
  },
  errors: ['not_found'],
  audit: { action: 'review.assigned', subject: 'execution' },
  handler: async ({ audit, db, commit, bus, auth, body, requestId }) => {
    const answer = await commitReview({ commit, db, auth }, (trx) => claimNext({ trx, auth, audit }, body));
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const releaseReviews = defineRoute({
  method: 'POST',
  path: '/reviews/release',
  operationId: 'releaseReviews',
  tag: 'Reviews',
  scope: 'reviews:decide',
  isPersonal: true,
  summary: 'Take back all that a user has claimed',
  description:
    'Takes the claims of a user off all open reviews of the API client, such as those of a colleague who is ill. Each ' +
    'execution has a review event of it. Reviews of live executions need production access.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        user_id: { ...ID, description: 'The user who holds them (`GET /users`).' },
        note: NOTE,
      },
      required: ['user_id'],
    }),
    example: { user_id: 4711, note: 'Robin is ill.' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'How many were taken back.',
    schema: RELEASED_REVIEWS,
    example: { object: 'released_reviews', user_id: 4711, released: 3 },
  },
  errors: ['not_found'],
  audit: { action: 'review.released', subject: 'user' },
  handler: async ({ audit, commit, bus, auth, body, requestId }) => {
    const { user_id: userId, note = null } = body;
    const answer = await commit(async (trx) => {
      const released = await releaseReviewsOf({ trx, auth, audit }, { userId, note });
      if (released.length > 0) await audit(trx, { id: userId, detail: { execution_ids: [...released] } });
      return { object: 'released_reviews', user_id: userId, released: released.length };
    });
    bus.publish(SUBJECTS.executionsSettled, undefined, { requestId });
    return answer;
  },
});

const streamReviews = defineRoute({
  method: 'GET',
  path: '/reviews/stream',
  operationId: 'streamReviews',
  tag: 'Reviews',
  scope: 'executions:read',
  summary: 'Hear when the inbox changes',
  description:
    'Server-sent events: `inbox` whenever a review opens, is decided, is claimed or is given back, and once at the ' +
    'beginning. It says how many reviews are open; `GET /reviews` says which. An event that is lost is made up for ' +
    'within seconds. The stream ends within a minute, and browsers then connect again by themselves.',
  reply: {
    kind: 'events',
    description: 'Events until the stream ends.',
    schema: INBOX_EVENT,
    example: 'event: inbox\ndata: {"object":"inbox","total":3}\n\n',
  },
  errors: ['rate_limited'],
  handler: ({ inboxWatch, auth }) => {
    return Promise.resolve({ open: () => inboxWatch.listen(auth) });
  },
});

export const INBOX_ROUTES = [listReviews, nextReview, releaseReviews, streamReviews];
