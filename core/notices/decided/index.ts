import type { ConditionTrace, VisitRef } from '../../cascade/conditions.ts';
import type { VisitContext } from '../../cascade/contract.ts';
import type { NodeBase, ValueSource } from '../../cascade/definition.ts';
import type { NodeRegistry } from '../../cascade/kinds.ts';
import { reportsHeld } from '../../cascade/scope.ts';
import type { Dictionary } from '../../fields/dictionary.ts';
import { STANDARD } from '../../fields/standard.ts';
import { fieldSchema } from '../../products/index.ts';
import { choiceVisit, contributionOf, type ChoiceVisit, type Contribution } from './contributions.ts';
import { conditionsAskedAbout } from './asked-about.ts';
import { othersOfBlock } from './block.ts';
import {
  avoidance,
  decisionGraph,
  graveNotices,
  isAtLeastAsSevere,
  type Avoidance,
  type DecisionGraph,
} from './graph.ts';
import { MAX_WORK_OF_VISIT } from '../../work.ts';
import { factsOf, wordsWithin } from './facts.ts';
import { alternativesIn } from './alternatives.ts';
import { askedSooner } from './asked-sooner.ts';
import { linesOf, withoutLastResort } from './choice-lines.ts';
import { nearestLimits } from './nearest-limits.ts';
import { arrange, everything, unique } from './order.ts';
import { changedForesight, foresightOf } from './foresight.ts';
import { conditionsByField, curedFurtherOn, type ChangedValue, type FurtherOnInput } from './further-on.ts';
import { decidedBefore, decidedBehind } from './earlier-rows.ts';
import type { IsDecidedBefore, IsDecidedBehind } from './predicates.ts';
import { personsReasons } from './persons-reasons.ts';
import type { Reports } from './reasons.ts';
import { scoresTried, usedScore } from './used-scores.ts';
import { withConditionsThatAsked } from './sent-to-person.ts';
import { isMendedCode, withoutMended } from './newer-reports.ts';
import { isMitigating, type Foresight } from './mitigating.ts';
import {
  OUTCOMES,
  type ChoiceOutcome,
  type Decided,
  type DecidedReason,
  type PastVisit,
  type UsedReport,
} from './types.ts';
import { isAfterIn, refOf, visitKey, visitsByKey, pathTo, type IsAfter, type NoticePath } from './notice-path.ts';

export { catalogueReason, codeFault, trueCodes, type Seen } from './codes.ts';
export { neededText, statedValue, statementText, type StatementWords } from './statement.ts';
export * from './types.ts';

/** A run at the moment when a notice is issued. `visit` is the notice's, or one that can see the same data. */
export interface RunSoFar {
  readonly visit: VisitContext;
  readonly definition: readonly NodeBase[];
  readonly registry: NodeRegistry;
  readonly history: readonly PastVisit[];
}

/**
 * Finds what decided that this notice is issued, and what it may say about that. Pure: the same run gives the same
 * result.
 *
 * Invariants
 * 1. Only the path to the notice counts: visits with a chain of causes to it, except superseded ones.
 * 2. A choice contributes only if another outcome would have been better. A gate that was passed does not.
 * 3. A reason is printed only if it is true for the report that the condition read. Everything else is a neutral
 *    statement.
 *
 * Source: semantics 10.17 to 10.20; FCRA 15 USC 1681m(a); 12 CFR 1002.9(b)(2).
 */
export function whatDecided(run: RunSoFar, givenReasons: readonly string[] = []): Decided {
  const situation = situationOf(run);
  const contributions = situation.isUnconditional
    ? []
    : withConditionsThatAsked(contributionsOf(run, situation), situation, run.visit);
  const given = personsReasons(givenReasons, everythingSeen(run, contributions, situation), situation);
  return { ...assembled(contributions, given, situation), unconditional: situation.isUnconditional };
}

export interface Situation {
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  readonly avoid: Avoidance;
  readonly foresight: Foresight;
  readonly foresightWith: (changed: ChangedValue) => Foresight;
  readonly fieldsRead: () => Pick<FurtherOnInput, 'nameOf' | 'readBy'>;
  readonly reports: Reports;
  readonly dictionary: Dictionary;
  readonly isLive: boolean;
  readonly isReport: (nodeId: string) => boolean;
  readonly findVisit: (ref: VisitRef) => ChoiceVisit | null;
  /** For a choice that only asks: the conditions that led to it. */
  readonly askedAbout: (visit: ChoiceVisit) => readonly ConditionTrace[];
  readonly path: NoticePath;
  readonly isDecidedBefore: IsDecidedBefore;
  readonly isDecidedBehind: IsDecidedBehind;
  readonly isAfter: IsAfter;
  /** True if the notice is about other terms and is not a denial. */
  readonly isOffer: boolean;
  /** True if a run cannot avoid a notice as grave as this one, from the entry on. */
  readonly isUnconditional: boolean;
}

