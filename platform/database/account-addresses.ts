import { sql } from 'kysely';
import { mailAddressKey } from '../../core/mail-address.ts';
import type { Queryable } from './index.ts';

/**
 * The account's own addresses among these: confirmed addresses of its users, and those that an operator confirmed, in
 * any spelling. Source: semantics 12.9.1.
 */
export async function ownAddresses(
  db: Queryable,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select asked.address
    from unnest(${[...addresses]}::text[], ${addresses.map(mailAddressKey)}::text[]) as asked (address, key)
    where own_address(${accountId}, asked.key)`.execute(db);
  return new Set(rows.map(({ address }) => address));
}
