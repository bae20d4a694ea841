import { sql } from 'kysely';
import type { Queryable } from './index.ts';

/**
 * Which of the addresses are the account's own: those of its users, and those that an operator confirmed. `addresses`:
 * each an `addressKey` of platform/mail. Source: semantics 12.
 */
export async function ownAddresses(
  db: Queryable,
  accountId: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select asked.address from unnest(${[...addresses]}::text[]) as asked (address)
    where exists (select from account_user u where u.account_id = ${accountId} and lower(u.email) = asked.address)
      or exists (select from account_mail_address m where m.account_id = ${accountId} and m.address = asked.address)`.execute(
    db,
  );
  return new Set(rows.map(({ address }) => address));
}
