import { QUEUE_PATTERN } from '../../../core/cascade/review.ts';
import { CONFIRMED_BY, ROLES } from '../../../core/access.ts';
import type { JsonObject } from '../../../core/json.ts';
import { bodySchema } from '../http/route.ts';
import {
  count,
  extended,
  flag,
  ID,
  id,
  idOrNull,
  line,
  list,
  named,
  oneOfOrNull,
  record,
  text,
  timeOrNull,
} from '../http/schemas.ts';

const MOST_QUEUES = 50;

export const PERSON_BODY = bodySchema({
  type: 'object',
  properties: {
    name: line('Name.', 100),
    email: { type: 'string', minLength: 3, maxLength: 254, description: 'E-mail address. The invitation goes there.' },
    role: { type: 'string', enum: ROLES, description: 'Their rights. Nobody gives a scope that they lack.' },
    queues: {
      type: 'array',
      items: { type: 'string', pattern: QUEUE_PATTERN },
      maxItems: MOST_QUEUES,
      default: [],
      description: 'The queues of reviews that they work; none: all.',
    },
    api_client_id: {
      ...ID,
      description: 'The API client through which they act. Default: that of the caller.',
    },
  },
  required: ['name', 'email', 'role'],
});
export const PERSON_BODY_EXAMPLE: JsonObject = { name: 'Rita Reviewer', email: 'rita@example.com', role: 'reviewer' };

export const ROLE_BODY = bodySchema({
  type: 'object',
  properties: {
    role: { type: ['string', 'null'], enum: [...ROLES, null], description: 'Null: they may do nothing any more.' },
  },
  required: ['role'],
});

export const PERSON = named(
  'Person',
  record('A person of the account, with their role and access.', 'person', {
    id: id('The user.'),
    name: text('Name.'),
    email: text('E-mail address; empty if they have none.'),
    role: oneOfOrNull('Their rights. Null if they have none, or have a role of the identity provider.', ROLES),
    queues: list('The queues of reviews that they work; none: all.', text('Queue.')),
    address_confirmed_by: oneOfOrNull('Who confirmed their address. Null: nobody did.', CONFIRMED_BY),
    is_of_provider: flag('True if they sign in at the identity provider, which gives their role.'),
    api_client_id: idOrNull(
      'The API client through which they act by a mailed link. Null: the only one of the account.',
    ),
    last_signed_in_at: timeOrNull('When they last signed in. Null: not in the last month.'),
    sessions: count('Sessions that have not ended.'),
    tokens: count('Tokens that act in their name. They keep working when the role is taken away.'),
  }),
);
export const UPDATED_PERSON = named(
  'UpdatedPerson',
  extended(PERSON, 'A person of the account, whose role was set.', {
    reviews_released: count('Reviews that they had claimed and can decide no more.'),
  }),
);

export const PERSON_EXAMPLE: JsonObject = {
  ...{ object: 'person', id: 9, name: 'Rita Reviewer', email: 'rita@example.com', role: 'reviewer', queues: [] },
  ...{ address_confirmed_by: null, is_of_provider: false, api_client_id: 3, last_signed_in_at: null },
  ...{ sessions: 0, tokens: 0 },
};
