import { productByCode } from '../../../core/products/index.ts';
import { AppError } from '../../../core/errors.ts';
import { EXAMPLES_GATES } from '../../../core/examples/example.ts';
import type { JsonObject } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import { changesOf } from '../../../platform/database/audit.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { auditedAgency, findAgency, selectAgencies, writeAgency } from '../../../platform/database/notice-parties.ts';
import type { FederalAgencies } from '../../../platform/reference-data/notices.ts';
import { requireProduct } from '../products/present.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import type { Auth } from '../services.ts';
import {
  AGENCY,
  AGENCY_BODY,
  AGENCY_BODY_EXAMPLE,
  AGENCY_EXAMPLE,
  COMPANY,
  COMPANY_BODY,
  COMPANY_EXAMPLE,
} from './schemas.ts';

/* The sender of live letters, and the agencies that they name. An addition of ours; semantics 16.25. */

const listAgencies = defineRoute({
  method: 'GET',
  path: '/agencies',
  operationId: 'listAgencies',
  tag: 'Settings',
  scope: 'workflows:read',
  summary: 'List the agencies behind reports',
  description: 'One for each product whose agency is set.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'agency',
    description: 'One page of agencies.',
    schema: AGENCY,
    example: AGENCY_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, page }) => {
    const agencies = await selectAgencies(db.kysely, auth.accountId).execute();
    // At most one for each product, so a position can be a number of them.
    const begin = page.cursor?.after.id ?? page.offset;
    const end = begin + page.size;
    return {
      items: agencies.slice(begin, end).map((agency) => presentAgency(agency)),
      totalCount: agencies.length,
      next: end < agencies.length ? { id: end } : null,
    };
  },
});

const setAgency = defineRoute({
  method: 'PUT',
  path: '/agencies/{code}',
  operationId: 'setAgency',
  tag: 'Settings',
  scope: 'settings:write',
  summary: 'Set the agency behind a report',
  description:
    'Says who is behind the reports of a product, for letters that are made from now on. It replaces what was set before, ' +
    'unless the account asks for four eyes: then an operator replaces it (`cascade agencies set`).',
  body: {
    schema: AGENCY_BODY,
    example: AGENCY_BODY_EXAMPLE,
    check: ({ nationwide = false, toll_free: tollFree = false }) =>
      nationwide && !tollFree ? [{ field: 'toll_free', message: 'must be true of a nationwide agency' }] : [],
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The agency as it is now.',
    schema: AGENCY,
    example: AGENCY_EXAMPLE,
  },
  errors: ['not_found'],
  audit: { action: 'agency.set', subject: 'agency' },
  handler: ({ audit, db, auth, params, body }) =>
    db.transaction(async (trx) => {
      const { code } = params;
      await requireProduct(trx, auth.accountId, code);
      const { four_eyes: fourEyes } = await lockCompany(trx, auth);
      const before = await findAgency(trx, auth.accountId, code);
      const { note, toll_free = false, nationwide = false, consumer_report = true, ...texts } = body;
      const why = note?.trim() ?? '';
      const isExempt = productByCode(code) === undefined && !consumer_report;
      if (isExempt && why === '') throw new AppError('validation_failed', { details: [NEEDS_NOTE] });
      const agency = { ...trimmed(texts), toll_free, nationwide, consumer_report };
      const detail = changesOf(before === undefined ? {} : auditedAgency(before), agency);
      if (Object.keys(detail.new).length > 0) {
        const replaced = before === undefined ? [] : Object.keys(detail.new);
        // Two people have to say that the law asks for no agency.
        const alone = [...new Set([...replaced, ...(isExempt ? ['consumer_report'] : [])])];
        if (fourEyes && alone.length > 0) refuseAlone(alone, 'cascade agencies set');
        await writeAgency(trx, auth.accountId, code, agency);
        await audit(trx, { id: code, detail: why === '' ? detail : { ...detail, note: why } });
      }
      return presentAgency({ product_code: code, ...agency });
    }),
});

const getCompany = defineRoute({
  method: 'GET',
  path: '/company',
  operationId: 'getCompany',
  tag: 'Settings',
  scope: 'workflows:read',
  summary: 'Read whom letters are from',
  description: 'Legal name, address and telephone number of the account, and its federal agency.',
  reply: { kind: 'item', status: 200, description: 'The company.', schema: COMPANY, example: COMPANY_EXAMPLE },
  errors: [],
  handler: async ({ db, auth, federalAgencies }) =>
    presentCompany(await selectCompany(db.kysely, auth).executeTakeFirstOrThrow(), federalAgencies),
});

