import type { NoticePurpose } from '../../core/notices/document.ts';
import type { Agency, NoticeAccount } from '../../core/notices/parties.ts';
import { linesOf } from '../../core/person-members.ts';
import type { Queryable } from './index.ts';

/** What an account has set for its notices. */
export interface NoticeSettings extends NoticeAccount {
  readonly default_purpose: NoticePurpose | null;
  readonly ecoa_agency: string | null;
  readonly keeps_esign_consent: boolean;
}

/** Official texts that an operator can install. */
const OFFICIAL_TEXTS = ['summary-of-rights'] as const;
export type OfficialTextKey = (typeof OFFICIAL_TEXTS)[number];

export async function readNoticeSettings(db: Queryable, accountId: number): Promise<NoticeSettings> {
  return db
    .selectFrom('account')
    .select(['legal_name', 'address', 'phone', 'default_purpose', 'ecoa_agency', 'keeps_esign_consent'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The agencies of an account by product code, as its live notices name them. */
export async function readAgencies(db: Queryable, accountId: number): Promise<ReadonlyMap<string, Agency>> {
  const rows = await db.selectFrom('agency').selectAll().where('account_id', '=', accountId).execute();
  return new Map(
    rows.map((row) => [
      row.product_code,
      {
        name: row.name,
        address: linesOf(row.address),
        phone: row.phone,
        toll_free: row.toll_free,
        nationwide: row.nationwide,
        consumer_report: row.consumer_report,
      },
    ]),
  );
}

export async function hasOfficialText(db: Queryable, key: OfficialTextKey): Promise<boolean> {
  return (await db.selectFrom('official_text').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;
}

export async function readOfficialText(db: Queryable, key: OfficialTextKey) {
  return db
    .selectFrom('official_text')
    .select(['filename', 'content_type', 'bytes', 'sha256'])
    .where('key', '=', key)
    .executeTakeFirst();
}
