import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { releaseLostClaims } from '../../../platform/identity/claims.ts';
import { countInHour } from '../http/hourly.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, EMPTY_BODY, listQuery } from '../http/route.ts';
import { selectUsers } from '../identity/records.ts';
import { presentPerson, readPerson, selectPeople } from './records.ts';
import { refusal, requireScopesOf } from './refusals.ts';
import { PERSON, PERSON_BODY, PERSON_BODY_EXAMPLE, PERSON_EXAMPLE, ROLE_BODY, UPDATED_PERSON } from './schemas.ts';

/*
 * The people of an account and their roles, for its administrators. An addition of ours; semantics 16.26. The caller's
 * credential is passed to PostgreSQL, which checks the caller's rights itself and records the act (`people.sql`).
 */

const listPeople = defineRoute({
  method: 'GET',
  path: '/people',
  operationId: 'listPeople',
  tag: 'Identity',
  scope: 'people:write',
  summary: 'List people',
  description: 'People of the account, the newest first, with their addresses, roles and sessions.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'person',
    description: 'One page of people.',
    schema: PERSON,
    example: PERSON_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const { rows, ...more } = await readPage(page, {
      count: async () => (await selectUsers(db.kysely, auth).select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(selectPeople(db.kysely, auth), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentPerson), ...more };
  },
});

/** Invitations go to unconfirmed addresses: the limit keeps an account from mailing strangers. */
const MOST_INVITATIONS_PER_HOUR = 30;

async function countInvitation(db: Queryable, accountId: number): Promise<void> {
  if ((await countInHour(db, `invitations:${accountId}`)) <= MOST_INVITATIONS_PER_HOUR) return;
  const message = `An account invites at most ${MOST_INVITATIONS_PER_HOUR} people in an hour.`;
  throw new AppError('rate_limited', { message, headers: { 'Retry-After': '3600' } });
}

const invitePerson = defineRoute({
  method: 'POST',
  path: '/people',
  operationId: 'invitePerson',
  tag: 'Identity',
  scope: 'people:write',
  summary: 'Invite a person',
  description:
    'Makes a user with a role and mails them a link with which they sign in once, within three days. Their address counts ' +
    'as unconfirmed until the identity provider or an operator confirms it. Only a person who signed in less than ' +
    '15 minutes ago makes administrators, and no token does. In an account that asks for four eyes an operator makes ' +
    'publishers and administrators (`cascade users create`).',
  body: { schema: PERSON_BODY, example: PERSON_BODY_EXAMPLE },
  reply: { kind: 'item', status: 201, description: 'The person.', schema: PERSON, example: PERSON_EXAMPLE },
  errors: ['sign_in_again'],
  audit: { action: 'user.invited', subject: 'user' },
  handler: async ({ commit, auth, acting: { actor, proof }, body, signInMail }) => {
    requireScopesOf(auth, body.role);
    const made = await commit(async (trx) => {
      await countInvitation(trx, auth.accountId);
      const queues = [...new Set(body.queues ?? [])];
      const clientId = body.api_client_id ?? auth.apiClientId;
      const { rows } = await sql<{ result: string; id: number | null }>`
        select * from person_invite(${actor.kind}, ${actor.id}, ${proof}, ${body.name.trim()}, ${body.email.trim()},
          ${body.role}, ${queues}::text[], ${clientId}, ${actor.address}, ${actor.requestId})`.execute(trx);
      const [{ result, id } = { result: '', id: null }] = rows;
      if (result !== 'done' || id === null) throw refusal(result, 'role', id);
      return presentPerson(await readPerson(trx, auth, id));
    });
    signInMail?.wake();
    return made;
  },
});

const updatePerson = defineRoute({
  method: 'PATCH',
  path: '/people/{id}',
  operationId: 'updatePerson',
  tag: 'Identity',
  scope: 'people:write',
  summary: 'Set the role of a person',
  description:
    'Another role ends their sessions at once and releases the reviews that they can decide no more. Nobody changes their ' +
    'own role, gives or takes a scope that they lack, or takes the last administrator away. Their tokens ' +
    'keep working: revoke them.',
  body: { schema: ROLE_BODY, example: { role: 'author' } },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The person as they are now.',
    schema: UPDATED_PERSON,
    example: { ...PERSON_EXAMPLE, role: 'author', reviews_released: 0 },
  },
  errors: ['not_found', 'sign_in_again'],
  audit: { action: 'user.updated', subject: 'user' },
  handler: ({ db, auth, acting: { actor, proof }, params, body: { role } }) =>
    db.transaction(async (trx) => {
      const before = await readPerson(trx, auth, params.id);
      requireScopesOf(auth, before.role, role);
      // Before the row of the audit log, because nothing may be locked after that.
      const released =
        before.role === role
          ? 0
          : await releaseLostClaims(trx, before.id, 'role_withdrawn', { role, actorUserId: auth.userId });
      const { rows } = await sql<{ result: string }>`
        select person_role(${actor.kind}, ${actor.id}, ${proof}, ${before.id}, ${role}, ${actor.address},
          ${actor.requestId}) as result`.execute(trx);
      const result = rows[0]?.result ?? '';
      if (result !== 'done') throw refusal(result, 'role');
      return { ...presentPerson(await readPerson(trx, auth, before.id)), reviews_released: released };
    }),
});

const sendLink = defineRoute({
  method: 'POST',
  path: '/people/{id}/links',
  operationId: 'sendSignInLink',
  tag: 'Identity',
  scope: 'people:write',
  summary: 'Invite a person once more',
  description:
    'Mails them a link with which they sign in once, within three days. Earlier links work until they expire.',
  body: { schema: EMPTY_BODY, example: {} },
  reply: { kind: 'item', status: 202, description: 'The person.', schema: PERSON, example: PERSON_EXAMPLE },
  errors: ['not_found'],
  audit: { action: 'user.invited', subject: 'user' },
  handler: async ({ audit, commit, auth, params, signInMail }) => {
    const sent = await commit(async (trx) => {
      const person = await readPerson(trx, auth, params.id);
      requireScopesOf(auth, person.role);
      const fault = person.role === null ? 'role' : person.email === '' ? 'email' : null;
      if (fault !== null) {
        const message = 'is missing: nobody signs in by a mailed link without a role and an address';
        throw new AppError('validation_failed', { details: [{ field: fault, message }] });
      }
      await countInvitation(trx, auth.accountId);
      await sql`
        insert into sign_in_mail (address, invited_by_user_id, user_id)
        select mail_address_key(email), ${auth.userId}, id from account_user
        where id = ${person.id} and account_id = ${auth.accountId}`.execute(trx);
      await audit(trx, { id: person.id, detail: { role: person.role, again: true } });
      return presentPerson(person);
    });
    signInMail?.wake();
    return sent;
  },
});

export const PEOPLE_ROUTES = [listPeople, invitePerson, updatePerson, sendLink];
