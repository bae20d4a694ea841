import { sql } from 'kysely';
import { keptFor, type Keepable, type KeptFor } from '../../core/erasures/duties.ts';
import type { WaitsFor } from '../../core/erasures/states.ts';
import { LIVE_EXECUTION_STATUSES, type ExecutionMode } from '../../core/states.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { NoticePurpose } from '../../core/cascade/notice-request.ts';
import type { Queryable } from '../database/index.ts';

export interface Standing {
  readonly id: number;
  /** The reason for which it cannot be erased yet; null if there is none. */
  readonly waitsFor: WaitsFor | null;
  readonly keptFor: readonly KeptFor[];
}

interface Row {
  readonly id: number;
  readonly execution_mode: ExecutionMode;
  readonly waits_for: WaitsFor | null;
  readonly decided_at: Date;
  readonly default_purpose: NoticePurpose | null;
  readonly definition: CascadeDefinition;
  readonly use_case: string | null;
  readonly claims_months: number;
}

const UNENDED = [...LIVE_EXECUTION_STATUSES, 'queued'] as const;

/**
 * Why executions may not be erased yet, if they may not. A letter that the law wants sent comes first: one that is
 * owed, that came back, or that waits to be sent once more. In test mode no letter is owed.
 */
export async function standingOf(db: Queryable, ids: readonly number[]): Promise<readonly Standing[]> {
  const { rows } = await sql<Row>`
    select e.id, e.execution_mode, v.definition, v.use_case, a.claims_months,
      e.settings ->> 'default_purpose' as default_purpose,
      case
        when exists (select from legal_hold h where h.applicant_id = e.applicant_id) then 'hold'
        when e.status = any (${[...UNENDED]}) then 'run'
        when letter_owed(e.id) then 'letter'
        when exists (select from decision_fact d where d.id = e.id and not d.is_counted) then 'count'
      end as waits_for,
      greatest(e.completed_at, e.created_at,
        (select max(m.accepted_at) from mail_message m where m.execution_id = e.id),
        (select max(r.decided_at) from review_round r where r.execution_id = e.id and r.posted_on is not null)
      ) as decided_at
    from execution e
    join account a on a.id = e.account_id
    join workflow_version v on v.workflow_id = e.workflow_id and v.version = e.workflow_version
    where e.id = any (${[...ids]}::bigint[]) and e.erased_at is null
    order by e.id`.execute(db);
  return rows.map(({ id, waits_for: waitsFor, claims_months: claimsMonths, ...row }) => {
    const execution: Keepable = {
      ...{ definition: row.definition, useCase: row.use_case, defaultPurpose: row.default_purpose },
      ...{ mode: row.execution_mode, decidedAt: row.decided_at.getTime() },
    };
    return { id, waitsFor, keptFor: keptFor(execution, claimsMonths) };
  });
}
