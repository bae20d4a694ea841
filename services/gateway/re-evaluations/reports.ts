import { sql } from 'kysely';
import { productCodeOf, productNamed, productsOf, type PinnedProduct } from '../../../core/cascade/own-products.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json } from '../../../core/json.ts';
import { datedReport } from '../../../core/products/index.ts';
import { vendorErrorOf } from '../../../core/products/test-report.ts';
import { readDefinition } from '../../../platform/database/definitions.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/** The reports of an ended execution, for one that evaluates it again. */
export interface PulledReports {
  /** By product code. */
  readonly reports: ReadonlyMap<string, Json>;
  /** The product of each node whose report it is. */
  readonly products: ReadonlyMap<string, string>;
  /** Nodes that pull reports and have no report, or whose report is replaced by that of another node. */
  readonly otherNodes: ReadonlySet<string>;
}

export interface CascadeVersion {
  readonly workflow_id: number;
  readonly workflow_version: number;
}

export interface Evaluated extends CascadeVersion {
  readonly id: number;
  readonly reuse_reports: boolean;
}

/** Cache of definitions, by workflow and version. */
type Definitions = Map<string, CascadeDefinition>;

/**
 * The last report of each product, from those that the execution was given and those that it pulled. An execution that
 * failed early may not have used all that it was given. A cancelled one may have pulled, and paid for, reports that no
 * step has. `by` is the version of the cascade that evaluates it again.
 */
export async function pulledReports(
  trx: Queryable,
  old: Evaluated,
  by: CascadeVersion,
  definitions: Definitions = new Map(),
): Promise<PulledReports> {
  const definition = await definitionOf(trx, old, definitions);
  const codes = codesByNode(definition);
  const own = productsOf(definition);
  const reports = new Map<string, Json>();
  const nodes = new Map<string, string>();
  if (old.reuse_reports) {
    const given = await trx
      .selectFrom('reused_report')
      .select(['product_code', 'output'])
      .where('execution_id', '=', old.id)
      .execute();
    for (const { product_code: code, output } of given) {
      if (vendorErrorOf(output) !== undefined) continue;
      reports.set(code, output);
      // The first node that pulls the product.
      const node = [...codes].find(([, pulled]) => pulled === code)?.[0];
      if (node !== undefined) nodes.set(code, node);
    }
  }
  for (const { node_id: nodeId, output, report, corrected, pulled_on: pulledOn } of await readPulls(
    trx,
    old.id,
    codes,
  )) {
    const code = codes.get(nodeId) ?? '';
    const schema = productNamed(code, own)?.schema;
    const undated = corrected ?? (output === null ? report : null);
    const pulled = undated === null || schema === undefined ? output : datedReport(undated, schema, pulledOn);
    if (pulled === null) continue;
    reports.set(code, pulled);
    nodes.set(code, nodeId);
  }
  for (const code of readOtherwise(definition, await definitionOf(trx, by, definitions))) {
    reports.delete(code);
    nodes.delete(code);
  }
  const products = new Map([...nodes].map(([code, nodeId]) => [nodeId, code]));
  return { reports, products, otherNodes: new Set([...codes.keys()].filter((id) => !products.has(id))) };
}

/** Products of the account with another schema in the next definition: their fields may have another meaning. */
function readOtherwise(definition: CascadeDefinition, next: CascadeDefinition): readonly string[] {
  const pinned = productsOf(definition);
  const schemaOf = (product: PinnedProduct | undefined) => JSON.stringify(product?.product.schema);
  return [...productsOf(next)].flatMap(([code, now]) => (schemaOf(pinned.get(code)) === schemaOf(now) ? [] : [code]));
}

interface Pull {
  readonly node_id: string;
  /** Output of a visit that succeeded. */
  readonly output: Json | null;
  /** Report of a pull that arrived too late for the run. */
  readonly report: Json | null;
  /** The vendor's last correction. */
  readonly corrected: Json | null;
  readonly pulled_on: string;
}

async function readPulls(
  trx: Queryable,
  executionId: number,
  codes: ReadonlyMap<string, string>,
): Promise<readonly Pull[]> {
  const { rows } = await sql<Pull>`
    select s.node_id, case when s.status = 'succeeded' then s.output end as output, f.result -> 'report' as report,
      o.corrections -> -1 -> 'report' as corrected,
      to_char(coalesce((o.corrections -> -1 ->> 'came_at')::timestamptz, (f.result ->> 'came_at')::timestamptz, f.finished_at)
        at time zone 'UTC', 'YYYY-MM-DD') as pulled_on
    from step s
    left join effect f on f.execution_id = s.execution_id and f.node_id = s.node_id and f.visit = s.visit
      and f.kind = 'live_pull' and f.status in ('done', 'failed')
    left join vendor_order o on o.execution_id = s.execution_id and o.node_id = s.node_id and o.visit = s.visit
    where s.execution_id = ${executionId} and s.node_id = any (${[...codes.keys()]}::text[])
    order by s.sequence`.execute(trx);
  return rows;
}

export async function storeReports(
  trx: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
  reports: ReadonlyMap<string, Json>,
): Promise<void> {
  if (reports.size === 0) return;
  await sql`
    insert into reused_report (execution_id, product_code, output, from_execution_id)
    select ${to}::bigint, code, output, ${from}::bigint
    from jsonb_each(${JSON.stringify(Object.fromEntries(reports))}::jsonb) as report (code, output)`.execute(trx);
}

async function definitionOf(
  trx: Queryable,
  { workflow_id: workflowId, workflow_version: version }: CascadeVersion,
  definitions: Definitions,
): Promise<CascadeDefinition> {
  const key = `${workflowId}:${version}`;
  const known = definitions.get(key);
  if (known !== undefined) return known;
  const read = await readDefinition(trx, workflowId, version);
  definitions.set(key, read);
  return read;
}

function codesByNode(definition: CascadeDefinition): ReadonlyMap<string, string> {
  return new Map(
    definition.flatMap((node): [string, string][] => {
      const code = isKind(node, 'BillingProduct') ? productCodeOf(node) : undefined;
      return code === undefined ? [] : [[node.id, code]];
    }),
  );
}
