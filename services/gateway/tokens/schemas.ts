import { SCOPES } from '../../../core/access.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import { extended, ID, id, idOrNull, list, named, oneOf, record, text, time, timeOrNull } from '../http/schemas.ts';

const DAYS = {
  type: 'integer',
  minimum: 1,
  maximum: 3_650,
  description: 'How long it lives: at most `longest_token_days` of `GET /company`.',
} as const;

export const TOKEN_BODY = bodySchema({
  type: 'object',
  properties: {
    scopes: {
      type: 'array',
      items: { type: 'string', enum: SCOPES },
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'Its scopes. Nobody gives a scope that they lack.',
    },
    expires_in_days: DAYS,
    api_client_id: {
      ...ID,
      description: 'The API client through which it acts. Default: that of the caller.',
    },
  },
  required: ['scopes', 'expires_in_days'],
});
export const TOKEN_BODY_EXAMPLE: JsonObject = {
  scopes: ['workflows:read', 'executions:write'],
  expires_in_days: 90,
};

export const ROTATE_BODY = bodySchema({
  type: 'object',
  properties: {
    expires_in_days: DAYS,
    overlap_hours: {
      type: 'integer',
      minimum: 0,
      maximum: 168,
      description: 'How long the earlier token keeps working, so that programs can change over.',
    },
  },
  required: ['expires_in_days', 'overlap_hours'],
});
export const ROTATE_BODY_EXAMPLE: JsonObject = { expires_in_days: 90, overlap_hours: 24 };

export const TOKEN = named(
  'ApiToken',
  record('A bearer token. It is never shown again.', 'api_token', {
    id: id('Id.'),
    prefix: text('Its first eight characters, which tell tokens apart and open nothing.'),
    api_client_id: id('The API client through which it acts.'),
    user_id: id('The user for whom it acts.'),
    scopes: list('Its scopes.', oneOf('Scope.', SCOPES)),
    created_at: time('When it was made.'),
    last_used_at: timeOrNull('When it was last used, to the minute. Null: never.'),
    expires_at: timeOrNull('When it ends. Null: never.'),
    revoked_at: timeOrNull('When it was revoked.'),
  }),
);
export const TOKEN_WITH_SECRET = named(
  'NewApiToken',
  extended(TOKEN, 'A bearer token, this once.', {
    token: text('The token. A replay of the request shows it for a day.'),
    in_place_of: idOrNull('The token that ends when the overlap is over.'),
  }),
);

export const TOKEN_EXAMPLE: JsonObject = {
  ...{ object: 'api_token', id: 12, prefix: '0f8e3c1a', api_client_id: 3, user_id: 9 },
  scopes: ['workflows:read', 'executions:write'],
  ...{ created_at: '2026-03-02T09:30:00.000Z', last_used_at: null, expires_at: '2026-05-31T09:30:00.000Z' },
  revoked_at: null,
};
