import { isJsonObject, type Json } from '../../../core/json.ts';
import type { ExecutionDetail } from '../api/records.ts';

/** A value that the failed step could not compare. */
export interface ValueFault {
  /** Path as a correction names it. */
  readonly path: string;
  /** The required type, as the trace names it: `number`, `date`, `yes_or_no`. */
  readonly expected: string;
}

/** The values that the failed steps could not compare. Empty for readers without access to step outputs. */
export function valueFaults({ failed_steps: failed = [], step_outputs: outputs = {} }: ExecutionDetail): ValueFault[] {
  const faults = new Map<string, ValueFault>();
  for (const { node_id: nodeId } of failed) {
    const output = outputs[nodeId] as Json | undefined;
    const conditions = isJsonObject(output) && Array.isArray(output.conditions) ? output.conditions : [];
    for (const condition of conditions) {
      const fault = isJsonObject(condition) ? condition.not_comparable : undefined;
      if (!isJsonObject(fault) || typeof fault.path !== 'string') continue;
      const path = pathOf(fault.path, fault.source_node_id, outputs);
      faults.set(path, { path, expected: typeof fault.expected === 'string' ? fault.expected : '' });
    }
  }
  return [...faults.values()];
}

/** Failure codes of a letter whose address is missing, bounced, or was refused by the mail server. */
const ADDRESS_CODES: readonly string[] = ['recipient_unresolved', 'recipient_suppressed', 'mail_refused'];

/**
 * The addresses that prevented owed letters from being sent. A missing address is included, so that it can be added.
 */
export function addressFaults({
  failed_steps: failed = [],
  notices_due: due,
}: Pick<ExecutionDetail, 'failed_steps' | 'notices_due'>): ValueFault[] {
  return due.flatMap(({ applicant, node_id: nodeId }) => {
    const isCause = failed.some(({ node_id: id, code }) => id === nodeId && ADDRESS_CODES.includes(code));
    return isCause ? [{ path: `${applicant}.email`, expected: 'mail_address' }] : [];
  });
}

/** The output of the applicant's own node has no members; a report's has. */
function pathOf(path: string, source: Json | undefined, outputs: Readonly<Record<string, unknown>>): string {
  const output = typeof source === 'string' && source !== 'context' ? outputs[source] : undefined;
  return isJsonObject(output) && Object.keys(output).length > 0 ? `steps.${String(source)}.${path}` : path;
}
