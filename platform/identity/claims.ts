import { sql, type RawBuilder } from 'kysely';
import { ROLE_SCOPES, ROLES, SCOPES, withImplied, type Role, type Scope } from '../../core/access.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Queryable } from '../database/index.ts';

/*
 * Claims on reviews. A claim holds while its user can decide: with a role, a valid token of the client, or a session that
 * has not ended. A claim of anybody else keeps nobody off. Source: semantics 9.16.
 */

const decides = (granted: readonly Scope[]) => withImplied(granted, { fourEyes: false }).has('reviews:decide');
const DECIDING_SCOPES = SCOPES.filter((scope) => decides([scope]));
const DECIDING_ROLES = ROLES.filter((role) => decides(ROLE_SCOPES[role]));

/** The access that a user is about to lose. */
export interface Loss {
  /** Their role becomes this one, and their sessions end. */
  readonly role?: Role | null;
  readonly tokenId?: number;
}

/** SQL: whether the user can decide reviews of the API client; with a loss, whether they still can afterwards. */
export function canDecide(
  user: RawBuilder<unknown>,
  client: RawBuilder<unknown>,
  { role, tokenId = 0 }: Loss = {},
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from account_user holder
    join api_client held on held.account_id = holder.account_id and held.id = ${client}
    where holder.id = ${user} and (
      ${role === undefined ? sql`holder.role` : sql`${role}::text`} = any(${DECIDING_ROLES}::text[])
      or exists (select from api_token t where t.user_id = holder.id and t.api_client_id = held.id and t.id <> ${tokenId}
        and t.revoked_at is null and coalesce(t.expires_at > now(), true) and t.scopes && ${DECIDING_SCOPES}::text[])
      or ${role === undefined} and exists (
        select from user_session s where s.user_id = holder.id and s.api_client_id = held.id
        and s.revoked_at is null and s.expires_at > now() and s.roles && ${DECIDING_ROLES}::text[])))`;
}

/** SQL: the user who holds the review of the execution `alias`; once it is not in review, who held it last. */
export function holderOf(alias: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const assigned = column('assigned_to_user_id');
  return sql<number | null>`case when ${assigned} is not null
    and (not ${column('needs_human_review')} or ${canDecide(assigned, column('api_client_id'))}) then ${assigned} end`;
}

/** SQL: since when the review of the execution `alias` is held. */
export function heldSince(alias: string): RawBuilder<Date | null> {
  return sql<Date | null>`case when ${holderOf(alias)} is not null then (
    select v.created_at from review_event v
    where v.execution_id = ${sql.ref(`${alias}.id`)} and v.event_type = 'assigned' order by v.id desc limit 1) end`;
}

export interface Release {
  readonly userId: number;
  /** Which of the user's claims. */
  readonly which: RawBuilder<boolean>;
  /** Who releases them; null for an operator. */
  readonly actorUserId: number | null;
  readonly note?: string | null;
  readonly metadata: JsonObject;
}

/** Takes the chosen claims off a user, with a review event for each. Returns the executions. */
export async function releaseClaims(trx: Queryable, release: Release): Promise<readonly number[]> {
  const { userId, which, actorUserId, note = null, metadata } = release;
  const { rows } = await sql<{ id: number }>`
    with held as materialized (
      select e.id, r.node_id from execution e
      join review_round r on r.execution_id = e.id and r.status = 'open'
      join api_client c on c.id = e.api_client_id
      join account_user u on u.id = ${userId} and u.account_id = c.account_id
      where e.assigned_to_user_id = u.id and e.needs_human_review and ${which}
      order by e.id
      for update of e
    ),
    released as (
      update execution e set assigned_to_user_id = null, updated_at = clock_timestamp()
      from held where e.id = held.id and e.assigned_to_user_id = ${userId}
      returning e.id, held.node_id
    ),
    told as (
      insert into review_event (execution_id, event_type, actor_user_id, note, metadata, created_at)
      select id, 'unassigned', ${actorUserId}::bigint, ${note}::text, jsonb_build_object('node_id', node_id,
        'previously_assigned_to_user_id', ${userId}::bigint) || ${JSON.stringify(metadata)}::jsonb, clock_timestamp()
      from released
    )
    select id from released order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Claims of a user who can no longer decide, or cannot after the loss, are released. Returns how many were. */
export async function releaseLostClaims(
  trx: Queryable,
  userId: number,
  why: WhyReleased,
  { actorUserId = null, ...loss }: Loss & { readonly actorUserId?: number | null } = {},
): Promise<number> {
  const which = sql<boolean>`not ${canDecide(sql`e.assigned_to_user_id`, sql`e.api_client_id`, loss)}`;
  return (await releaseClaims(trx, { userId, which, actorUserId, metadata: { why } })).length;
}

export type WhyReleased = 'role_withdrawn' | 'token_revoked' | 'session_ended';

/** Claims in queues that a user works no more are released. Returns how many were. */
export async function releaseClaimsOfQueues(
  trx: Queryable,
  userId: number,
  queues: {
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly actorUserId: number | null;
  },
): Promise<number> {
  const { before, after, actorUserId } = queues;
  if (after.length === 0) return 0;
  const which = sql<boolean>`r.queue is not null and not r.queue = any(${[...after]}::text[])
    and (${before.length === 0} or r.queue = any(${[...before]}::text[]))`;
  return (await releaseClaims(trx, { userId, which, actorUserId, metadata: { why: 'queue_withdrawn' } })).length;
}
