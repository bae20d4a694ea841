import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { JsonObject } from '../../../core/json.ts';
import { addresseeOf, compileNotice, type NoticeDocument, type NoticeResult } from '../../../core/notices/index.ts';
import { loadNoticeData } from '../../../platform/reference-data/index.ts';
import { noticeLetter } from '../../../services/artifacts/notices/letter.ts';
import { World } from '../interpreter/world.ts';
import declarations from './fields.json' with { type: 'json' };

/** A cascade as its author would write it, a person, what the reports say and what reviewers decide. */
export interface LetterCase {
  readonly definition: readonly object[];
  readonly applicant?: JsonObject;
  /** Beside the applicant. */
  readonly payload?: JsonObject;
  readonly useCase?: string;
  /** The account's declarations of payload fields. */
  readonly fields?: FieldSpecsJson;
  readonly mode?: 'test' | 'live';
  /** The notice whose letter is meant, if there are several. */
  readonly notice?: string;
  /** By node; for a node that pulls again, one for each visit. */
  readonly reports?: Readonly<Record<string, JsonObject | readonly JsonObject[]>>;
  /** By node; empty for a decision without reasons. */
  readonly reviews?: Readonly<
    Record<string, { readonly decision: 'approved' | 'denied'; readonly reasons?: readonly string[] }>
  >;
}

/** The letter that goes out, or what it lacks; `request` undefined if no notice is issued. */
export interface IssuedLetter {
  readonly request: NoticeRequest | undefined;
  readonly result: NoticeResult | undefined;
  readonly outcome: string | null | undefined;
}

const DATA = loadNoticeData();

/** Declarations of the fields that the cases of this folder read; each case may have others. */
const FIELDS = declarations as FieldSpecsJson;
export const DECLARED = dictionaryIn(FIELDS);

export function letterOf(of: LetterCase): IssuedLetter {
  const { definition, applicant = {}, reports = {}, reviews = {}, useCase, notice, mode = 'live' } = of;
  const payload = { ...of.payload, applicant };
  const world = new World(definition as unknown as CascadeDefinition, {
    ...{ mode, payload, skipWaits: true },
    ...(useCase === undefined ? {} : { useCase }),
    ...dictionaryIn(FIELDS, of.fields ?? null),
  });
  const reportOf = ({ nodeId, visit }: { readonly nodeId: string; readonly visit: number }): JsonObject => {
    const given = reports[nodeId] ?? {};
    return Array.isArray(given) ? ((given as readonly JsonObject[])[visit - 1] ?? {}) : (given as JsonObject);
  };
  world.advance();
  for (;;) {
    const pull = [...world.openEffects.values()].find(({ request }) => request.kind === 'live_pull');
    const [round] = world.openRounds;
    if (pull !== undefined) world.finish(pull.key, { report: reportOf(pull) });
    else if (round !== undefined) {
      const node = round.split('#')[0] ?? '';
      const { decision = 'denied', reasons = [] } = reviews[node] ?? {};
      world.settleRound(round, decision, { reasons });
      world.advance();
    } else break;
  }
  const request = world.allEffects.flatMap(({ nodeId, request: each }) =>
    each.kind === 'notice' && each.operation === 'prepare' && (notice ?? nodeId) === nodeId ? [each.notice] : [],
  )[0];
  const outcome = world.last?.outcome;
  if (request === undefined) return { request, result: undefined, outcome };
  const result = compiled(request, payload, '2026-11-22');
  return { request, result, outcome };
}

/** The document that the artifacts service would compile. */
export function compiled(
  request: NoticeRequest,
  payload: JsonObject,
  date: string,
  firstLetter: NoticeDocument | null = null,
): NoticeResult {
  const addressee = addresseeOf(payload, request.applicant);
  return compileNotice({
    request,
    account: { legal_name: 'Harbor Ltd', address: '12 Quay Street\nPortland, ME 04101', phone: '(207) 555-0100' },
    agencies: new Map(Object.entries(DATA.testAgencies)),
    federalAgency: DATA.federalAgencies.agencies.federal_trade_commission ?? null,
    mode: 'live',
    date,
    reference: '4711-12',
    addressee: { ...addressee, name: addressee.name === '' ? 'Pat Example' : addressee.name },
    delivery: 'email',
    decideAfter: '2026-12-04',
    firstLetter,
    statementWords: DATA.letter.statements,
    hidesThresholds: false,
    corrections: [],
  });
}

export function documentOf(of: LetterCase): NoticeDocument {
  const { result } = letterOf(of);
  if (result?.ok !== true) throw new Error(`no letter: ${result?.missing.join('; ') ?? 'none is issued'}`);
  return result.document;
}

/** The words of the page, without its marks, one line a paragraph. */
export function wordsOf(document: NoticeDocument): string {
  const page = noticeLetter(document, DATA, { cssFor: () => '' } as never);
  return page
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n');
}

/** A cascade of one choice: reports, the choice, an approval, a notice. */
export function oneChoice(
  reports: Readonly<Record<string, string>>,
  choice: object,
  notice: JsonObject,
): readonly object[] {
  const pulls = Object.keys(reports);
  const next = (index: number) => [pulls[index] ?? 'decide'];
  return [
    { id: 'start', type: 'ApplicantSource', next_step: next(0) },
    ...pulls.map((id, index) => ({
      id,
      type: 'BillingProduct',
      billing_product_code: reports[id],
      next_step: next(index + 1),
    })),
    { id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['decline'], ...choice },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', ...notice },
    },
  ];
}

/** `['credit', 'score', 'less_than', 600]`; the source of what the caller sent is `start`. */
export type Rule = readonly [source: string, field: string, operator: string, value?: string | number | boolean];

export function group(logic: 'and' | 'or', ...rules: readonly Rule[]): object {
  return {
    logic,
    conditions: rules.map(([source_node_id, field, operator, value]) => ({
      source_node_id,
      field,
      operator,
      ...(value === undefined ? {} : { value }),
    })),
  };
}

export function branch(...groups: readonly object[]): object {
  return { group_logic: 'or', condition_groups: groups };
}
