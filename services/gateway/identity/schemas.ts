import type { JsonObject } from '../../../core/json.ts';
import { CONFIRMED_BY, ROLES, SCOPES } from '../../../core/access.ts';
import { count, flag, id, list, named, oneOf, oneOfOrNull, record, text } from '../http/schemas.ts';

const person = { id: id('Id.'), name: text('Name.') };
const QUEUES = list('The queues of reviews that they work; none: all.', text('Queue.'));
const ADDRESS_CONFIRMED_BY = oneOfOrNull(
  'Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody ' +
    'approves what they write.',
  CONFIRMED_BY,
);
const party = (description: string) => ({
  type: 'object',
  description,
  properties: person,
  required: ['id', 'name'],
});

export const ME = named(
  'Me',
  record('The caller.', 'me', {
    account: party('The account.'),
    api_client: party('The API client of the token.'),
    user: {
      type: 'object',
      description: 'The user of the token, who signs review acts.',
      properties: {
        ...person,
        email: text('E-mail address; empty if none is confirmed.'),
        address_confirmed_by: ADDRESS_CONFIRMED_BY,
        queues: QUEUES,
      },
      required: ['id', 'name', 'email', 'address_confirmed_by', 'queues'],
    },
    scopes: {
      type: 'array',
      items: oneOf('Scope.', SCOPES),
      description: 'Scopes of the caller, with those that they imply.',
    },
    production_access: flag('True if the account may run live executions.'),
    four_eyes: flag('True if nobody may put a cascade live that they wrote themselves.'),
    limits: {
      type: 'object',
      description: 'Limits of this installation.',
      properties: {
        requests_per_ip_per_minute: count('Requests per source IP on /api/v1 in a minute.'),
        requests_per_token_prefix_per_hour: count('Requests per token prefix in an hour.'),
        requests_per_ip_per_5_minutes: count('Requests per source IP on all paths in five minutes.'),
        requests_per_person_per_minute: count(
          'Requests in a minute of a user who has signed in. They count against no address.',
        ),
        webhook_subscriptions: count('Webhook subscriptions per API client.'),
      },
      required: [
        'requests_per_ip_per_minute',
        'requests_per_token_prefix_per_hour',
        'requests_per_ip_per_5_minutes',
        'requests_per_person_per_minute',
        'webhook_subscriptions',
      ],
    },
  }),
);

export const ME_EXAMPLE: JsonObject = {
  object: 'me',
  account: { id: 1, name: 'Harbor Homes' },
  api_client: { id: 3, name: 'Leasing desk' },
  user: {
    ...{ id: 9, name: 'Robin Reviewer', email: 'robin@example.com' },
    ...{ address_confirmed_by: 'identity_provider', queues: [] },
  },
  scopes: ['executions:read', 'executions:write'],
  production_access: false,
  four_eyes: false,
  limits: {
    requests_per_ip_per_minute: 60,
    requests_per_token_prefix_per_hour: 600,
    requests_per_ip_per_5_minutes: 300,
    requests_per_person_per_minute: 300,
    webhook_subscriptions: 50,
  },
};

const OF_USER = {
  ...person,
  role: oneOfOrNull(
    'What an operator lets them do when they have signed in. Null: nothing, or their role is that of the identity ' +
      'provider, which its sessions have.',
    ROLES,
  ),
  address_confirmed_by: ADDRESS_CONFIRMED_BY,
  queues: QUEUES,
};
export const USER = named('User', record('A user of the account.', 'user', OF_USER));
export const UPDATED_USER = named(
  'UpdatedUser',
  record('A user of the account, whose queues were set.', 'user', {
    ...OF_USER,
    reviews_released: count('Reviews that they had claimed in queues that they work no more.'),
  }),
);
export const USER_EXAMPLE: JsonObject = {
  id: 9,
  object: 'user',
  name: 'Robin Reviewer',
  role: 'reviewer',
  address_confirmed_by: 'identity_provider',
  queues: ['fraud'],
};
