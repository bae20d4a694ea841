import { mailAddressKey } from '../../../core/mail-address.ts';
import { AppError } from '../../../core/errors.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { countInHour } from '../http/hourly.ts';

/*
 * "Send me a new link". Anyone can enter any address, so the response is the same for all, and no user is looked up
 * before it: `mail.ts` does that.
 */

/** Limits links by mail for each requesting network and each receiving address, against mail bombs. */
const MOST_PER_HOUR = { network: 20, address: 5 };

/** False if the text is no address. Throws `rate_limited`. */
export async function askForLink(db: Database, network: string, text: string): Promise<boolean> {
  const address = mailAddressKey(text);
  if (address === null) return false;
  const isAsked = await db.transaction(async (trx) => {
    // A network over its limit does not use up the limit of an address.
    if ((await countInHour(trx, `new_link:${network}`)) > MOST_PER_HOUR.network) return false;
    // The table of counts holds only a hash of the address.
    if ((await countInHour(trx, `new_link_to:${sha256Hex(address)}`)) > MOST_PER_HOUR.address) return false;
    await trx.insertInto('sign_in_mail').values({ address }).execute();
    return true;
  });
  if (!isAsked) throw new AppError('rate_limited', { message: TOO_MANY, headers: { 'Retry-After': '3600' } });
  return true;
}

const TOO_MANY = 'Too many links were asked for. Use the last one that was sent, or ask again in an hour.';