function situationOf({ visit, definition, registry, history }: RunSoFar): Situation {
  const graph = decisionGraph(definition, registry);
  const notice = graph.places.get(visit.nodeId);
  const action = notice?.is === 'notice' ? notice.action : 'denied';
  const grave = graveNotices(graph, action);
  const avoid = avoidanceOf(graph, grave, action);
  const byKey = visitsByKey(history);
  const findVisit = (ref: VisitRef) => {
    const past = byKey.get(visitKey(ref));
    return past === undefined ? null : choiceVisit(past, graph.places.get(past.nodeId));
  };
  const askedAbout = ({ past }: ChoiceVisit) => conditionsAskedAbout(graph, history, past.nodeId);
  const nameOf = ({ source_node_id: id, field }: ValueSource) =>
    visit.sourceOf(id)?.kind === 'report' ? `${id} ${field}` : ` ${field.replace(/^context\./, '')}`;
  let readBy: FurtherOnInput['readBy'] | undefined;
  const fieldsRead = () => ({ nameOf, readBy: (readBy ??= conditionsByField(graph, nameOf)) });
  const foresight = foresightOf(visit, graph, history);
  const foresightWith = changedForesight(visit, graph, history);
  const path = pathTo(
    { node_id: visit.nodeId, visit: visit.visit },
    history,
    (id) => graph.places.get(id)?.is === 'choice',
  );
  return {
    graph,
    grave,
    avoid,
    foresight,
    foresightWith,
    fieldsRead,
    // Trying earlier choices has a step's full budget of its own, because a letter names no value that was not tried.
    isDecidedBefore: decidedBefore({
      ...{ graph, grave, foresight, nameOf, path },
      foresightWith: changedForesight(visit, graph, history, MAX_WORK_OF_VISIT),
    }),
    isDecidedBehind: decidedBehind({ graph, grave, nameOf, foresightWith: changedForesight(visit, graph, history) }),
    reports(read) {
      const source = read === null ? undefined : visit.sourceOf(read.node_id);
      const output = read === null ? undefined : byKey.get(visitKey(read))?.output;
      if (source?.kind !== 'report' || output === undefined) return undefined;
      return { productCode: source.productCode ?? '', product: source.product, output, work: visit.work };
    },
    dictionary: visit.dictionary ?? STANDARD,
    isLive: visit.execution.mode === 'live',
    isReport: (nodeId) => visit.sourceOf(nodeId)?.kind === 'report',
    findVisit,
    askedAbout,
    path,
    isAfter: isAfterIn(history),
    isOffer: !isAtLeastAsSevere(action, 'denied'),
    isUnconditional: graph.entry !== undefined && !avoid.node(graph.entry),
  };
}

/**
 * For an offer on other terms, a review that may end in a denial is no better. It counts only if nothing else avoids
 * the offer.
 */
function avoidanceOf(graph: DecisionGraph, grave: ReadonlySet<string>, action: string): Avoidance {
  const isOffer = !isAtLeastAsSevere(action, 'denied');
  const sure = isOffer ? avoidance(graph, grave, true) : undefined;
  const canAvoid = graph.entry !== undefined && sure?.node(graph.entry) === true;
  return canAvoid && sure !== undefined ? sure : avoidance(graph, grave);
}

/** The contributing choices, nearest to the notice first. */
function contributionsOf(run: RunSoFar, situation: Situation): Contribution[] {
  const { avoid, findVisit, path } = situation;
  const order = new Map(run.definition.map(({ id }, index) => [id, index]));
  const visits = [...path.visits.values()]
    .filter(({ past }) => !path.isSuperseded(past))
    .toSorted(
      (a, b) =>
        a.distance - b.distance ||
        (order.get(a.past.nodeId) ?? 0) - (order.get(b.past.nodeId) ?? 0) ||
        b.past.visit - a.past.visit,
    );
  const found = visits.flatMap(({ past }) => {
    const visit = findVisit(refOf(past));
    if (visit === null) return [];
    const better = betterOutcomes(visit, situation);
    if (better.length === 0) return furtherOn(visit, situation);
    const made = (each: ChoiceVisit) => {
      const cannotAvoid = !avoid.taken(each.past.nodeId, each.taken);
      return contributionOf({ ...situation, visit: each, better: betterOutcomes(each, situation), cannotAvoid });
    };
    return [made(visit), ...othersOfBlock(visit, situation, run.visit).map(made)];
  });
  const made = new Set(found.map(({ visit }) => visit.past.nodeId));
  const others = visits.flatMap(({ past }) => (made.has(past.nodeId) ? [] : (findVisit(refOf(past)) ?? [])));
  // A review that may end in a denial does not spare the applicant an offer.
  const sooner = situation.isOffer ? [] : askedSooner(found, { ...situation, others, ...limitsInput(situation) });
  return [...found, ...sooner];
}

