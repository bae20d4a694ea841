import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import type { OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import { isoTime } from '../../../core/time.ts';
import { isKind } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import type { StepRecord } from '../../../core/interpreter/types.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { decisionFact } from '../../../core/statistics/ended.ts';
import { dictionaryIn, STANDARD } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { Work } from '../../../core/work.ts';
import { requireOwnReports } from './own-reports.ts';
import { sentencesWithin } from './rules.ts';

/** The route's `SimulateBody` is the part that the caller sent. */
export interface SimulatedRun {
  readonly definition: PackedDefinition;
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
  readonly decisions: Readonly<Record<string, 'approved' | 'denied'>>;
  /** The account's declarations of payload fields. */
  readonly fields: FieldSpecsJson;
  readonly onNotComparable: OnNotComparable;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function simulateRun(
  { definition: packed, fields, ...input }: SimulatedRun,
  sandbox: SandboxRegistry,
  work: Work,
): JsonObject {
  const definition = unpack(packed);
  requireOwnReports(definition, input.reports, isoTime(input.now).slice(0, 10));
  const run = simulate(definition, { ...input, ...dictionaryIn(fields, fieldsOfCascade(definition)), sandbox }, work);
  const { history, context } = run.recorded;
  const dictionary = context.dictionary ?? STANDARD;
  const { decided_by: rule } = decisionFact({ definition, dictionary, visits: history, outcome: run.outcome });
  const sentence = rule === null ? undefined : sentencesWithin(definition, dictionary, work).get(rule);
  const choices = new Set(definition.filter((node) => isKind(node, 'IfElse')).map(({ id }) => id));
  return {
    object: 'simulation',
    status: run.status,
    outcome: run.outcome,
    path: [...run.path],
    steps: run.steps.map((step) => presentStep(step, choices.has(step.nodeId))),
    decided_by: rule === null ? null : { rule, row_id: sentence?.rowId ?? null, text: sentence?.text ?? null },
    stopped_at: run.stoppedAt,
    step_outputs: Object.fromEntries(run.outputs),
    first_error_message: run.firstErrorMessage,
    explanation: { notices: run.notices.map((notice) => explainNotice(run.recorded, notice, work)) },
  };
}

function presentStep({ nodeId, visit, status, causes, output, error }: StepRecord, isChoice: boolean) {
  const branch = isChoice && isJsonObject(output) && typeof output.branch === 'string' ? output.branch : null;
  return {
    ...{ node_id: nodeId, visit, status, branch },
    caused_by: causes.map((cause) => ({ ...cause })),
    error_code: error?.code ?? null,
  };
}
