import type { NoticeFacts, NoticeRequest } from '../cascade/contract.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { visitKey } from './decided/notice-path.ts';
import { purposeOfUseCase } from './purpose.ts';
import { whatDecided, type RunSoFar } from './decided/index.ts';

/** What a notice has to say about this run. Source: semantics 10. */
export function noticeRequest(run: RunSoFar, facts: NoticeFacts): NoticeRequest {
  const decided = facts.decided ?? whatDecided(run, facts.givenReasons);
  return {
    stage: facts.stage,
    action_taken: facts.actionTaken,
    purpose: facts.purpose ?? purposeOfUseCase(run.visit.workflow.useCase),
    jurisdiction: facts.jurisdiction,
    recipient: facts.recipient,
    statement: facts.statement,
    extra_reason: facts.extraReason,
    reasons: decided.reasons.map(({ text }) => text),
    decided,
    product_codes: [...new Set(decided.reports.map(({ product_code }) => product_code))],
    reports: decided.reports.map((report) => ({ ...report })),
    waiting_period: facts.waitingPeriod,
    trace: decided.choices.map(({ node_id, visit, taken, better, conditions }) => ({
      node_id,
      visit,
      taken,
      better: [...better],
      conditions: conditions.map((condition) => ({ ...condition })),
    })),
    credit_report: disclosedReport(run, decided.scores[0]),
  };
}

function disclosedReport(
  { history }: RunSoFar,
  score: { readonly node_id: string; readonly visit: number } | undefined,
) {
  if (score === undefined) return null;
  const output = history.find(({ nodeId, visit }) => visitKey({ node_id: nodeId, visit }) === visitKey(score))?.output;
  return isJsonObject(output) ? (output satisfies JsonObject) : null;
}
