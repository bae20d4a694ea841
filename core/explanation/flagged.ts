import { isOfEverybody, onlyAsks } from '../cascade/asking.ts';
import type { ConditionTrace, VisitRef } from '../cascade/conditions.ts';
import { choiceOutput, outcomeAfter } from '../cascade/nodes/if-else.ts';
import type { ChoiceOutcome } from '../cascade/decided.ts';
import { BRANCH_KEYS } from '../cascade/definition.ts';
import { NODES } from '../cascade/registry.ts';
import { avoidance, branchOf, decisionGraph, type Avoidance, type DecisionGraph } from '../notices/decided/graph.ts';
import { askedAboutAt, type AskedAbout } from '../notices/decided/asked-about.ts';
import { matchedConditions, unmetConditions } from '../notices/decided/parts.ts';
import { refOf, visitKey, pathTo } from '../notices/decided/notice-path.ts';
import type { RecordedRun } from './rerun.ts';

/** A choice on the way to a review. */
export interface ChoiceOnTheWay {
  readonly ref: VisitRef;
  readonly name: string | null;
  /** The branch that matched; `fail` if none did or a reviewer denied. */
  readonly taken: ChoiceOutcome;
  /** Why it did not pass: the conditions of `pass` that were not met. Empty if it passed. */
  readonly notPassed: readonly ConditionTrace[];
  /** Why it did not fail: the conditions that made the branch match. Empty if it failed. */
  readonly notFailed: readonly ConditionTrace[];
  /** True if another outcome of the choice would have avoided the review. */
  readonly led: boolean;
}

/**
 * The choices on the way to a review, in the order in which they were made; the one that asks the person comes last.
 * They are chosen by the rules of letters (`core/notices/decided`). A visit counts if a chain of causes leads from it
 * to the review and no later visit supersedes it. A condition counts if it kept a better branch from matching, or made
 * its branch match.
 */
export function choicesOnTheWay(run: RecordedRun, review: VisitRef): ChoiceOnTheWay[] {
  const graph = decisionGraph(run.definition, NODES);
  const avoid = avoidance(graph, new Set([review.node_id]));
  const path = pathTo(review, run.history, (id) => graph.places.get(id)?.is === 'choice');
  const asking = graph.places.get(review.node_id);
  const isOfRows = asking?.is === 'choice' && onlyAsks(asking.branches);
  const askedAbout = isOfRows ? askedAboutAt(graph, review.node_id) : null;
  return run.history
    .filter((past) => path.visits.has(visitKey(refOf(past))) && !path.isSuperseded(past))
    .flatMap((past) => {
      const isReview = visitKey(refOf(past)) === visitKey(review);
      return choiceAt(run, graph, { avoid, askedAbout }, { past, isReview });
    });
}

/** Why a person is asked: first why each choice that led there did not pass, then why it did not fail. */
export function flaggedBy(choices: readonly ChoiceOnTheWay[]): ConditionTrace[] {
  const led = choices.filter((choice) => choice.led);
  return [...led.flatMap(({ notPassed }) => notPassed), ...led.flatMap(({ notFailed }) => notFailed)];
}

type AskedAboutAt = (past: Made['past']) => AskedAbout;

interface Made {
  readonly past: RecordedRun['history'][number];
  readonly isReview: boolean;
}

function choiceAt(
  { definition }: RecordedRun,
  graph: DecisionGraph,
  { avoid, askedAbout }: { readonly avoid: Avoidance; readonly askedAbout: AskedAboutAt | null },
  { past, isReview }: Made,
): ChoiceOnTheWay[] {
  const place = graph.places.get(past.nodeId);
  const output = choiceOutput(past.output);
  if (place?.is !== 'choice' || output === null) return [];
  const { branch, conditions, review } = output;
  if (branch === null) return [];
  const taken = review === undefined ? branch : outcomeAfter(review.decision, output);
  const own = (name: ChoiceOutcome) => conditions.filter((trace) => trace.branch === name);
  const matched = BRANCH_KEYS.find((name) => name === taken);
  const others = [...place.targets.keys()].filter((outcome) => outcome !== taken);
  const leads = !avoid.outcome(past.nodeId, taken) && others.some((outcome) => avoid.outcome(past.nodeId, outcome));
  const about = askedAbout?.(past);
  const isOpen = output.is_left_to_person === true;
  return [
    {
      ref: refOf(past),
      name: definition.find(({ id }) => id === past.nodeId)?.name ?? null,
      taken,
      notPassed:
        isOpen && about !== undefined
          ? about.unmet
          : taken === 'pass'
            ? []
            : unmetConditions(place.branches.pass, own('pass')),
      notFailed:
        matched === undefined
          ? []
          : matchedConditions(branchOf(place.branches, matched), own(matched)).filter((trace) => !isOfEverybody(trace)),
      led: isReview || (about === undefined ? leads : about.matched.length + about.unmet.length > 0),
    },
  ];
}
