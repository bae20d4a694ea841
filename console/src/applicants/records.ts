import type { Execution } from '../api/records.ts';

/** An execution of a person. */
export interface PersonsExecution extends Pick<
  Execution,
  'id' | 'workflow_id' | 'status' | 'outcome' | 'external_reference' | 'created_at' | 'completed_at'
> {
  readonly workflow_name: string;
  readonly pending_review: 'decision' | 'notice' | null;
  readonly letters: readonly {
    readonly artifact_id: number;
    readonly stage: string;
    readonly status: string | null;
    readonly sent_at: string | null;
  }[];
  readonly redacted_at: string | null;
}

export interface FoundPerson {
  readonly id: number;
  readonly execution_mode: 'live' | 'test';
  readonly name: string | null;
  readonly execution_count: number;
  readonly executions: readonly PersonsExecution[];
}

export interface FoundPeople {
  readonly total_count: number;
  readonly has_more: boolean;
  readonly searched_identifiers: boolean;
  readonly applicants: readonly FoundPerson[];
}

interface OfExecution {
  readonly execution_id: number;
}

export interface Person extends FoundPerson {
  readonly applicant_keys: readonly string[];
  readonly reports: readonly (OfExecution & {
    readonly node_id: string;
    readonly product_code: string | null;
    readonly received_at: string;
    readonly age_days: number;
  })[];
  readonly decisions: readonly (OfExecution & {
    readonly kind: string;
    readonly decision: string | null;
    readonly decided_at: string | null;
    readonly decided_by_user_id: number | null;
  })[];
  readonly notes: readonly (OfExecution & {
    readonly note: string;
    readonly by_user_id: number | null;
    readonly created_at: string;
  })[];
  readonly perhaps_same: readonly (FoundPerson & { readonly because: readonly string[] })[];
  readonly readers?: readonly {
    readonly action: string;
    readonly actor_kind: string;
    readonly actor_user_id: number | null;
    readonly subject_type: string;
    readonly subject_id: number;
    readonly at: string;
  }[];
}
