import { sql } from 'kysely';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { PRODUCTS } from '../../core/products/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import type { Seed } from '../support/seed.ts';

export const NOTICE_BYTES = 60_000;

export const DEFINITION: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 900 }] },
        ],
      },
    },
    fail_steps: ['deny'],
  },
  { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { action_type: 'denied' } },
];

/** A batch that has ended: each row with a report and a notice that was sent. Returns its id. */
export async function seedBatch(db: Database, seeded: Seed, rowCount: number): Promise<number> {
  const { accountId, clientId, workflowId } = seeded;
  const report = PRODUCTS.credit_report.synthetic({ first_name: 'Ada', last_name: 'Example' }, '2026-03-01');
  return db.transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into batch (account_id, api_client_id, workflow_id, workflow_version, execution_mode, total_count, run_key,
        status, started_at, completed_at)
      values (${accountId}, ${clientId}, ${workflowId}, 1, 'test', ${rowCount}, gen_random_uuid(), 'completed', now(), now())
      returning id`.execute(trx);
    const batchId = rows[0]?.id ?? 0;
    await sql`
      with r as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, batch_id, row_index, status,
          outcome, execution_mode, payload, run_key, started_at, completed_at)
        select ${accountId}, ${clientId}, ${workflowId}, 1, ${batchId}, n, 'completed', 'denied', 'test',
          jsonb_build_object('applicant', jsonb_build_object('first_name', 'Ada', 'last_name', n::text,
            'email', 'person' || n || '@example.com')), gen_random_uuid(), now(), now()
        from generate_series(0, ${rowCount}::int - 1) n
        returning id
      ), s as (
        insert into step (execution_id, node_id, visit, node_type, status, output, started_at, ended_at)
        select id, 'credit', 1, 'BillingProduct', 'succeeded', ${asJson(report)}::jsonb, now(), now() from r
      ), a as (
        insert into artifact (api_client_id, execution_id, kind, node_id, visit, stage, status, notice_status, filename,
          byte_size)
        select ${clientId}, id, 'notice', 'deny', 1, 'single', 'ready', 'sent', 'notice-' || id || '.pdf',
          ${NOTICE_BYTES}::int from r
        returning id
      )
      insert into artifact_blob (artifact_id, bytes)
      select a.id, f.bytes
      from a cross join lateral (
        -- Bytes that do not compress, as those of a PDF.
        select substring(string_agg(sha512((a.id || ' ' || n)::bytea), '') for ${NOTICE_BYTES}) as bytes
        from generate_series(1, ${Math.ceil(NOTICE_BYTES / 64)}::int) n
      ) f`.execute(trx);
    return batchId;
  });
}
