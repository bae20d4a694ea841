import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { jsonBytes } from '../../../core/json-limits.ts';
import type { OutputSizes } from '../../../core/interpreter/types.ts';
import type { Json } from '../../../core/json.ts';

/** Characters of outputs that are parsed before other work has its turn. */
const PARSED_AT_ONCE = 1024 * 1024;

export interface LargeOutputs {
  /** The last one of each node, by node id. */
  readonly outputs: Readonly<Record<string, Json>>;
  outputOf(nodeId: string, visit: number): Json | null;
  readonly sizes: OutputSizes;
}

interface Row {
  readonly node_id: string;
  readonly visit: number;
  readonly output: string;
}

/**
 * The outputs of a run that has many MiB of them, visit by visit as text, so that no turn of the event loop parses or
 * measures all of them. Undefined if the execution's row was written since `rowVersion` was read: the outputs would be
 * those of another moment.
 */
export async function loadLargeOutputs(
  pool: Pool,
  run: { readonly id: number; readonly rowVersion: string },
): Promise<LargeOutputs | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'executor_load_outputs',
    text: `
      select s.node_id, s.visit, s.output::text as output
      from execution e join step s on s.execution_id = e.id
      where e.id = $1 and e.xmin::text = $2 and s.output is not null
      order by s.node_id, s.visit`,
    values: [run.id, run.rowVersion],
  });
  // A run is large because of the outputs that it has: none are found if its row is another one by now.
  if (rows.length === 0) return undefined;
  const outputs: Record<string, Json> = {};
  const ofVisits = new Map<string, Json>();
  const last = new Map<string, number>();
  let written = 0;
  let parsed = 0;
  for (const { node_id: nodeId, visit, output: text } of rows) {
    const output = JSON.parse(text) as Json;
    const bytes = jsonBytes(output, Infinity);
    // In the order of visits, so that the last one stays.
    outputs[nodeId] = output;
    last.set(nodeId, bytes);
    ofVisits.set(`${nodeId}#${visit}`, output);
    written += bytes;
    parsed += text.length;
    if (parsed < PARSED_AT_ONCE) continue;
    parsed = 0;
    await nextTurn();
  }
  return {
    outputs,
    outputOf: (nodeId, visit) => ofVisits.get(`${nodeId}#${visit}`) ?? null,
    sizes: { last, written },
  };
}
