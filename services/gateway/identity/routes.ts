import { QUEUE_PATTERN } from '../../../core/cascade/review.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import { releaseClaimsOfQueues } from '../../../platform/identity/claims.ts';
import { presentUser, readMe, selectUsers, setQueues, USER_COLUMNS } from './records.ts';
import { ME, ME_EXAMPLE, UPDATED_USER, USER, USER_EXAMPLE } from './schemas.ts';

const getMe = defineRoute({
  method: 'GET',
  path: '/me',
  operationId: 'getMe',
  tag: 'Identity',
  scope: ['executions:read', 'workflows:read'],
  summary: 'Read who is calling',
  description: 'Account, API client, user and scopes of the token, and the limits that apply.',
  reply: { kind: 'item', status: 200, description: 'The caller.', schema: ME, example: ME_EXAMPLE },
  errors: ['not_found'],
  handler: ({ db, auth, limits, subscriptionsPerClient }) =>
    readMe(db.kysely, auth, {
      requests_per_ip_per_minute: limits.ipPerMinute,
      requests_per_token_prefix_per_hour: limits.tokenPerHour,
      requests_per_ip_per_5_minutes: limits.appPer5Minutes,
      requests_per_person_per_minute: limits.personPerMinute,
      webhook_subscriptions: subscriptionsPerClient,
    }),
});

const listUsers = defineRoute({
  method: 'GET',
  path: '/users',
  operationId: 'listUsers',
  tag: 'Identity',
  scope: 'executions:read',
  summary: 'List users',
  description:
    'Names of the users of the account, newest first, for the user ids of reviews, with the role and the queues of each, ' +
    'and who confirmed their e-mail address.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'user',
    description: 'One page of users.',
    schema: USER,
    example: USER_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const matching = selectUsers(db.kysely, auth);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.select(USER_COLUMNS), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentUser), ...more };
  },
});

const MOST_QUEUES = 50;

const updateUser = defineRoute({
  method: 'PATCH',
  path: '/users/{id}',
  operationId: 'updateUser',
  tag: 'Identity',
  scope: 'users:write',
  summary: 'Set the queues of a user',
  description:
    'The queues of reviews that a user of the account works, all of them: `POST /reviews/next` gives them reviews of these ' +
    'and of none. It holds from their next request on, and what they have claimed in other queues is released. Names, addresses and roles are changed by an operator ' +
    '(`cascade users update`).',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        queues: {
          type: 'array',
          items: { type: 'string', pattern: QUEUE_PATTERN },
          maxItems: MOST_QUEUES,
          description:
            'Names of queues: small letters, digits, `-` and `_`, at most 40, neither `mine` nor `none`. None: no queue of ' +
            'their own, so they are given every review.',
        },
      },
      required: ['queues'],
    }),
    example: { queues: ['fraud', 'letters'] },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The user as they are now.',
    schema: UPDATED_USER,
    example: { ...USER_EXAMPLE, queues: ['fraud', 'letters'], reviews_released: 0 },
  },
  errors: ['not_found'],
  audit: { action: 'user.updated', subject: 'user' },
  handler: ({ audit, db, auth, params, body }) =>
    db.transaction(async (trx) => {
      const queues = [...new Set(body.queues)];
      const { before, user } = await setQueues(trx, auth, params.id, queues);
      const claims = { before, after: queues, actorUserId: auth.userId };
      const released = await releaseClaimsOfQueues(trx, user.id, claims);
      const detail = changesOf({ queues: [...before] }, { queues });
      if (Object.keys(detail.new).length > 0) await audit(trx, { id: user.id, detail });
      return { ...presentUser(user), reviews_released: released };
    }),
});

export const IDENTITY_ROUTES = [getMe, listUsers, updateUser];
