import { productByCode } from '../core/products/index.ts';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { SetupError } from '../platform/setup-error.ts';
import { oneLetterNotices } from '../core/notices/employment.ts';
import type { ExamplesGate } from '../core/examples/example.ts';
import type { NoticePurpose } from '../core/notices/document.ts';
import { sha256Hex } from '../platform/crypto.ts';
import type { Queryable } from '../platform/database/index.ts';
import { findAgency, writeAgency, type OfficialTextKey } from '../platform/database/notice-parties.ts';
import { loadNoticeData } from '../platform/reference-data/notices.ts';
import { requireProduct } from './products.ts';

/*
 * The requirements of live notices: settings and agencies of an account, and official texts.
 */

export interface AccountUpdate {
  readonly legalName?: string;
  readonly address?: string;
  readonly phone?: string;
  readonly defaultPurpose?: NoticePurpose;
  readonly ecoaAgency?: string;
  readonly keepsEsignConsent?: boolean;
  readonly hidesThresholds?: boolean;
  readonly fourEyes?: boolean;
  readonly reviewsFreeText?: boolean;
  readonly reviewsNotComparable?: boolean;
  readonly longestTokenDays?: number;
  readonly examplesGate?: ExamplesGate;
  readonly claimsMonths?: number;
}

/** Changes what is given. Throws a SetupError for an unknown account or federal agency, or if notices would be unlawful. */
export async function updateAccount(db: Queryable, accountId: number, update: AccountUpdate) {
  requireFederalAgency(update.ecoaAgency);
  if (update.defaultPurpose !== undefined) await requireTwoLetters(db, accountId, update.defaultPurpose);
  const row = await db
    .updateTable('account')
    .set({ ...accountColumns(update), updated_at: new Date() })
    .where('id', '=', accountId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new SetupError(`There is no account ${accountId}.`);
  return { object: 'account', ...row };
}

/** Throws a SetupError that names the notices of active cascades that would become one letter of employment. */
async function requireTwoLetters(db: Queryable, accountId: number, purpose: NoticePurpose): Promise<void> {
  if (purpose !== 'employment') return;
  const cascades = await db
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select(['w.code', 'w.use_case', 'v.definition'])
    .where('w.account_id', '=', accountId)
    .where('w.active', '=', true)
    .where('w.deleted_at', 'is', null)
    .orderBy('w.id')
    .execute();
  const wrong = cascades.flatMap(({ code, use_case: useCase, definition }) =>
    oneLetterNotices({ definition, useCase }, purpose).map(({ nodeId }) => `  ${code}: ${nodeId}`),
  );
  if (wrong.length === 0) return;
  throw new SetupError(
    '--default-purpose: these notices of active cascades would be about employment and rest on reports, which takes ' +
      'two letters (15 USC 1681b(b)(3)). Give each a `purpose` of its own or the `action_taken` ' +
      `\`adverse_employment\` first:\n${wrong.join('\n')}`,
  );
}

/** The columns of the flags that are given. */
function accountColumns(update: AccountUpdate) {
  const { legalName, address, phone, defaultPurpose, ecoaAgency, keepsEsignConsent, hidesThresholds } = update;
  const { fourEyes, reviewsFreeText, reviewsNotComparable, longestTokenDays, examplesGate, claimsMonths } = update;
  return {
    ...(legalName === undefined ? {} : { legal_name: legalName }),
    ...(address === undefined ? {} : { address }),
    ...(phone === undefined ? {} : { phone }),
    ...(defaultPurpose === undefined ? {} : { default_purpose: defaultPurpose }),
    ...(ecoaAgency === undefined ? {} : { ecoa_agency: ecoaAgency }),
    ...(keepsEsignConsent === undefined ? {} : { keeps_esign_consent: keepsEsignConsent }),
    ...(hidesThresholds === undefined ? {} : { hides_thresholds: hidesThresholds }),
    ...(fourEyes === undefined ? {} : { four_eyes: fourEyes }),
    ...(reviewsFreeText === undefined ? {} : { reviews_free_text: reviewsFreeText }),
    ...(reviewsNotComparable === undefined ? {} : { reviews_not_comparable: reviewsNotComparable }),
    ...(longestTokenDays === undefined ? {} : { longest_token_days: longestTokenDays }),
    ...(examplesGate === undefined ? {} : { examples_gate: examplesGate }),
    ...(claimsMonths === undefined ? {} : { claims_months: claimsMonths }),
  };
}

/** Throws a SetupError that lists the agencies if the key is not one of them. */
export function requireFederalAgency(key: string | undefined): void {
  if (key === undefined) return;
  const { agencies } = loadNoticeData().federalAgencies;
  if (agencies[key] !== undefined) return;
  const known = Object.entries(agencies).map(([name, { creditors }]) => `  ${name}: ${creditors}`);
  throw new SetupError(`--ecoa-agency: there is no agency ${key}. There are:\n${known.join('\n')}`);
}

export interface AgencyInput {
  readonly account: number;
  readonly product: string;
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly tollFree: boolean;
  readonly nationwide: boolean;
  readonly consumerReport: boolean;
  readonly note?: string;
}

/** Sets who is behind the reports of a product for an account; what was set before is replaced. */
export async function setAgency(db: Queryable, input: AgencyInput) {
  const account = await db.selectFrom('account').select('id').where('id', '=', input.account).executeTakeFirst();
  if (account === undefined) throw new SetupError(`--account: there is no account ${input.account}.`);
  if (input.nationwide && !input.tollFree) {
    throw new SetupError('--nationwide: the law asks for a toll-free number of a nationwide agency (add --toll-free).');
  }
  await requireProduct(db, input.account, input.product);
  if (productByCode(input.product) === undefined && !input.consumerReport && input.note === undefined)
    throw new SetupError('--note: say why the reports are no consumer reports.');
  const { account: accountId, product, name, address, phone, tollFree, nationwide, consumerReport } = input;
  const flags = { toll_free: tollFree, nationwide, consumer_report: consumerReport };
  await writeAgency(db, accountId, product, { name, address, phone, ...flags });
  return showAgency(db, accountId, product);
}

export async function listAgencies(db: Queryable, accountId: number | undefined) {
  let matching = db.selectFrom('agency').selectAll();
  if (accountId !== undefined) matching = matching.where('account_id', '=', accountId);
  const rows = await matching.orderBy('account_id').orderBy('product_code').execute();
  const columns = ['account_id', 'product_code', 'name', 'phone', 'toll_free', 'nationwide'];
  return { rows: rows.map((row) => ({ object: 'agency', ...row })), columns };
}

export async function showAgency(db: Queryable, accountId: number, productCode: string) {
  const row = await findAgency(db, accountId, productCode);
  if (row === undefined) {
    throw new SetupError(`Account ${accountId} has no agency for ${productCode}; "agencies set" sets one.`);
  }
  return { object: 'agency', ...row };
}

/** Larger than any summary of rights, and small enough to be attached to a mail. */
const MOST_BYTES = 5 * 1_024 * 1_024;

/** Puts an official text, as a PDF, in place for all accounts. */
export async function installText(db: Queryable, key: OfficialTextKey, file: string) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`${file}: cannot be read (${error.code ?? 'unknown error'}).`);
  });
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new SetupError(`${file}: it must be a PDF.`);
  if (bytes.byteLength > MOST_BYTES) throw new SetupError(`${file}: it must have at most 5 MiB.`);
  const values = {
    filename: basename(file),
    content_type: 'application/pdf',
    bytes,
    sha256: sha256Hex(bytes),
    installed_at: new Date(),
  };
  const row = await db
    .insertInto('official_text')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .returning(TEXT_COLUMNS)
    .executeTakeFirstOrThrow();
  return { object: 'official_text', ...row, byte_size: bytes.byteLength };
}

const TEXT_COLUMNS = ['key', 'filename', 'content_type', 'sha256', 'installed_at'] as const;

export async function listTexts(db: Queryable) {
  const rows = await db.selectFrom('official_text').select(TEXT_COLUMNS).orderBy('key').execute();
  return {
    rows: rows.map((row) => ({ object: 'official_text', ...row })),
    columns: ['key', 'filename', 'installed_at'],
  };
}

export async function showText(db: Queryable, key: OfficialTextKey) {
  const row = await db.selectFrom('official_text').select(TEXT_COLUMNS).where('key', '=', key).executeTakeFirst();
  if (row === undefined) throw new SetupError(`${key} is not installed; "notices install ${key} FILE" installs it.`);
  return { object: 'official_text', ...row };
}
