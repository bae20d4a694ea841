import { onlyAsks } from '../../cascade/asking.ts';
import type { ConditionTrace } from '../../cascade/conditions.ts';
import { choiceOutput } from '../../cascade/nodes/if-else.ts';
import { oppositeOf } from '../../cascade/operators/index.ts';
import type { Json } from '../../json.ts';
import { avoidance, graveNotices, type DecisionGraph, type Place } from './graph.ts';
import { matchedConditions, unmetConditions } from './parts.ts';

type Choice = Extract<Place, { readonly is: 'choice' }>;

/** A visit of a choice, as recorded in its output. */
interface Past {
  readonly nodeId: string;
  readonly output: Json | null;
}

/**
 * The conditions that brought an applicant to a choice that only asks: those that held, and those that did not hold or
 * are open.
 */
export interface AskedAbout {
  readonly matched: readonly ConditionTrace[];
  readonly unmet: readonly ConditionTrace[];
}

const NOTHING: AskedAbout = { matched: [], unmet: [] };

/**
 * For each earlier choice, its conditions that brought the applicant to `at`. None if `at` asks by conditions of its
 * own.
 */
export function askedAboutAt(graph: DecisionGraph, at: string): (past: Past) => AskedAbout {
  const asking = placeAt(graph, at);
  if (asking === undefined || !onlyAsks(asking.branches)) return () => NOTHING;
  const denials = graveNotices(graph, 'denied');
  const asks = [...graph.places.values()].flatMap((place) =>
    place.is === 'choice' && onlyAsks(place.branches) ? [place.id] : [],
  );
  const undenied = avoidance(graph, denials);
  const spared = avoidance(graph, new Set([...denials, ...asks]));
  return ({ nodeId, output }) => {
    const choice = placeAt(graph, nodeId);
    const made = choiceOutput(output ?? undefined);
    if (choice === undefined || made === null || nodeId === at) return NOTHING;
    const { pass } = choice.branches;
    const own = made.conditions.filter(({ branch }) => branch === 'pass');
    if (made.is_left_to_person === true) return { matched: [], unmet: own.filter(({ result }) => result === null) };
    // A requirement that was met is no reason to ask: applicants who lack it are denied, not asked about.
    const isRow = made.branch === 'pass' && leadsTo(graph, choice, at) && undenied.outcome(nodeId, 'fail');
    if (isRow) return { matched: matchedConditions(pass, own), unmet: [] };
    // A row that did not hold is no reason either, if it denies or asks about something else.
    const isLacking = made.branch === 'fail' && spared.outcome(nodeId, 'pass');
    return isLacking ? { matched: [], unmet: unmetConditions(pass, own) } : NOTHING;
  };
}

/** All these conditions as unmet ones: those that held are turned into their opposites. */
export function conditionsAskedAbout(graph: DecisionGraph, past: readonly Past[], at: string): ConditionTrace[] {
  const askedAbout = askedAboutAt(graph, at);
  const last = new Map(past.map((each) => [each.nodeId, each]));
  return [...last.values()].flatMap((each) => {
    const { matched, unmet } = askedAbout(each);
    return [...unmet, ...matched.flatMap(turned)];
  });
}

function turned(trace: ConditionTrace): ConditionTrace[] {
  const operator = oppositeOf(trace.operator);
  return operator === undefined ? [] : [{ ...trace, operator, result: false }];
}

/** True if the row leads to that choice with nothing but steps in between. */
function leadsTo(graph: DecisionGraph, { targets }: Choice, at: string): boolean {
  const seen = new Set<string>();
  for (let ids = targets.get('pass') ?? []; ;) {
    const [id, ...others] = ids;
    if (id === undefined || others.length > 0 || seen.has(id)) return false;
    if (id === at) return true;
    seen.add(id);
    const place = graph.places.get(id);
    if (place?.is !== 'step') return false;
    ids = place.next;
  }
}

function placeAt(graph: DecisionGraph, id: string): Choice | undefined {
  const place = graph.places.get(id);
  return place?.is === 'choice' ? place : undefined;
}
