import type { NoticePurpose } from '../../core/notices/document.ts';
import type { Agency, NoticeAccount } from '../../core/notices/parties.ts';
import { linesOf } from '../../core/person-members.ts';
import type { Queryable } from './index.ts';

/** An account's settings for its notices. */
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

export interface AgencyColumns {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly toll_free: boolean;
  readonly nationwide: boolean;
  readonly consumer_report: boolean;
}

export function selectAgencies(db: Queryable, accountId: number) {
  return db.selectFrom('agency').selectAll().where('account_id', '=', accountId).orderBy('product_code');
}

export async function findAgency(db: Queryable, accountId: number, productCode: string) {
  return selectAgencies(db, accountId).where('product_code', '=', productCode).executeTakeFirst();
}

/** Sets the agency behind the reports of a product, replacing the former one. */
export async function writeAgency(
  trx: Queryable,
  accountId: number,
  productCode: string,
  agency: AgencyColumns,
): Promise<void> {
  const values = { ...auditedAgency(agency), updated_at: new Date() };
  await trx
    .insertInto('agency')
    .values({ account_id: accountId, product_code: productCode, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'product_code']).doUpdateSet(values))
    .execute();
}

/** The agency as the audit log shows it. */
export function auditedAgency({ name, address, phone, toll_free, nationwide, consumer_report }: AgencyColumns) {
  return { name, address, phone, toll_free, nationwide, consumer_report };
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
