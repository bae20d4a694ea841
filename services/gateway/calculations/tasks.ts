import type { JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { compareExecutions } from './compare.ts';
import { evidenceDocuments, type EvidenceDocuments, type EvidenceInput } from './evidence.ts';
import { explain, type Explained } from './explain.ts';
import { reviewCase, type CaseInput } from './review-case.ts';
import { simulateRun, type SimulatedRun } from './simulate.ts';

/** `loadReferenceData` reads its files once. */
const sandbox = () => loadReferenceData().sandbox;

/**
 * What the gateway computes of what callers sent. What may be large goes in and comes out as JSON: the event loop hands
 * texts on and reads none of them.
 */
export const CALCULATIONS = {
  /** `run`: SimulatedRun. */
  simulate: (run: string): string => JSON.stringify(simulateRun(JSON.parse(run) as SimulatedRun, sandbox())),
  explain: (recorded: Explained): string => JSON.stringify(explain(recorded)),
  /** Each an ExecutionDetail. */
  compare: ({ left, right }: { readonly left: string; readonly right: string }): string =>
    JSON.stringify(compareExecutions(JSON.parse(left) as JsonObject, JSON.parse(right) as JsonObject)),
  reviewCase: (read: CaseInput): string => JSON.stringify(reviewCase(read, sandbox())),
  evidence: (recorded: EvidenceInput): EvidenceDocuments => evidenceDocuments(recorded),
};
