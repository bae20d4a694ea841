import { INSTALLATION } from '../../../core/audit.ts';
import type { JsonObject } from '../../../core/json.ts';
import { recordAudit, type Actor } from '../../../platform/database/audit.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Context } from '../http/context.ts';
import { countInHour } from '../http/hourly.ts';
import type { SessionOf } from '../http/sessions.ts';
import type { AddressChange } from './attempts.ts';
import type { ClaimedAddress } from './provider.ts';

/** The way of a sign-in, successful or not. */
export type SignInWay = 'link' | 'identity_provider';

export interface SignedIn {
  readonly way: SignInWay;
  readonly roles: readonly string[];
  /** For the identity provider: the state of the address that it gives. */
  readonly claimed?: ClaimedAddress['is'] | undefined;
  readonly address?: AddressChange | null | undefined;
}

/** To be called at the end of the transaction that opens the session. */
export async function recordSignIn(
  trx: Queryable,
  ctx: Context,
  session: SessionOf,
  { way, roles, claimed, address = null }: SignedIn,
): Promise<void> {
  await recordAudit(trx, actorOfSession(ctx, session), {
    action: 'session.opened',
    subject: { type: 'session', id: session.id },
    detail: { way, roles: [...roles], ...(claimed === undefined ? {} : { address: claimed }) },
  });
  if (address === null) return;
  await recordAudit(trx, actorOfSession(ctx, session), {
    action: address.is === null ? 'user.address_withdrawn' : 'user.address_confirmed',
    subject: { type: 'user', id: session.userId },
    detail:
      address.is === null
        ? { address: address.was, because: claimed ?? null }
        : { address: address.is, confirmed_by: 'identity_provider', previous_address: address.was },
  });
}

export function recordSignOut(trx: Queryable, ctx: Context, session: SessionOf): Promise<void> {
  return recordAudit(trx, actorOfSession(ctx, session), {
    action: 'session.closed',
    subject: { type: 'session', id: session.id },
    detail: {},
  });
}

export interface Refused {
  readonly way: SignInWay;
  /** Why, as a code. */
  readonly reason: 'link_unknown' | 'link_not_valid' | 'not_begun' | 'not_confirmed' | 'no_role';
  /** The person who would have been signed in, as far as known. */
  readonly accountId?: number | undefined;
  readonly userId?: number | undefined;
  /** At the identity provider. */
  readonly identity?: { readonly issuer: string; readonly subject: string };
}

/**
 * Limits the refusals recorded in an hour, for each account and reason. Without it, anybody could make an account's
 * chain longer and longer. The service's log has all of them.
 */
const MOST_PER_HOUR = { ofNobody: 1, ofSomeone: 20 };

/** A transaction of its own, because a refusal has no other effect. */
export async function recordRefusal(db: Queryable, ctx: Context, refused: Refused): Promise<void> {
  const { way, reason, accountId = INSTALLATION, userId, identity } = refused;
  ctx.state.log.info({ way, reason }, 'a sign-in was refused');
  const most = userId === undefined && identity === undefined ? MOST_PER_HOUR.ofNobody : MOST_PER_HOUR.ofSomeone;
  if ((await countInHour(db, `sign_in_refused:${accountId}:${reason}`)) > most) return;
  const { ip: address, requestId } = ctx.state;
  const nobody = { kind: 'anonymous', id: null, userId: null, name: null, apiClientId: null } as const;
  const detail: JsonObject = { way, reason, ...(identity === undefined ? {} : { identity: { ...identity } }) };
  await recordAudit(
    db,
    { ...nobody, accountId, address, requestId },
    { action: 'sign_in.refused', subject: { type: 'user', id: userId ?? 'unknown' }, detail },
  );
}

function actorOfSession({ state }: Context, session: SessionOf): Actor {
  return {
    accountId: session.accountId,
    kind: 'session',
    id: session.id,
    userId: session.userId,
    name: null,
    apiClientId: session.apiClientId,
    address: state.ip,
    requestId: state.requestId,
  };
}
