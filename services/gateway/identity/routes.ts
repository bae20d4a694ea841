import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { readMe, selectUsers } from './records.ts';
import { ME, ME_EXAMPLE, USER, USER_EXAMPLE } from './schemas.ts';

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
    'Names of the users of the account, newest first, for the user ids of reviews, and the queues that each works.',
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
      rows: (slice) => sliceOf(matching.select(['id', 'name', 'queues']), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(({ id, name, queues }) => ({ id, object: 'user', name, queues: [...queues] })), ...more };
  },
});

export const IDENTITY_ROUTES = [getMe, listUsers];