function limitsInput({ graph, reports }: Situation): Pick<FurtherOnInput, 'schemaOf' | 'mustApprove'> {
  return {
    schemaOf(trace) {
      const product = reports(trace.read)?.product;
      return product === undefined ? undefined : fieldSchema(product, trace.field);
    },
    mustApprove: graph.hasApproval,
  };
}

/**
 * A choice that did not matter by itself, if one value of a field turns it and the later choices that read the field.
 */
function furtherOn(visit: ChoiceVisit, situation: Situation): Contribution[] {
  if (visit.review !== null) return [];
  const cured = curedFurtherOn(furtherInput(visit, situation));
  if (cured.length === 0) return [];
  const better = OUTCOMES.filter((outcome) => cured.some((each) => each.outcome === outcome));
  const fields = cured.map(({ field }) => field);
  return [{ visit, better, denials: [], fields, lastResort: [], fewestFields: 1, isExact: true }];
}

function furtherInput(visit: ChoiceVisit, situation: Situation): FurtherOnInput {
  const { graph, grave, foresightWith, fieldsRead, isDecidedBefore } = situation;
  return { visit, graph, grave, foresightWith, isDecidedBefore, ...fieldsRead(), ...limitsInput(situation) };
}

function limitsOf(contributions: readonly Contribution[], situation: Situation) {
  const { nameOf, readBy } = situation.fieldsRead();
  const person = situation.isOffer ? 'decides' : 'may_approve';
  return nearestLimits({
    ...situation,
    contributions,
    mustApprove: situation.graph.hasApproval,
    person,
    curedBehind: (visit) => curedFurtherOn({ ...furtherInput(visit, situation), person }).map(({ field }) => field),
    isReadElsewhere: ({ trace }, choice) =>
      (readBy.get(nameOf(trace)) ?? []).some((reader) => reader.choice !== choice),
  });
}

/** The outcomes that would have been better; none if the choice did not matter. */
function betterOutcomes(
  { past, choice, taken }: ChoiceVisit,
  { graph, grave, avoid, foresight }: Situation,
): ChoiceOutcome[] {
  const cannotAvoid = !avoid.taken(past.nodeId, taken);
  const mustApprove = graph.hasApproval;
  return OUTCOMES.filter((outcome) => {
    if (outcome === taken || !choice.targets.has(outcome)) return false;
    if (cannotAvoid && avoid.outcome(past.nodeId, outcome)) return true;
    return isMitigating(graph, grave, foresight, past.nodeId, outcome, mustApprove);
  });
}

