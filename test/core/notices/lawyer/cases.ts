import { readFileSync } from 'node:fs';
import type { CascadeDefinition } from '../../../../core/cascade/registry.ts';
import type { FieldSpecsJson } from '../../../../core/fields/spec.ts';
import { fieldsOfCascade } from '../../../../core/cascade/nodes/applicant-source.ts';
import { dictionaryIn } from '../../../../core/fields/standard.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { NoticeDocument } from '../../../../core/notices/index.ts';
import { productByCode } from '../../../../core/products/index.ts';
import { filledReport } from '../../../../core/products/test-report.ts';
import { World } from '../../interpreter/world.ts';
import { compiled } from '../letter-of.ts';

interface Decision {
  readonly decision: 'approved' | 'denied';
  readonly reasons?: readonly string[];
}

/** See README.md. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly use_case?: string;
  /** `live` if it is left out. */
  readonly mode?: 'test' | 'live';
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject & { readonly applicant: JsonObject };
  readonly reports: Readonly<Record<string, JsonObject | readonly JsonObject[]>>;
  /** The account's declarations of payload fields. */
  readonly fields?: FieldSpecsJson;
  readonly decisions?: Readonly<Record<string, Decision | readonly Decision[]>>;
  readonly outcome: string | null;
  readonly letters: readonly {
    readonly to: string;
    readonly kind: string;
    /** Terms of an offer. */
    readonly terms?: string;
    readonly encloses?: readonly string[];
    readonly reasons: readonly string[];
    readonly agencies: readonly string[];
    readonly score_disclosed: boolean;
  }[];
  /** Persons who were denied and got no letter; left out if everybody got theirs. */
  readonly notices_due?: readonly { readonly applicant: string; readonly kind: string; readonly why: string }[];
  readonly warnings?: readonly string[];
}

type OpenEffect = World['allEffects'][number];

const TODAY = '2026-11-25';
export const CASES = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Case => JSON.parse(line));

type Run = Pick<Case, 'definition' | 'use_case' | 'mode' | 'payload' | 'reports' | 'fields' | 'decisions'>;

/** Its letters, and what became of it. */
export function run({ definition, use_case: useCase, mode = 'live', payload, reports, fields, decisions = {} }: Run) {
  const world = new World(definition, {
    ...{ mode, payload, skipWaits: true },
    noticeClock: { acceptedAt: Date.parse(TODAY), defaultPurpose: null },
    ...(useCase === undefined ? {} : { useCase }),
    ...dictionaryIn(fields ?? null, fieldsOfCascade(definition)),
  });
  const letters: NoticeDocument[] = [];
  const turns: Record<string, number> = {};
  world.advance();
  for (;;) {
    const [effect] = world.openEffects.values();
    const round = [...world.openRounds].find((key) => decisions[nodeOf(key)] !== undefined);
    if (effect !== undefined) {
      const answer = answerTo(effect);
      if (answer === null) world.fail(effect.key, 'notice_incomplete', 'The notice lacks what nobody can give.');
      else world.finish(effect.key, answer);
    } else if (round !== undefined) {
      const node = nodeOf(round);
      const given = decisions[node];
      const turn = turns[node] ?? 0;
      turns[node] = turn + 1;
      const ofTurn = Array.isArray(given) ? (given as readonly Decision[])[turn] : (given as Decision);
      const { decision, reasons = [] } = ofTurn ?? { decision: 'denied' as const };
      world.settleRound(round, decision, { reasons });
      world.advance();
    } else if (world.last?.status === 'waiting' && world.last.wakeAt !== null) {
      world.now = world.last.wakeAt;
      world.advance();
    } else {
      const { outcome = null, noticesDue: due = [] } = world.last ?? {};
      return { outcome, letters, due };
    }
  }

  function answerTo({ nodeId, visit, request }: OpenEffect): JsonObject | null {
    if (request.kind === 'live_pull') {
      const given = reports[nodeId] ?? {};
      const part = Array.isArray(given) ? ((given as JsonObject[])[visit - 1] ?? {}) : (given as JsonObject);
      const product = productByCode(request.product_code);
      const spotless = product?.synthetic(payload.applicant, TODAY, (payload.property ?? {}) as JsonObject) ?? {};
      return { report: filledReport(part, spotless) };
    }
    if (request.kind !== 'notice' || request.operation !== 'prepare') {
      return { message_id: 'sent', sent_at: `${TODAY}T00:00:00.000Z`, decide_at: `${TODAY}T00:00:00.000Z` };
    }
    const result = compiled(
      request.notice,
      payload,
      TODAY,
      letters.findLast(({ stage }) => stage === 'pre_adverse'),
    );
    if (!result.ok) return result.needs === null ? null : { needs: result.needs, missing: [...result.missing] };
    letters.push(result.document);
    return { artifact_id: letters.length };
  }
}

function nodeOf(round: string): string {
  return round.split('#')[0] ?? '';
}
