import type { DecidedCondition } from '../../../../core/cascade/decided.ts';
import { isUserApproved } from '../../../../core/cascade/scope.ts';
import { smallestChange } from '../../../../core/explanation/changes.ts';
import type { RecordedRun } from '../../../../core/explanation/rerun.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import type { RunSoFar } from '../../../../core/notices/decided/index.ts';
import { World } from '../../interpreter/world.ts';
import type { Property } from './properties.ts';
import { plenty } from '../../../support/work.ts';

/** A value that is to be another one, where the condition read it. */
interface Change {
  readonly condition: DecidedCondition;
  readonly value: Json;
}

const MOST_TURNS = 60;
const MOST_CANDIDATES = 6;

/**
 * The explanation gives the smallest set of deciding values that avoids the notice. That is checked by running again
 * with the reports and the decisions as they were; if the explanation gives no set, none does.
 */
export const explained: Property = ({ run, decided }) => {
  if (decided.unconditional) return undefined;
  const candidates = candidatesOf(decided.choices.flatMap(({ conditions }) => conditions));
  // The items that would give a list another figure are not made up here.
  if (candidates.length > MOST_CANDIDATES || candidates.some(({ condition }) => condition.items !== undefined)) {
    return undefined;
  }
  const given = smallestChange(recorded(run), decided, { node_id: run.visit.nodeId, visit: run.visit.visit }, plenty());
  const size = given?.values.length ?? candidates.length + 1;
  if (given !== null && avoidsWith(run, given.values) === false) return `${words(given.values)} does not avoid it`;
  const smaller = subsets(candidates).find((set) => set.length < size && avoidsWith(run, set) === true);
  return smaller === undefined
    ? undefined
    : `${words(smaller)} avoids it, and not only ${given === null ? 'nothing' : words(given.values)}`;
};

function candidatesOf(conditions: readonly DecidedCondition[]): readonly Change[] {
  const all = conditions.flatMap((condition): Change[] => {
    const { cure, read, field } = condition;
    return cure === undefined || (read === null && isUserApproved(field)) ? [] : [{ condition, value: cure }];
  });
  return [...new Map(all.map((each) => [words([each]), each])).values()];
}

function subsets(of: readonly Change[]): readonly (readonly Change[])[] {
  const all = Array.from({ length: 2 ** of.length }, (_, mask) => of.filter((_each, bit) => (mask & (1 << bit)) !== 0));
  const isOnce = (set: readonly Change[]) => new Set(set.map(placeOf)).size === set.length;
  return all.filter((set) => set.length > 0 && isOnce(set));
}

const placeOf = ({ condition: { read, field } }: Change): string =>
  `${read?.node_id ?? ''}#${read?.visit ?? 0}.${field.replace(/^context\./, '')}`;

const words = (changes: readonly Change[]): string =>
  changes.map((each) => `${placeOf(each)}=${JSON.stringify(each.value)}`).join(', ');

function recorded({ definition, history, visit }: RunSoFar): RecordedRun {
  const { execution, workflow, payload, sandbox, reusedReports } = visit;
  return { definition, history, context: { execution, workflow, payload, sandbox, reusedReports, noticeClock: null } };
}

/** Undefined if the run does not come to its end: a loop. */
function avoidsWith(run: RunSoFar, changes: readonly Change[]): boolean | undefined {
  const { definition, history, visit } = run;
  const issued = noticesWith(run, changes);
  if (issued === undefined) return undefined;
  if (issued.has(visit.nodeId)) return false;
  const actionOf = (id: string) =>
    (definition.find((node) => node.id === id) as { adverse_action?: { action_taken?: string } } | undefined)
      ?.adverse_action?.action_taken;
  const isOffer = (id: string) => actionOf(id) === 'other_action';
  return [...issued].every(
    (id) => history.some(({ nodeId }) => nodeId === id) || (isOffer(id) && !isOffer(visit.nodeId)),
  );
}

/** The interpreter itself, with the world as it was and these values changed. Undefined if it does not end, or fails. */
function noticesWith({ definition, history, visit }: RunSoFar, changes: readonly Change[]): Set<string> | undefined {
  const outputOf = (nodeId: string, at: number) => {
    const pulled = history.filter((past) => past.nodeId === nodeId && past.output !== null);
    return pulled.find((past) => past.visit === at) ?? pulled.at(-1);
  };
  const payload = changed(
    visit.payload,
    changes.filter(({ condition }) => condition.read === null),
  );
  const world = new World(definition as World['definition'], { mode: 'live', payload, skipWaits: true });
  const issued = new Set<string>();
  world.advance();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const [effect] = world.openEffects.values();
    const [round] = world.openRounds;
    if (effect !== undefined) {
      if (effect.request.kind === 'notice') issued.add(effect.nodeId);
      const past = outputOf(effect.nodeId, effect.visit);
      const report = changed(
        isJsonObject(past?.output) ? past.output : {},
        changes.filter(({ condition: { read } }) => read?.node_id === past?.nodeId && read?.visit === past?.visit),
      );
      world.finish(effect.key, { artifact_id: 1, delivery: 'email', report });
    } else if (round !== undefined) {
      const [node = '', at = '1'] = round.split('#');
      world.settleRound(round, decisionAt(history, node, Number.parseInt(at, 10)));
      world.advance();
    } else return world.last?.status === 'failed' ? undefined : issued;
  }
  return undefined;
}

function decisionAt(history: RunSoFar['history'], node: string, at: number): 'approved' | 'denied' {
  const output = history.find(({ nodeId, visit }) => nodeId === node && visit === at)?.output;
  return isJsonObject(output) && isJsonObject(output.review) && output.review.decision === 'denied'
    ? 'denied'
    : 'approved';
}

function changed(data: JsonObject, changes: readonly Change[]): JsonObject {
  return changes.reduce<JsonObject>((held, { condition: { field }, value }) => {
    const path = field.replace(/^context\./, '').split('.');
    return put(held, path, value);
  }, data);
}

function put(data: JsonObject, [head = '', ...rest]: readonly string[], value: Json): JsonObject {
  const inner = data[head];
  return { ...data, [head]: rest.length === 0 ? value : put(isJsonObject(inner) ? inner : {}, rest, value) };
}
