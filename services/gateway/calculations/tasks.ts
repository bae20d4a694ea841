import type { JsonObject } from '../../../core/json.ts';
import type { ApplicantView } from '../../../core/masks.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { evidenceDocuments, type EvidenceDocuments, type EvidenceInput } from './evidence.ts';
import { explain, type Explained } from './explain.ts';
import { readWorkflow, type ReadWorkflow } from './read.ts';
import { reviewCase, type CaseInput } from './review-case.ts';
import { shownCalculation, shownComparison, shownExecution } from './shown.ts';
import { simulateRun, type SimulatedRun } from './simulate.ts';

interface Shown {
  readonly view: ApplicantView;
}

/** `loadReferenceData` reads its files once. */
const sandbox = () => loadReferenceData().sandbox;

/**
 * What the gateway computes of what callers sent. What may be large goes in and comes out as JSON: the event loop hands
 * texts on and reads none of them.
 */
export const CALCULATIONS = {
  /** `run`: SimulatedRun. */
  simulate: (run: string): string => JSON.stringify(simulateRun(JSON.parse(run) as SimulatedRun, sandbox())),
  /** `of`: ReadWorkflow. */
  read: (of: string): string => JSON.stringify(readWorkflow(JSON.parse(of) as ReadWorkflow)),
  explain: ({ view, ...recorded }: Explained & Shown): string =>
    JSON.stringify(shownCalculation(explain(recorded), view, recorded.run)),
  /** Each an ExecutionDetail. */
  compare: ({ left, right, view }: { readonly left: string; readonly right: string } & Shown): string =>
    JSON.stringify(shownComparison(JSON.parse(left) as JsonObject, JSON.parse(right) as JsonObject, view)),
  reviewCase: ({ view, ...read }: CaseInput & Shown): string =>
    JSON.stringify(shownCalculation(reviewCase(read, sandbox()), view, read.run)),
  /** Of an ExecutionDetail that is too large for the event loop. */
  showExecution: ({ json, view }: { readonly json: string } & Shown): string => shownExecution(json, view),
  evidence: (recorded: EvidenceInput): EvidenceDocuments => evidenceDocuments(recorded),
};
