import { readFileSync } from 'node:fs';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn, STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { unitFault } from '../../../core/fields/units.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { isOwnScore } from '../../../core/notices/decided/own-scores.ts';
import { unitInName } from '../../../core/notices/decided/own-labels.ts';
import { isPersonal as isPersonalName, isSecret } from '../../../core/personal-fields.ts';
import type { NoticeDocument } from '../../../core/notices/index.ts';
import { productByCode } from '../../../core/products/index.ts';
import { filledReport } from '../../../core/products/test-report.ts';
import { World } from '../interpreter/world.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { compiled } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

interface Decision {
  readonly decision: 'approved' | 'denied';
  readonly reasons?: readonly string[];
}

/** See lawyer/README.md. */
interface Case {
  readonly id: string;
  readonly title: string;
  readonly use_case?: string;
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject & { readonly applicant: JsonObject };
  readonly reports: Readonly<Record<string, JsonObject | readonly JsonObject[]>>;
  /** What the account calls fields of the payload. */
  readonly labels?: Readonly<Record<string, Said>>;
  readonly decisions?: Readonly<Record<string, Decision | readonly Decision[]>>;
  readonly outcome: string | null;
  readonly letters: readonly {
    readonly to: string;
    readonly kind: string;
    /** Of an offer. */
    readonly terms?: string;
    readonly encloses?: readonly string[];
    readonly reasons: readonly string[];
    readonly agencies: readonly string[];
    readonly score_disclosed: boolean;
  }[];
  /** Who was denied and got no letter; left out if everybody who was denied got theirs. */
  readonly notices_due?: readonly { readonly applicant: string; readonly kind: string; readonly why: string }[];
  readonly warnings?: readonly string[];
}

type OpenEffect = World['allEffects'][number];

const TODAY = '2026-11-25';
const CASES = readFileSync(new URL('lawyer/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Case => JSON.parse(line));

describe('letters of cascades that a lawyer wrote', () => {
  test.each(CASES.map((each) => [`${each.id} ${each.title}`, each] as const))('%s', (_, each) => {
    expect(validateDefinition(each.definition).details).toEqual([]);
    const { outcome, letters, due } = run(each);
    const said = letters.map((letter) => ({
      to: letter.addressee.name,
      kind: kindOf(letter),
      terms: letter.statement,
      enclosures: letter.sections.includes('enclosures'),
      reasons: letter.reasons,
      agencies: [...new Set(letter.agencies.map(({ product_code: code }) => code))].sort(),
      score_disclosed: letter.score !== null,
    }));
    expect(said).toEqual(
      each.letters.map(({ to, kind, terms = null, encloses, reasons, agencies, score_disclosed }) => ({
        ...{ to, kind, terms, enclosures: encloses !== undefined, reasons, agencies, score_disclosed },
      })),
    );
    expect(outcome).toBe(each.outcome);
    expect(due.map(({ applicant, kind, why }) => ({ applicant, kind, why }))).toEqual(each.notices_due ?? []);
    const { ssn, date_of_birth: birth } = each.payload.applicant;
    for (const secret of [ssn, birth]) {
      if (secret !== undefined) expect(JSON.stringify(letters)).not.toContain(String(secret));
    }
    const warned = lintDefinition(each.definition, plenty(), noticeRules(each.use_case ?? null)).map(
      ({ code }) => code,
    );
    expect(warned).toEqual(expect.arrayContaining([...(each.warnings ?? [])]));
  });
});

describe('a letter is the same', () => {
  const differing = (variant: (each: Case) => Case) =>
    CASES.filter((each) => said(each) !== said(variant(each))).map(({ id }) => id);

  // Rules: 10.23.13
  test('if numbers, yes and no are sent as texts, as a form does: a comparison reads them as what they are', () => {
    const texts = (value: Json) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
    expect(differing((each) => ({ ...each, payload: mapped(each.payload, texts) as Case['payload'] }))).toEqual([]);
  });

  test('if the fields of the applicant are read by their other name', () => {
    const inContext = (value: Json, key: string) =>
      key === 'field' && /^(?:applicant|property)\./.test(String(value)) ? `context.${String(value)}` : value;
    expect(
      differing((each) => ({
        ...each,
        definition: mapped(each.definition as unknown as Json, inContext) as unknown as CascadeDefinition,
      })),
    ).toEqual([]);
  });

  test('if the members of the payload are called in camelCase', () => {
    expect(differing(inCamelCase)).toEqual([]);
  });
});

function said(each: Case): string {
  const { outcome, letters } = run(each);
  return JSON.stringify([
    outcome,
    letters.map(({ addressee, reasons, agencies }) => [addressee.name, reasons, agencies]),
  ]);
}

/** With each value that is no object and no list changed. */
function mapped(value: Json, change: (value: Json, key: string) => Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, key));
  if (!isJsonObject(value)) return change(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, change, name)]));
}

