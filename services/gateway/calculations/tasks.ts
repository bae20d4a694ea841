import type { Findings } from '../../../core/cascade/contract.ts';
import type { LintWarning } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { compareExecutions } from './compare.ts';
import { evidenceDocuments, type EvidenceDocuments, type EvidenceInput } from './evidence.ts';
import { explain, type Explained } from './explain.ts';
import { lint } from './lint.ts';
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
  validate: (definition: string): Findings => validateDefinition(JSON.parse(definition)),
  lint: ({ definition, useCase }: { readonly definition: string; readonly useCase: string | null }): LintWarning[] =>
    lint(JSON.parse(definition) as CascadeDefinition, useCase),
};
