import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { jsonBytes } from '../../../core/json-limits.ts';
import type { OutputSizes } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';

/** The data of a run, which can have many MiB. */
export interface RunData {
  readonly payload: JsonObject;
  /** The last output of each node that has one. */
  readonly outputs: Readonly<Record<string, Json>>;
  /** Output of a visit before the last one that has an output. */
  outputOf(nodeId: string, visit: number): Json | null;
  /** Reports by product code; empty unless the run re-evaluates another one and uses its reports. */
  readonly reusedReports: Readonly<Record<string, Json>>;
  /** Sizes of the outputs, if they were measured while loading. */
  readonly sizes?: OutputSizes;
}

/** Characters that are parsed before other work may run. */
const PARSED_AT_ONCE = 128 * 1024;

interface Row {
  readonly what: 'payload' | 'output' | 'reused';
  readonly name: string;
  readonly visit: number;
  readonly json: string;
}

const LOAD = `
  with run as (select id, payload, reuse_reports from execution where id = $1 and xmin::text = $2)
  select 'payload' as what, '' as name, 0 as visit, payload::text as json from run
  union all
  select 'output', s.node_id, s.visit, s.output::text
  from run join step s on s.execution_id = $1 where s.output is not null
  union all
  select 'reused', p.product_code, 0, p.output::text
  from run join reused_report p on p.execution_id = run.id where run.reuse_reports
  order by what, name, visit`;

/**
 * The data of a run that has much of it, as text of single values. So no turn of the event loop parses or measures all
 * of it. Undefined if the execution's row was written since `rowVersion` was read, because the data would be of another
 * moment.
 */
export async function loadLargeData(
  pool: Pool,
  run: { readonly id: number; readonly rowVersion: string },
): Promise<RunData | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'executor_load_data',
    text: LOAD,
    values: [run.id, run.rowVersion],
  });
  const byKind: Record<Row['what'], Record<string, Json>> = { payload: {}, output: {}, reused: {} };
  const ofVisits = new Map<string, Json>();
  const last = new Map<string, number>();
  let written = 0;
  let parsed = 0;
  for (const { what, name, visit, json } of rows) {
    const value = JSON.parse(json) as Json;
    // In the order of visits, so that the last one wins.
    byKind[what][name] = value;
    if (what === 'output') {
      const bytes = jsonBytes(value, Infinity);
      last.set(name, bytes);
      ofVisits.set(`${name}#${visit}`, value);
      written += bytes;
    }
    parsed += json.length;
    if (parsed < PARSED_AT_ONCE) continue;
    parsed = 0;
    await nextTurn();
  }
  const payload = byKind.payload[''];
  if (payload === undefined) return undefined;
  return {
    payload: payload as JsonObject,
    outputs: byKind.output,
    outputOf: (nodeId, visit) => ofVisits.get(`${nodeId}#${visit}`) ?? null,
    reusedReports: byKind.reused,
    sizes: { last, written },
  };
}
