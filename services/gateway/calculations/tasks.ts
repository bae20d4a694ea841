import type { JsonObject } from '../../../core/json.ts';
import type { ApplicantView } from '../../../core/masks.ts';
import type { Work } from '../../../core/work.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { evidenceDocuments, type EvidenceDocuments, type EvidenceInput } from './evidence.ts';
import { explain, type Explained } from './explain.ts';
import { readWorkflow, type ReadWorkflow } from './read.ts';
import { reviewCase, type CaseInput } from './review-case.ts';
import { shownCalculation, shownComparison, shownExecution, type ShownTo } from './shown.ts';
import { simulateRun, type SimulatedRun } from './simulate.ts';
import type { StoredRun } from './stored-run.ts';

interface Shown {
  readonly view: ApplicantView;
}

/** `loadReferenceData` reads its files once. */
const sandbox = () => loadReferenceData().sandbox;

/**
 * What the gateway computes of what callers sent. What may be large goes in and comes out as JSON: the event loop hands
 * texts on and reads none of them. Each charges what it does to its `Work`, beginning with what it parses.
 */
export const CALCULATIONS = {
  /** `run`: SimulatedRun. */
  simulate: (run: string, work: Work): string => {
    work.spendOnText(run.length);
    return JSON.stringify(simulateRun(JSON.parse(run) as SimulatedRun, sandbox(), work));
  },
  /** `of`: ReadWorkflow. */
  read: (of: string, work: Work): string => {
    work.spendOnText(of.length);
    return JSON.stringify(readWorkflow(JSON.parse(of) as ReadWorkflow, work));
  },
  explain: ({ view, ...recorded }: Explained & Shown, work: Work): string => {
    spendOnRun(recorded.run, work);
    return JSON.stringify(shownCalculation(explain(recorded, work), view, recorded.run));
  },
  /** Each an ExecutionDetail. */
  compare: (
    { left, right, ...to }: { readonly left: string; readonly right: string } & ShownTo,
    work: Work,
  ): string => {
    work.spendOnText(left.length + right.length);
    return JSON.stringify(shownComparison(JSON.parse(left) as JsonObject, JSON.parse(right) as JsonObject, to));
  },
  reviewCase: ({ view, ...read }: CaseInput & Shown, work: Work): string => {
    spendOnRun(read.run, work);
    return JSON.stringify(shownCalculation(reviewCase(read, sandbox(), work), view, read.run));
  },
  /** Of an ExecutionDetail that is too large for the event loop. */
  showExecution: ({ json, ...to }: { readonly json: string } & ShownTo, work: Work): string => {
    work.spendOnText(json.length);
    return shownExecution(json, to);
  },
  evidence: (recorded: EvidenceInput, work: Work): EvidenceDocuments => {
    spendOnRun(recorded.run, work);
    work.spendOnText(recorded.execution.length);
    return evidenceDocuments(recorded, work);
  },
} satisfies Readonly<Record<string, (input: never, work: Work) => unknown>>;

function spendOnRun({ definition, payload, state, steps, reusedReports }: StoredRun, work: Work): void {
  const texts = [definition, payload, state, ...[...steps, ...reusedReports].map(({ output }) => output)];
  work.spendOnText(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
}
