import type { LetterNeed } from '../../../core/cascade/notice-request.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { ownAddresses } from '../../../platform/database/account-addresses.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { stoppedBecause } from '../../../platform/database/mail-reports.ts';
import { addressKey } from '../../../platform/mail/address.ts';
import type { ReviewedLetter } from '../calculations/review-case.ts';
import type { Auth } from '../services.ts';
import { lastPrepared } from './prepared.ts';

interface AskedLetter {
  readonly executionId: number;
  readonly mode: ExecutionMode;
  readonly nodeId: string;
  /** The compiled letter; null while it waits for reasons or values. */
  readonly document: JsonObject | null;
  readonly needs: LetterNeed | null;
}

/**
 * The text of a letter, its address, whether an e-mail to it would arrive, and its postal address. If it waits for
 * reasons or values, these are as its step had resolved them by then. Null if there is no letter.
 */
export async function readReviewedLetter(
  db: Queryable,
  auth: Auth,
  letter: AskedLetter,
): Promise<ReviewedLetter | null> {
  const { document } = letter;
  const prepared = await lastPrepared(db, letter.executionId, letter.nodeId);
  const said = document ?? (letter.needs === null ? null : prepared);
  if (said === null) return null;
  const { stage = null, purpose = null, statement = null, extra_reason = null } = said;
  const reasons = document?.reasons ?? [];
  const recipient = prepared?.recipient ?? '';
  const goesTo = { ...addresseeOf(document), ...(await emailOf(db, auth, { ...letter, recipient })) };
  return {
    notice: { stage, purpose, reasons, statement, extra_reason, goes_to: goesTo },
    person: { path: prepared?.applicant, given: prepared?.addressee, isDrafted: document !== null },
  };
}

function addresseeOf(document: JsonObject | null): JsonObject {
  const { name = null, address_lines = [] } = isJsonObject(document?.addressee) ? document.addressee : {};
  return { name, address_lines };
}

async function emailOf(
  db: Queryable,
  auth: Auth,
  { recipient, mode }: { readonly recipient: string; readonly mode: ExecutionMode },
): Promise<JsonObject> {
  if (recipient === '') return { email: null, kept_as_file: false, suppressed: false };
  return { email: recipient, ...(await fateOf(db, auth, { recipient: addressKey(recipient), mode })) };
}

/** Decided as the executor does when it sends the letter (semantics 12.8 and 12.9). */
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
