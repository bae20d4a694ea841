import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { NodeBase } from '../../../core/cascade/definition.ts';
import { fieldsRead } from '../../../core/cascade/fields-read.ts';
import { conditionsOf } from '../../../core/cascade/nodes/if-else.ts';
import { isKind } from '../../../core/cascade/registry.ts';
import { explainNotice, issuedNotices } from '../../../core/explanation/index.ts';
import { choicesOnTheWay, flaggedBy } from '../../../core/explanation/flagged.ts';
import { fieldPath } from '../../../core/fields/path.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { NoticeDocument } from '../../../core/notices/index.ts';
import { productByCode } from '../../../core/products/index.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { filledReport } from '../../../core/products/test-report.ts';
import { isQuantifier } from '../../../core/quantifiers.ts';
import { loadNoticeData, loadReferenceData } from '../../../platform/reference-data/index.ts';
import { noticeLetter } from '../../../services/artifacts/notices/letter.ts';
import { blocksOfGuide, guideNames } from '../../docs/support/blocks.ts';
import { plenty } from '../../support/work.ts';
import { World } from '../interpreter/world.ts';
import { CASES } from '../notices/lawyer/cases.ts';
import { compiled } from '../notices/letter-of.ts';

/** A cascade with one applicant, and what reports and reviewers say. */
export interface Play {
  readonly id: string;
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject;
  readonly fields?: FieldSpecsJson;
  readonly useCase?: string;
  readonly mode: 'test' | 'live';
  readonly sandbox?: SandboxRegistry;
  /** By node; reports have good values where they are left out. */
  readonly reports?: Readonly<Record<string, JsonObject | readonly JsonObject[]>>;
  /** By node; a review that is missing here is denied. */
  readonly decisions?: Readonly<Record<string, Verdict | readonly Verdict[]>>;
}

interface Verdict {
  readonly decision: 'approved' | 'denied';
  readonly reasons?: readonly string[];
}

const TODAY = '2026-11-25';
const MOST_TURNS = 40;
const DATA = loadNoticeData();

/** All that is said of a run: its outputs, its letters as pages, why each was sent, and why each reviewer was asked. */
export function played(of: Play) {
  const { definition, payload, mode } = of;
  const world = new World(definition, {
    ...{ mode, payload, skipWaits: true, noticeClock: { acceptedAt: Date.parse(TODAY), defaultPurpose: null } },
    ...(of.useCase === undefined ? {} : { useCase: of.useCase }),
    ...(of.sandbox === undefined ? {} : { sandbox: of.sandbox }),
    ...dictionaryIn(of.fields ?? null),
  });
  const letters: NoticeDocument[] = [];
  const asked: Json[] = [];
  const turns = new Map<string, number>();
  const recorded = () => ({ definition, history: [...world.history.values()], context: world.run });
  world.advance();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const [effect] = world.openEffects.values();
    const [round] = world.openRounds;
    if (effect !== undefined) {
      const answer = answerTo(of, effect, letters);
      if (answer === null) world.fail(effect.key, 'notice_incomplete', 'The notice lacks something.');
      else world.finish(effect.key, answer);
    } else if (round !== undefined) {
      const [node = ''] = round.split('#');
      const visit = world.path.filter((id) => id === node).length;
      asked.push(flaggedBy(choicesOnTheWay(recorded(), { node_id: node, visit })) as unknown as Json);
      const given = of.decisions?.[node] ?? { decision: 'denied' };
      const nth = turns.get(node) ?? 0;
      turns.set(node, nth + 1);
      const { decision, reasons = [] } = (Array.isArray(given) ? (given as Verdict[])[nth] : (given as Verdict)) ?? {
        decision: 'denied' as const,
      };
      world.settleRound(round, decision, { reasons });
      world.advance();
    } else if (world.last?.status === 'waiting' && world.last.wakeAt !== null) {
      world.now = world.last.wakeAt;
      world.advance();
    } else break;
  }
  const explained = issuedNotices(world.allEffects).map((notice) => explainNotice(recorded(), notice, plenty()));
  return {
    ...{ letters, asked, explained, path: world.path, steps: [...world.steps.values()], outcome: world.last?.outcome },
    due: world.last?.noticesDue ?? [],
    effects: world.allEffects.map(({ request }) => request),
  };
}

