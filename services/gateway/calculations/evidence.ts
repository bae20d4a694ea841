import type { Json, JsonObject } from '../../../core/json.ts';
import type { Work } from '../../../core/work.ts';
import { explain, type Explained } from './explain.ts';
import { parsedOrNull } from './stored-run.ts';

/** A step as the trace shows it. */
export interface TraceStep {
  readonly node_id: string;
  readonly node_type: string;
  readonly visit: number;
  readonly status: string;
  readonly error_code: string | null;
  readonly error_message: string | null;
  readonly attempts: number | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  /** As JSON. */
  readonly output: string | null;
}

export interface EvidenceInput extends Explained {
  /** ExecutionDetail, as JSON. */
  readonly execution: string;
  readonly steps: readonly TraceStep[];
}

/** The documents of an evidence bundle with the data of the run. */
export interface EvidenceDocuments {
  readonly execution: string;
  readonly input: string;
  readonly trace: string;
  readonly explanation: string;
  readonly reports: readonly { readonly nodeId: string; readonly visit: number; readonly text: string }[];
}

export function evidenceDocuments({ execution, steps, ...recorded }: EvidenceInput, work: Work): EvidenceDocuments {
  const { input_context: input, ...summary } = JSON.parse(execution) as JsonObject;
  const trace = steps.map(({ node_id, node_type, visit, status, output, ...rest }) => ({
    node_id,
    node_type,
    visit,
    status,
    output: parsedOrNull(output),
    ...rest,
  }));
  return {
    execution: documentText(summary),
    input: documentText(input ?? null),
    trace: documentText(trace.map(({ started_at, ended_at, ...rest }) => ({ ...rest, started_at, ended_at }))),
    explanation: documentText(explain(recorded, work)),
    reports: trace
      .filter((step) => step.node_type === 'BillingProduct' && step.output !== null)
      .map(({ node_id: nodeId, visit, output }) => ({ nodeId, visit, text: documentText(output) })),
  };
}

/** JSON that a person reads. */
export function documentText(value: Json): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
