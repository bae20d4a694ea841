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
  /** The compiled letter. */
  readonly document: JsonObject;
}

/** To whom a drafted letter goes by e-mail if it is approved, and whether that would arrive; and where by post. */
export async function goesTo(db: Queryable, auth: Auth, draft: Draft): Promise<JsonObject> {
  const prepared = await lastPrepared(db, draft.executionId, draft.nodeId);
  // A release before the member wrote no addressee.
  const { name = null, address_lines: lines = [] } = isJsonObject(draft.document.addressee)
    ? draft.document.addressee
    : {};
  const email = prepared?.recipient ?? '';
  if (email === '') return { name, email: null, address_lines: lines, kept_as_file: false, suppressed: false };
  const fate = await fateOf(db, auth, { recipient: addressKey(email), mode: draft.mode });
  return { name, email, address_lines: lines, ...fate };
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
