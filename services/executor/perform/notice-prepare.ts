import { productsOf, type OwnProducts } from '../../../core/cascade/own-products.ts';
import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { FICTITIOUS_AGENCY } from '../../../core/notices/fictitious.ts';
import { sql } from 'kysely';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import { asJsonObject, type JsonObject } from '../../../core/json.ts';
import { isUndeliverable, noticeDelivery, UNDELIVERABLE } from '../../../core/notices/delivery.ts';
import { noticeDueAt } from '../../../core/notices/due-dates.ts';
import { addresseeOf, compileNotice, type NoticeDocument, type NoticeInput } from '../../../core/notices/index.ts';
import type { Lacking } from '../../../core/notices/lacking.ts';
import { restsOnFreeText } from '../../../core/notices/insufficient.ts';
import type { NoticePurpose } from '../../../core/notices/document.ts';
import { pathsNeeded, type Agency } from '../../../core/notices/parties.ts';
import { dateIn } from '../../../core/local-time.ts';
import { waitingEndsAt } from '../../../core/notices/waiting.ts';
import type { Correction } from '../../../core/corrections.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import { asJson, type Database, type Queryable } from '../../../platform/database/index.ts';
import { fieldsOfExecution } from '../../../platform/database/fields.ts';
import { readAgencies, readNoticeSettings, type NoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { PinnedSettings } from '../../../platform/database/pinned-settings.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { jurisdictionOf } from '../../../platform/reference-data/index.ts';
import type { BegunEffect, EffectOutcome } from './effect.ts';
import type { NoticeDependencies } from './notice-dependencies.ts';
import { enclosuresOf, filenameOf, type Enclosure } from './notice-enclosures.ts';
import { waitingPeriodOf } from './waiting-period.ts';
import { artifactsService } from './record.ts';

/**
 * Compiles a notice and has it rendered, with its enclosures. The result has the artifact, the purpose and its source,
 * the ways of delivery, and the due date of a draft. Or it has what a person must enter first, or that no consumer
 * report is behind a pre-adverse notice, which is then single.
 */
export async function prepareNotice(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  notice: NoticeRequest,
): Promise<EffectOutcome> {
  const { db, bus } = dependencies;
  const settings = await readNoticeSettings(db.kysely, effect.execution.accountId);
  const accepted = await readAcceptance(db.kysely, effect.execution.id);
  const purpose = purposeOf(notice, accepted.settings, effect.execution.mode);
  if (isUndeliverable(notice.recipient, purpose?.is ?? null)) return { is: 'failed', ...UNDELIVERABLE };
  const facts = {
    purpose: purpose?.is ?? null,
    purpose_source: purpose?.source ?? null,
    ...(accepted.settings.reviews_free_text && restsOnFreeText(notice) ? { second_look: true } : {}),
    ...(notice.stage === 'final' && (await wasCorrected(db, effect.execution.id)) ? { report_corrected: true } : {}),
    ...deliveryOf(dependencies, effect, { accepted, settings }, { ...notice, purpose: purpose?.is ?? null }),
  };
  if ((await findArtifacts(dependencies, effect, notice)).length === 0) {
    const ended = await compileAndStore(dependencies, effect, { notice, settings, accepted, facts });
    if (ended !== null) return ended;
  }
  const artifacts = await findArtifacts(dependencies, effect, notice);
  if (!artifacts.some(({ kind }) => kind === 'notice')) throw new Error('a notice that was asked for is not there');
  bus.publish(SUBJECTS.artifactsReady, undefined, { requestId: effect.execution.requestId });
  const artifactIds = artifacts.map(({ id }) => id);
  return { is: 'delegated', to: artifactsService(effect.execution.id, artifactIds, facts) };
}

/** A report of the run came again, and differs: the final letter speaks of the first one (15 USC 1681b(b)(3)). */
async function wasCorrected({ kysely }: Database, executionId: number): Promise<boolean> {
  const corrected = await kysely
    .selectFrom('vendor_order')
    .select('id')
    .where('execution_id', '=', executionId)
    .where('corrections', 'is not', null)
    .executeTakeFirst();
  return corrected !== undefined;
}

interface Prepared {
  readonly notice: NoticeRequest;
  readonly settings: NoticeSettings;
  readonly accepted: Acceptance;
  /** Facts of the result in every case. */
  readonly facts: JsonObject & {
    readonly purpose: string | null;
    readonly delivery: 'email' | 'post';
    readonly due_at: string;
  };
}

/** Null once the letter and its enclosures are stored; otherwise the reason why there is none. */
async function compileAndStore(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  { notice, settings, accepted, facts }: Prepared,
): Promise<EffectOutcome | null> {
  const agencies = await agenciesFor(dependencies, effect, notice);
  if (notice.stage === 'pre_adverse' && !restsOnConsumerReport(notice, agencies)) {
    return { is: 'done', result: { ...facts, single: true } };
  }
  const { purpose, delivery, due_at: dueAt } = facts;
  const compiled = await compile(dependencies, effect, {
    notice: { ...notice, purpose },
    settings,
    accepted,
    agencies,
    delivery,
  });
  if (!compiled.ok) {
    return compiled.needs === null
      ? { is: 'failed', code: 'notice_incomplete', message: `The notice lacks: ${compiled.missing.join('; ')}.` }
      : { is: 'done', result: { ...facts, needs: compiled.needs, variables: pathsNeeded(compiled.needs, notice) } };
  }
  await dependencies.db.transaction(async (trx) => {
    await insertArtifact(trx, effect, {
      kind: 'notice',
      stage: notice.stage,
      filename: filenameOf(effect, 'adverse-action-notice', notice.stage),
      document: asJsonObject(compiled.document),
      dueAt,
    });
    for (const enclosure of compiled.enclosures) await insertArtifact(trx, effect, enclosure);
  });
  return null;
}

/** The letter of this stage and, if it is a pre-adverse one, its enclosures. */
async function findArtifacts({ db }: NoticeDependencies, effect: BegunEffect, { stage }: NoticeRequest) {
  return db.kysely
    .selectFrom('artifact')
    .select(['id', 'kind'])
    .where('execution_id', '=', effect.execution.id)
    .where('node_id', '=', effect.nodeId)
    .where('visit', '=', effect.visit)
    .where((where) =>
      where.or([
        where.and([where('kind', '=', 'notice'), where('stage', '=', stage)]),
        where.and([where('kind', '=', 'enclosure'), where(sql.lit(stage === 'pre_adverse'), '=', true)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** The purpose is never guessed: the request's (node or use case), else the account's; only test mode has a default. */
function purposeOf(
  notice: NoticeRequest,
  settings: PinnedSettings,
  mode: BegunEffect['execution']['mode'],
): { readonly is: NoticePurpose | string; readonly source: 'cascade' | 'account' | 'test_mode_default' } | null {
  if (notice.purpose !== null) return { is: notice.purpose, source: 'cascade' };
  if (settings.default_purpose !== null) return { is: settings.default_purpose, source: 'account' };
  return mode === 'test' ? { is: 'tenant', source: 'test_mode_default' } : null;
}

function deliveryOf(
  { clock }: NoticeDependencies,
  { execution }: BegunEffect,
  { accepted, settings }: Pick<Prepared, 'accepted' | 'settings'>,
  { purpose, recipient, applicant = 'applicant' }: Pick<NoticeRequest, 'purpose' | 'recipient' | 'applicant'>,
): { readonly delivery: 'email' | 'post'; readonly due_at: string } {
  const { mode, payload } = execution;
  const dueAt = noticeDueAt(purpose, accepted.at, payload);
  const keepsEsignConsent = settings.keeps_esign_consent;
  const delivery = noticeDelivery({ recipient, mode, purpose, keepsEsignConsent, payload, applicant, now: clock() });
  return { delivery, due_at: new Date(dueAt).toISOString() };
}

/** The agencies behind reports, by product code: made up in test mode. */
async function agenciesFor(
  { db, notices }: NoticeDependencies,
  { execution }: BegunEffect,
  { product_codes: codes }: NoticeRequest,
): Promise<ReadonlyMap<string, Agency>> {
  const known = await readAgencies(db.kysely, execution.accountId);
  if (execution.mode === 'live') return known;
  // The account's product has an agency as the account declares it.
  const ofAccount = (code: string): Agency => ({
    ...FICTITIOUS_AGENCY,
    consumer_report: known.get(code)?.consumer_report ?? true,
  });
  return new Map([...codes.map((code) => [code, ofAccount(code)] as const), ...Object.entries(notices.testAgencies)]);
}

/** Two notices are for consumer reports alone (15 USC 1681b(b)(3)(A)): other third parties' reports need one. */
function restsOnConsumerReport(notice: NoticeRequest, agencies: ReadonlyMap<string, Agency>): boolean {
  return notice.product_codes.some((code) => agencies.get(code)?.consumer_report !== false);
}

type Compiled =
  | { readonly ok: true; readonly document: NoticeDocument; readonly enclosures: readonly Enclosure[] }
  | { readonly ok: false; readonly missing: readonly string[]; readonly needs: Lacking['needs'] };

interface LetterInput {
  readonly notice: NoticeRequest;
  readonly settings: NoticeSettings;
  readonly accepted: Acceptance;
  readonly agencies: ReadonlyMap<string, Agency>;
  readonly delivery: 'email' | 'post';
}

async function compile(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  { notice, settings, accepted, agencies, delivery }: LetterInput,
): Promise<Compiled> {
  const { notices, clock } = dependencies;
  const { execution } = effect;
  const { federalAgencies, calendar } = notices;
  const isTest = execution.mode === 'test';
  const agencyKey = settings.ecoa_agency ?? (isTest ? federalAgencies.test_mode_agency : '');
  const federal = federalAgencies.agencies[agencyKey];
  const now = clock();
  const rule = jurisdictionOf(notices.jurisdictions, notice.jurisdiction);
  const decideAt = waitingEndsAt(now, rule, calendar, waitingPeriodOf(notice.waiting_period));
  const isPreAdverse = notice.stage === 'pre_adverse';
  const compiled = compileNotice({
    request: notice,
    account: settings,
    agencies,
    federalAgency: federal === undefined ? null : { name: federal.name, address: federal.address },
    mode: execution.mode,
    date: dateIn(now, calendar.time_zone),
    reference: `${execution.id}-${effect.id}`,
    addressee: addresseeOf(execution.payload, notice.applicant, notice.addressee),
    delivery,
    decideAfter: isPreAdverse ? dateIn(decideAt, calendar.time_zone) : null,
    firstLetter: notice.stage === 'final' ? await readFirstLetter(dependencies, effect) : null,
    statementWords: notices.letter.statements,
    hidesThresholds: accepted.settings.hides_thresholds,
    corrections: correctionsOf(dependencies, accepted),
    dictionary: accepted.dictionary,
    products: accepted.products,
  });
  if (!compiled.ok) return compiled;
  if (!isPreAdverse) return { ...compiled, enclosures: [] };
  const used = new Set(compiled.document.agencies.map(({ product_code }) => product_code));
  const { lacks, enclosures } = await enclosuresOf(dependencies, effect, {
    notice,
    settings,
    products: accepted.products,
    used,
  });
  if (lacks.length > 0) {
    const missing = lacks.map((code) => `the copy of the report ${code} (15 USC 1681b(b)(3)(A)(i))`);
    return { ok: false, missing, needs: null };
  }
  return { ...compiled, enclosures };
}

/** The data kept from the acceptance of the execution, as far as its letters read it. */
interface Acceptance {
  readonly at: number;
  readonly settings: PinnedSettings;
  readonly corrections: readonly Correction[];
  readonly dictionary: Dictionary;
  readonly products: OwnProducts;
}

async function readAcceptance(db: Queryable, executionId: number): Promise<Acceptance> {
  const row = await db
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['e.created_at', 'e.settings', 'e.corrections', 'v.definition', fieldsOfExecution().as('fields')])
    .select(pinnedProducts('e.account_id', 'v.products').as('products'))
    .where('e.id', '=', executionId)
    .executeTakeFirstOrThrow();
  const { created_at: createdAt, settings, corrections, definition, fields } = row;
  const products = productsOf(unpack(row));
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  return { at: createdAt.getTime(), settings, corrections: corrections ?? [], dictionary, products };
}

function correctionsOf({ notices }: NoticeDependencies, { corrections }: Acceptance): NoticeInput['corrections'] {
  return corrections.map(({ product_code, field, corrected_at: at }) => ({
    product_code,
    field,
    date: dateIn(Date.parse(at), notices.calendar.time_zone),
  }));
}

async function readFirstLetter({ db }: NoticeDependencies, effect: BegunEffect): Promise<NoticeInput['firstLetter']> {
  const row = await db.kysely
    .selectFrom('artifact')
    .select('document')
    .where('execution_id', '=', effect.execution.id)
    .where('kind', '=', 'notice')
    .where('node_id', '=', effect.nodeId)
    .where('visit', '=', effect.visit)
    .where('stage', '=', 'pre_adverse')
    .executeTakeFirst();
  const { date, reasons } = row?.document ?? {};
  if (typeof date !== 'string' || !Array.isArray(reasons)) return null;
  return { date, reasons: reasons.filter((reason) => typeof reason === 'string') };
}

async function insertArtifact(
  trx: Queryable,
  { execution, nodeId, visit }: BegunEffect,
  of: Enclosure | (Omit<Enclosure, 'kind'> & { readonly kind: 'notice'; readonly dueAt: string }),
): Promise<void> {
  const { kind, stage, filename, document } = of;
  await trx
    .insertInto('artifact')
    .values({
      api_client_id: execution.apiClientId,
      execution_id: execution.id,
      kind,
      priority: 0,
      node_id: nodeId,
      visit,
      stage,
      ...(of.kind === 'notice' ? { notice_status: 'draft' as const, notice_due_at: new Date(of.dueAt) } : {}),
      filename,
      document: asJson(document),
      created_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.columns(['execution_id', 'kind', 'node_id', 'visit', 'stage']).doNothing())
    .execute();
}
