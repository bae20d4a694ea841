import type { OwnProducts } from '../../../core/cascade/own-products.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import { asJsonObject, isJsonObject, type JsonObject } from '../../../core/json.ts';
import { dateIn } from '../../../core/local-time.ts';
import { personAt } from '../../../core/notices/delivery.ts';
import { ownCopy, type EnclosureDocument } from '../../../core/notices/enclosure.ts';
import { PRODUCT_CODES } from '../../../core/products/contract.ts';
import { hasOfficialText, type NoticeSettings } from '../../../platform/database/notice-parties.ts';
import type { BegunEffect } from './effect.ts';
import type { NoticeDependencies } from './notice-dependencies.ts';

export interface Enclosure {
  readonly kind: 'enclosure';
  readonly stage: string;
  readonly filename: string;
  readonly document: JsonObject;
}

/** The stage of the artifact that holds the Summary of Rights of a pre-adverse letter. */
export const SUMMARY_STAGE = 'pre_adverse:summary_of_rights';

interface Enclosing {
  readonly notice: NoticeRequest;
  readonly settings: NoticeSettings;
  readonly products: OwnProducts;
  /** Codes of the reports that the letter names. */
  readonly used: ReadonlySet<string>;
}

/**
 * The enclosures of a pre-adverse letter (15 USC 1681b(b)(3)(A)): a copy of each report that it names, and the Summary
 * of Rights. If the official text is installed, that is attached when the letter is sent. `lacks` holds codes of
 * reports without a copy.
 */
export async function enclosuresOf(
  dependencies: NoticeDependencies,
  effect: BegunEffect,
  enclosing: Enclosing,
): Promise<{ readonly lacks: readonly string[]; readonly enclosures: readonly Enclosure[] }> {
  const copies = await reportCopies(dependencies, effect, enclosing);
  const codes = copies.map(({ document }) => String(document.product_code));
  const lacks = [...enclosing.used].filter((code) => !codes.includes(code));
  if (lacks.length > 0) return { lacks, enclosures: [] };
  const used = copies.filter(({ document }) => enclosing.used.has(String(document.product_code)));
  const hasOfficial = await hasOfficialText(dependencies.db.kysely, 'summary-of-rights');
  return { lacks, enclosures: hasOfficial ? used : [...used, summaryOfRights(effect)] };
}

function summaryOfRights(effect: BegunEffect): Enclosure {
  const isTest = effect.execution.mode === 'test';
  const document: EnclosureDocument = { version: 1, enclosure: 'summary_of_rights', test_mode: isTest };
  const filename = filenameOf(effect, 'summary-of-rights', 'single');
  return { kind: 'enclosure', stage: SUMMARY_STAGE, filename, document: { ...document } };
}

/** A copy of each report used, from the visit on which the notice rests. */
async function reportCopies(
  { db, notices }: NoticeDependencies,
  effect: BegunEffect,
  { notice, settings, products }: Enclosing,
): Promise<readonly Enclosure[]> {
  const { execution } = effect;
  if (notice.reports.length === 0) return [];
  const steps = await db.kysely
    .selectFrom('step')
    .select(['node_id', 'visit', 'output', 'ended_at'])
    .where('execution_id', '=', execution.id)
    .where('status', '=', 'succeeded')
    .where(
      'node_id',
      'in',
      notice.reports.map(({ node_id }) => node_id),
    )
    .orderBy('visit')
    .execute();
  const applicant = personAt(execution.payload);
  return notice.reports.flatMap((report) => {
    const { product_code, node_id, visit } = report;
    const step = steps.findLast((each) => each.node_id === node_id && each.visit === visit);
    const own = products.get(product_code)?.product;
    const code = own?.code ?? PRODUCT_CODES.find((each) => each === product_code);
    if (code === undefined || step === undefined || !isJsonObject(step.output)) return [];
    const ofProduct = notice.reports.filter((other) => other.product_code === product_code);
    const number = ofProduct.length > 1 ? `-${ofProduct.indexOf(report) + 1}` : '';
    const document: EnclosureDocument = {
      version: 1,
      enclosure: 'report',
      product_code: code,
      ...(own === undefined ? {} : { own: ownCopy(own) }),
      test_mode: execution.mode === 'test',
      execution_id: execution.id,
      account: { legal_name: settings.legal_name, address: settings.address, phone: settings.phone },
      applicant,
      output: step.output,
      pulled_on: dateIn((step.ended_at ?? effect.askedAt).getTime(), notices.calendar.time_zone),
    };
    return [
      {
        kind: 'enclosure' as const,
        stage: `pre_adverse:${node_id}:${visit}`,
        filename: `copy-of-${code.replaceAll('_', '-')}-${execution.id}${number}.pdf`,
        document: asJsonObject(document),
      },
    ];
  });
}

export function filenameOf({ execution, nodeId, visit }: BegunEffect, name: string, stage: string): string {
  const node = nodeId.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  const parts = [execution.id, node, ...(stage === 'single' ? [] : [stage]), ...(visit === 1 ? [] : [visit])];
  return `${name}-${parts.join('-')}.pdf`;
}