function answerTo(of: Play, effect: World['allEffects'][number], letters: NoticeDocument[]): JsonObject | null {
  const { nodeId, visit, request } = effect;
  if (request.kind === 'live_pull') {
    const given = of.reports?.[nodeId] ?? {};
    const part = Array.isArray(given) ? ((given as JsonObject[])[visit - 1] ?? {}) : (given as JsonObject);
    const { applicant = {}, property = {} } = of.payload;
    const product = productByCode(request.product_code);
    const spotless = product?.synthetic(applicant as JsonObject, TODAY, property as JsonObject) ?? {};
    return { report: filledReport(part, spotless) };
  }
  if (request.kind !== 'notice' || request.operation !== 'prepare') {
    return { message_id: 'sent', sent_at: `${TODAY}T00:00:00.000Z`, decide_at: `${TODAY}T00:00:00.000Z` };
  }
  const first = letters.findLast(({ stage }) => stage === 'pre_adverse');
  const result = compiled(request.notice, of.payload, TODAY, first);
  if (!result.ok) return result.needs === null ? null : { needs: result.needs, missing: [...result.missing] };
  letters.push(result.document);
  return { artifact_id: letters.length };
}

/** A letter as it goes out. */
export const pageOf = (letter: NoticeDocument): string => noticeLetter(letter, DATA, { cssFor: () => '' } as never);

/** The lawyers' cases whose account declared fields. */
export const LAWYERS: readonly Play[] = CASES.filter(({ fields }) => fields !== undefined).map(
  ({ use_case: useCase, ...of }) => ({ ...of, mode: 'live', ...(useCase === undefined ? {} : { useCase }) }),
);

const { templates, sandbox } = loadReferenceData();

/** The golden letters: each template with each subject of the sandbox, whom every reviewer denies. */
export const GOLDEN: readonly Play[] = templates.flatMap(({ key, definition }) =>
  sandbox.subjects.map(({ id, payload }): Play => ({
    id: `${key} ${id}`,
    definition,
    payload: { ...payload },
    mode: 'test',
    sandbox,
  })),
);

/** The cascades of the guides, with an applicant whose fields have values of the kinds that conditions ask for. */
export const GUIDES: readonly Play[] = guideNames().flatMap((name) =>
  blocksOfGuide(name)
    .filter(({ words: [role] }) => role === 'cascade')
    .flatMap(({ text }, index) =>
      (['below', 'above'] as const).map((side): Play => {
        const definition = JSON.parse(text) as CascadeDefinition;
        const payload = payloadFor(definition, side);
        return { id: `${name} ${index} ${side}`, definition, payload, mode: 'live' };
      }),
    ),
);

/** The play with every field that it reads declared, by a label that its name does not suggest. */
export function declaring(of: Play): Play {
  const paths = [...fieldsRead(of.definition)].map((path) =>
    fieldPath(path)
      .split('.')
      .filter((name) => !isQuantifier(name) && !/^\d+$/.test(name))
      .join('.'),
  );
  const { dictionary } = dictionaryIn(null);
  const own = [...new Set(paths)].filter((path) => path !== '' && dictionary.at(path) === undefined);
  const fields = own.map((path, index): [string, FieldSpec] => {
    const value = valueAt(of.payload, path);
    const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes_no' : 'text';
    return [path, { type, kind: 'fact', label: `Entry ${index + 1}` }];
  });
  return { ...of, fields: { ...Object.fromEntries(fields), ...of.fields } };
}

function valueAt(payload: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = payload;
  for (const name of path.split('.')) {
    const object: Json | undefined = Array.isArray(value) ? value[0] : value;
    value = typeof object === 'object' && object !== null && !Array.isArray(object) ? object[name] : undefined;
  }
  return value;
}

/** A value for each path that is read. */
function payloadFor(definition: readonly NodeBase[], side: 'below' | 'above'): JsonObject {
  const payload: JsonObject = {};
  const reports = new Set(definition.filter((node) => isKind(node, 'BillingProduct')).map(({ id }) => id));
  const compared = new Map<string, Json>();
  for (const node of definition) {
    if (!isKind(node, 'IfElse')) continue;
    for (const { source_node_id: source, field, value } of conditionsOf(node)) {
      if (!reports.has(source)) compared.set(fieldPath(field), value ?? null);
    }
  }
  for (const path of fieldsRead(definition)) {
    const value = compared.get(fieldPath(path));
    const sign = side === 'below' ? -1 : 1;
    put(payload, fieldPath(path).split('.'), typeof value === 'number' ? value + sign : (value ?? `Value ${side}`));
  }
  const { applicant } = payload;
  const sent = typeof applicant === 'object' && applicant !== null && !Array.isArray(applicant) ? applicant : {};
  return { ...payload, applicant: { ...sent, first_name: 'Ada', last_name: 'Otter', email: 'ada@example.com' } };
}

/** A figure of a list means an item of that list here. */
function put(object: JsonObject, [name = '', ...rest]: readonly string[], value: Json): void {
  if (name === '') return;
  const next = rest.findIndex((each) => !isQuantifier(each) && !/^\d+$/.test(each));
  if (next < 0) object[name] ??= value;
  else if (next === 0) {
    const inner = object[name];
    const own = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
    object[name] = own;
    put(own, rest, value);
  } else {
    const item: JsonObject = {};
    put(item, rest.slice(next), value);
    object[name] = [item];
  }
}