/** Members that have a meaning by their name (semantics 10.5 and 10.11) keep it. */
const KEPT = [
  ...['first_name', 'last_name', 'date_of_birth', 'ssn', 'address', 'postal_code', 'email', 'line1', 'line2'],
  ...['esign_consent', 'user_approved'],
];
/** Names of the standard dictionary are declared as they are. */
const STANDARD_NAMES = new Set([...STANDARD_SPECS.keys()].flatMap((path) => path.split('.')));
const camel = (name: string) =>
  STANDARD_NAMES.has(name) || KEPT.includes(name)
    ? name
    : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camelPath = (path: string) => (path.startsWith('steps.') ? path : path.split('.').map(camel).join('.'));

const inCamel = (label: Said): Said =>
  typeof label.of_person === 'string' ? { ...label, of_person: camelPath(label.of_person) } : label;

function inCamelCase(of: Case): Case {
  const pulled = of.definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id);
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === 'string')
      return value.replaceAll(/\{\{(.*?)\}\}/g, (_, path: string) => `{{${camelPath(path)}}}`);
    if (!isJsonObject(value)) return value;
    const isOfReport = pulled.includes(String(value.source_node_id));
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (isOfReport) return [key, key === 'value_from' ? change(each) : each];
        return [
          key,
          (key === 'field' || key === 'applicant') && typeof each === 'string' ? camelPath(each) : change(each),
        ];
      }),
    );
  };
  const renamed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), renamed(each)]));
  };
  return {
    ...of,
    definition: change(of.definition as unknown as Json) as unknown as CascadeDefinition,
    payload: renamed(of.payload) as Case['payload'],
    ...(of.labels === undefined
      ? {}
      : {
          labels: Object.fromEntries(
            Object.entries(of.labels).map(([path, label]) => [camelPath(path), inCamel(label)]),
          ),
        }),
  };
}

/** What the cases say of a field, from before there were declarations. */
interface Said {
  readonly label?: string | null;
  readonly unit?: string | null;
  readonly of_person?: string | null;
  readonly is_score?: boolean | null;
  readonly is_personal?: boolean | null;
}

/** The declarations that say the same, by somebody who knows what the fields hold: names say it here. */
function declaredBy(labels: Readonly<Record<string, Said>> | undefined): FieldSpecsJson | null {
  return labels === undefined
    ? null
    : Object.fromEntries(Object.entries(labels).map(([path, said]) => [path, specOf(path, said, Object.keys(labels))]));
}

function specOf(path: string, said: Said, all: readonly string[]): FieldSpec {
  const isHolding = all.some((other) => other.startsWith(`${path}.`));
  const { label, of_person: person, is_score: isScore, is_personal: isPersonal } = said;
  const isValue = [label, said.unit, isScore, isPersonal].some((each) => each !== undefined && each !== null);
  const names = [path, label ?? ''];
  const unit = [said.unit, unitInName(path), path.endsWith('.count') ? 'count' : null].find(
    (each) => typeof each === 'string' && unitFault(each) === null,
  );
  const tells = isPersonal ?? names.some((name) => isPersonalName(name));
  const kind = tells || names.some(isSecret) ? 'identifier' : (isScore ?? isOwnScore(...names)) ? 'score' : 'fact';
  return {
    type: person === 'each' || (isValue && isHolding) ? 'list' : isValue ? 'number' : 'object',
    ...(typeof label === 'string' ? { label } : {}),
    ...(typeof unit === 'string' && isValue ? { unit } : {}),
    ...(typeof person === 'string' ? { of_person: person } : {}),
    ...(isValue ? { kind } : {}),
  };
}

function run({ definition, use_case: useCase, payload, reports, labels, decisions = {} }: Case) {
  const world = new World(definition, {
    ...{ mode: 'live' as const, payload, skipWaits: true },
    noticeClock: { acceptedAt: Date.parse(TODAY), defaultPurpose: null },
    ...(useCase === undefined ? {} : { useCase }),
    ...dictionaryIn(declaredBy(labels)),
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

const CREDIT: Readonly<Record<string, string>> = { denied: 'credit_denial', other_action: 'counter_offer' };

/** As the lawyer calls it. */
function kindOf({ purpose, letter, stage }: NoticeDocument): string {
  if (purpose === 'credit') return CREDIT[letter] ?? letter;
  if (purpose === 'tenant') return 'adverse_action';
  return stage === 'pre_adverse' ? 'pre_adverse' : 'final_employment';
}

function nodeOf(round: string): string {
  return round.split('#')[0] ?? '';
}
