import type { NoticeFacts, NoticeRequest, OwnScore } from '../cascade/notice-request.ts';
import type { VisitRef } from '../cascade/conditions.ts';
import type { Decided } from '../cascade/decided.ts';
import { STANDARD } from '../fields/standard.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { declaredDisclosure, isDisclosedScore } from '../products/scores.ts';
import { visitKey } from './decided/notice-path.ts';
import { toldTo } from './persons.ts';
import { withSpecificReasons } from './decided/specific.ts';
import { purposeOfUseCase } from './purpose.ts';
import { whatDecided, type RunSoFar } from './decided/index.ts';

/** The content of a notice about this run. Source: semantics 10.20 and 10.26. */
export function noticeRequest(run: RunSoFar, facts: NoticeFacts): NoticeRequest {
  const found = facts.decided ?? whatDecided(run, facts.givenReasons);
  const own = ownWords(run.visit);
  const told = toldTo(withSaid(found, facts.saidOfReports, run), run.visit.dictionary ?? STANDARD, facts.applicant);
  const decided = inOwnWords(told, own);
  return withSpecificReasons({
    stage: facts.stage,
    action_taken: facts.actionTaken,
    purpose: facts.purpose ?? purposeOfUseCase(run.visit.workflow.useCase),
    jurisdiction: facts.jurisdiction,
    recipient: facts.recipient,
    applicant: facts.applicant,
    ...(facts.givenAddressee === undefined ? {} : { addressee: facts.givenAddressee }),
    unresolved: facts.unresolved,
    statement: own(facts.statement),
    extra_reason: own(facts.extraReason),
    reasons: decided.reasons.map(({ text }) => text),
    decided,
    product_codes: [...new Set(decided.reports.map(({ product_code }) => product_code))],
    reports: decided.reports.map(({ product_code, node_id, visit }) => ({ product_code, node_id, visit })),
    waiting_period: facts.waitingPeriod,
    trace: decided.choices.map(({ node_id, visit, taken, better, conditions }) => ({
      node_id,
      visit,
      taken,
      better: [...better],
      conditions: conditions.map((condition) => ({ ...condition })),
    })),
    credit_report: outputOf(
      run,
      decided.scores.find(({ field }) => field === undefined),
    ),
    ...when(ownScores(run, decided)),
  });
}

type OwnWords = <T extends string | null>(text: T) => T | string;

/** Masks numbers that identify a person in text that people wrote: their last characters are enough. */
function ownWords({ masks }: RunSoFar['visit']): OwnWords {
  return (text) => (text === null ? text : masks.text(text));
}

function inOwnWords(decided: Decided, own: OwnWords): Decided {
  const reasons = decided.reasons.map((reason) =>
    reason.kind === 'reviewer' && reason.code === null ? { ...reason, text: own(reason.text) } : reason,
  );
  return { ...decided, reasons };
}

/** A report quoted in the letter's own sentences counts as used. Its score is disclosed if the score is quoted. */
function withSaid(decided: Decided, said: NoticeFacts['saidOfReports'], { visit }: RunSoFar): Decided {
  const used = said.map(({ field, ...read }) => {
    const source = visit.sourceOf(read.node_id);
    const { productCode: code = '', product } = source?.kind === 'report' ? source : {};
    const own = product?.declared === undefined ? {} : { field };
    return { report: { product_code: code, ...read }, own, isScore: isDisclosedScore(product, field) };
  });
  const isIn = (list: readonly VisitRef[], { node_id: node, visit: at }: VisitRef) =>
    list.some((each) => each.node_id === node && each.visit === at);
  const reports = used.map(({ report }) => report).filter((report) => !isIn(decided.reports, report));
  const scores = used.flatMap(({ report, own, isScore }) =>
    isScore && !isIn(decided.scores, report) ? [{ ...report, ...own }] : [],
  );
  if (reports.length === 0 && scores.length === 0) return decided;
  return { ...decided, reports: [...decided.reports, ...reports], scores: [...decided.scores, ...scores] };
}

function outputOf({ history }: RunSoFar, read: VisitRef | undefined): JsonObject | null {
  if (read === undefined) return null;
  const output = history.find(({ nodeId, visit }) => visitKey({ node_id: nodeId, visit }) === visitKey(read))?.output;
  return isJsonObject(output) ? output : null;
}

const when = (scores: readonly OwnScore[]) => (scores.length === 0 ? {} : { own_scores: scores });

function ownScores(run: RunSoFar, { scores }: Decided): readonly OwnScore[] {
  return scores.flatMap(({ field, ...score }) => {
    const source = run.visit.sourceOf(score.node_id);
    const output = outputOf(run, score);
    if (field === undefined || output === null || source?.kind !== 'report' || source.product === undefined) return [];
    const disclosed = declaredDisclosure(source.product, field, output, run.visit.work);
    const { product_code: code, only_available: isOnlyAvailable } = score;
    if (disclosed === null) return [];
    return [{ ...disclosed, product_code: code, field, ...(isOnlyAvailable ? { only_available: true as const } : {}) }];
  });
}