const updateCompany = defineRoute({
  method: 'PATCH',
  path: '/company',
  operationId: 'updateCompany',
  tag: 'Settings',
  scope: 'settings:write',
  summary: 'Set whom letters are from',
  description:
    'For letters that are made from now on. Only what is given changes. In an account that asks for four eyes what is set ' +
    'already is changed by an operator (`cascade accounts update`).',
  body: { schema: COMPANY_BODY, example: { legal_name: 'Harbor Homes LLC', phone: '207 555 0100' } },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The company as it is now.',
    schema: COMPANY,
    example: COMPANY_EXAMPLE,
  },
  errors: [],
  audit: { action: 'account.updated', subject: 'account' },
  handler: ({ audit, db, auth, body, federalAgencies }) =>
    db.transaction(async (trx) => {
      if (body.ecoa_agency !== undefined) requireFederalAgency(body.ecoa_agency, federalAgencies);
      const { four_eyes: fourEyes, ...before } = await lockCompany(trx, auth);
      const after = { ...before, ...trimmed(body) };
      const detail = changesOf(audited(before), audited(after));
      const changed = Object.keys(detail.new) as (keyof ReturnType<typeof audited>)[];
      if (changed.length > 0) {
        const replaced = changed.filter((name) =>
          // One person may make the gate stricter, but not undo a pending request.
          name === 'examples_gate'
            ? EXAMPLES_GATES.indexOf(after[name]) < EXAMPLES_GATES.indexOf(before[name])
            : `${before[name] ?? ''}`.trim() !== '',
        );
        if (fourEyes && replaced.length > 0) refuseAlone(replaced, 'cascade accounts update');
        await trx
          .updateTable('account')
          .set({ ...audited(after), updated_at: new Date() })
          .where('id', '=', auth.accountId)
          .execute();
        await audit(trx, { id: auth.accountId, detail });
      }
      return presentCompany(after, federalAgencies);
    }),
});

const NEEDS_NOTE = { field: 'note', message: 'is required: say why the reports are no consumer reports' };

const AUDITED = [
  ...(['legal_name', 'address', 'phone', 'ecoa_agency', 'longest_token_days', 'examples_gate'] as const),
  'claims_months',
] as const;
const COMPANY_COLUMNS = ['id', ...AUDITED] as const;
type CompanyRow = Awaited<ReturnType<typeof lockCompany>>;

const selectCompany = (db: Queryable, { accountId }: Auth) =>
  db.selectFrom('account').select(COMPANY_COLUMNS).where('id', '=', accountId);

/** Until the transaction ends nobody else turns on four eyes or changes these settings. */
function lockCompany(trx: Queryable, auth: Auth) {
  return selectCompany(trx, auth).select('four_eyes').forUpdate().executeTakeFirstOrThrow();
}

function audited(company: Omit<CompanyRow, 'four_eyes'>) {
  const { legal_name, address, phone, ecoa_agency, longest_token_days, examples_gate, claims_months } = company;
  const known = { legal_name, address, phone, ecoa_agency, longest_token_days, examples_gate, claims_months };
  return known satisfies Record<(typeof AUDITED)[number], string | number | null>;
}

/** Texts with the blanks at both ends removed. */
function trimmed<Body extends Readonly<Record<string, unknown>>>(body: Body): Body {
  const entries = Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
  return Object.fromEntries(entries) as Body;
}

/** Where the account asks for two people, one alone never rewords live letters. */
function refuseAlone(fields: readonly string[], command: string): never {
  const message = `is set already, and the account asks for four eyes: an operator changes it (\`${command}\`)`;
  throw new AppError('validation_failed', { details: fields.map((field) => ({ field, message })) });
}

function requireFederalAgency(key: string, { agencies }: FederalAgencies): void {
  if (Object.hasOwn(agencies, key)) return;
  const known = Object.keys(agencies);
  const message = `is not one of ${known.join(', ')}${didYouMean(key, known)}`;
  throw new AppError('validation_failed', { details: [{ field: 'ecoa_agency', message }] });
}

function presentAgency(
  agency: {
    readonly [Name in 'product_code' | 'name' | 'address' | 'phone']: string;
  } & { readonly [Name in 'toll_free' | 'nationwide' | 'consumer_report']: boolean },
): JsonObject {
  const { product_code, name, address, phone, toll_free, nationwide, consumer_report } = agency;
  return { object: 'agency', product_code, name, address, phone, toll_free, nationwide, consumer_report };
}

function presentCompany(company: Omit<CompanyRow, 'four_eyes'>, { agencies }: FederalAgencies): JsonObject {
  return {
    ...{ object: 'company', id: company.id, ...audited(company) },
    ecoa_agencies: Object.entries(agencies).map(([key, { name, creditors }]) => ({ key, name, creditors })),
  };
}

export const SETTINGS_ROUTES = [getCompany, updateCompany, listAgencies, setAgency];
