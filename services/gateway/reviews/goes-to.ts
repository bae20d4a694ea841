import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { ownAddresses } from '../../../platform/database/account-addresses.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { stoppedBecause } from '../../../platform/database/mail-reports.ts';
import { addressKey } from '../../../platform/mail/address.ts';
import type { Auth } from '../services.ts';
import { lastPrepared } from './prepared.ts';

interface Draft {
  readonly executionId: number;
  readonly mode: ExecutionMode;
  readonly nodeId: string;
  /** Of the round: `post` once somebody is asked to post it. */
  readonly delivery: string | null;
  /** The compiled letter. */
  readonly document: JsonObject;
}

/** To whom a drafted letter goes if it is approved, and whether an e-mail to there would arrive. */
export async function goesTo(db: Queryable, auth: Auth, draft: Draft): Promise<JsonObject> {
  const prepared = await lastPrepared(db, draft.executionId, draft.nodeId);
  const isByPost = draft.delivery === 'post' || prepared?.result?.delivery === 'post';
  // A release before the member wrote no addressee.
  const { name = null, address_lines: lines = [] } = isJsonObject(draft.document.addressee)
    ? draft.document.addressee
    : {};
  const email = isByPost ? null : (prepared?.notice.recipient ?? null);
  return {
    delivery: isByPost ? 'post' : 'email',
    name,
    email,
    address_lines: lines,
    ...(email === null
      ? { kept_as_file: false, suppressed: false }
      : await fateOf(db, auth, { recipient: addressKey(email), mode: draft.mode })),
  };
}

/** As the executor decides it when it sends the letter (semantics 12). */
async function fateOf(
  db: Queryable,
  { accountId, apiClientId, productionAccess }: Auth,
  { recipient, mode }: { readonly recipient: string; readonly mode: ExecutionMode },
): Promise<{ readonly kept_as_file: boolean; readonly suppressed: boolean }> {
  const isReachable =
    productionAccess || mode === 'live' || (await ownAddresses(db, accountId, [recipient])).has(recipient);
  const stopped = await stoppedBecause(db, apiClientId, { recipient, isNotice: true });
  return { kept_as_file: !isReachable, suppressed: stopped !== null };
}