function assembled(
  found: readonly Contribution[],
  given: readonly DecidedReason[],
  situation: Situation,
): Omit<Decided, 'unconditional'> {
  const isSilent = found.every(({ denials: own, fields }) => own.length === 0 && fields.length === 0);
  const contributions = isSilent ? found.map((each) => ({ ...each, fields: each.lastResort })) : found;
  const denials = [...new Set(contributions.flatMap((contribution) => contribution.denials))];
  const { reviewer, allLines, newer, isDenialWithoutReasons } = sayable(contributions, denials, given, situation);
  const hasOthers = reviewer.length > 0 || allLines.some(({ first, lastResort }) => first.length > lastResort.size);
  const perChoice = hasOthers ? allLines.map(withoutLastResort) : allLines;
  const lines = {
    reviewer,
    choices: alternativesIn(contributions, situation.path).map((own) =>
      own.flatMap((each) => perChoice[contributions.indexOf(each)]?.first ?? []),
    ),
    furtherFactors: perChoice.flatMap(({ further }) => further),
  };
  const reasons = arrange(lines);
  const printed = new Set(reasons.flatMap((reason) => [...factsOf(reason), ...wordsWithin(reason)]));

  const used = new Map<string, UsedReport>();
  const passed = [...situation.path.visits.values()].flatMap(({ past }) => situation.findVisit(refOf(past)) ?? []);
  const onWay = [...passed, ...contributions.map(({ visit }) => visit)];
  const readOnWay = new Set(
    onWay.flatMap(({ traces }) =>
      traces.flatMap(({ read, value_from: from }) =>
        [read, from?.read ?? null].flatMap((each) => (each === null ? [] : [visitKey(each)])),
      ),
    ),
  );
  const use = (read: VisitRef | null) => {
    const report = situation.reports(read);
    if (read === null || report === undefined) return;
    const key = visitKey(read);
    const isOnlyAvailable = !readOnWay.has(key);
    used.set(key, {
      product_code: report.productCode,
      ...read,
      ...(isOnlyAvailable ? { only_available: true } : {}),
    });
  };
  // These come first: if there are two scores, the newer one is disclosed.
  for (const read of newer) use(read);
  // The other side of a comparison is a field of its own. It counts if it contributes too, or if the line names it.
  for (const { trace, comparedIn } of contributions.flatMap(({ fields }) => fields)) {
    use(trace.read);
    if (comparedIn === undefined && !trace.missing && trace.value !== null) use(trace.value_from?.read ?? null);
  }
  for (const trace of contributions.flatMap(({ visit }) => scoresTried(visit, situation.reports))) use(trace.read);
  for (const { reportsHeld } of denials) for (const read of reportsHeld) use(read);

  return {
    version: 1,
    reasons,
    choices: contributions.map(({ visit, better, denials: own, fields, fewestFields, isExact }, index) => ({
      ...refOf(visit.past),
      taken: visit.taken,
      better,
      denials: own.map(({ past }) => refOf(past)),
      conditions: fields.map(({ trace, is, cure, comparedIn, isOneOfSeveral }) => ({
        ...trace,
        is,
        cure,
        ...(isOneOfSeveral === undefined ? {} : { is_one_of_several: isOneOfSeveral }),
        ...(comparedIn === undefined ? {} : { is_other: true as const }),
      })),
      fewest_fields: fewestFields,
      is_exact: isExact,
      lines: unique([...(perChoice[index]?.first ?? []), ...(perChoice[index]?.further ?? [])]).filter((line) =>
        factsOf(line).some((fact) => printed.has(fact)),
      ).length,
    })),
    reports: [...used.values()],
    scores: [...used.values()].flatMap((report) => usedScore(report, situation.reports, denials, onWay)),
    denialWithoutReasons: isDenialWithoutReasons,
    left_out: everything(lines).length - reasons.length,
    missingFactors: perChoice.flatMap((each) => each.missingFactors),
  };
}

/**
 * The statements possible about choices and denials. Those that a newer report disproves are left out, unless nothing
 * would remain.
 */
function sayable(
  contributions: readonly Contribution[],
  denials: readonly ChoiceVisit[],
  given: readonly DecidedReason[],
  situation: Situation,
) {
  const nearest = limitsOf(contributions, situation);
  const linesWith = (of: readonly Contribution[]) =>
    of.map(({ fields }) =>
      linesOf(
        fields.map((field) => nearest.get(field) ?? field),
        situation,
      ),
    );
  const reasonsWithout = (isLeftOut: (code: string, denial: ChoiceVisit) => boolean) => [
    ...given,
    ...denials.flatMap((denial) => {
      const reasons = denial.review?.reasons ?? [];
      const traces = [...situation.askedAbout(denial), ...denial.traces];
      return personsReasons(
        reasons.filter((reason) => !isLeftOut(reason, denial)),
        { ...denial, traces },
        situation,
      );
    }),
  ];
  const reviewer = reasonsWithout(() => false);
  const isDenialWithoutReasons = denials.length > 0 && reviewer.length === 0;
  const again = withoutMended(contributions, situation);
  const left = {
    reviewer: reasonsWithout((code, denial) => isMendedCode(code, denial, situation)),
    allLines: linesWith(again.contributions),
    newer: again.newer,
  };
  const isAnyLeft =
    isDenialWithoutReasons ||
    left.reviewer.length > 0 ||
    left.allLines.some(({ first, missingFactors }) => first.length + missingFactors.length > 0);
  if (isAnyLeft) return { ...left, isDenialWithoutReasons };
  return { reviewer, allLines: linesWith(contributions), newer: [], isDenialWithoutReasons };
}

/** Everything that a person who looks at the whole run can refer to. */
function everythingSeen(
  { visit }: RunSoFar,
  contributions: readonly Contribution[],
  { askedAbout }: Pick<Situation, 'askedAbout'>,
) {
  return {
    traces: contributions.flatMap((each) => [...askedAbout(each.visit), ...each.visit.traces]),
    reportsHeld: reportsHeld(visit),
  };
}
