/** The parts of the API's records that the main job reads. */
export interface Execution {
  readonly id: number;
  readonly status: string;
  readonly review_status: string;
  readonly outcome: string | null;
  readonly external_reference: string | null;
  readonly pending_review: { readonly node_id: string; readonly kind: string } | null;
}
export interface Condition {
  readonly branch: string;
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  readonly result: boolean;
  readonly missing: boolean;
}
export interface ExecutionFull extends Execution {
  readonly step_outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly failed_steps: readonly { readonly node_id: string; readonly message: string }[];
}
export interface Artifact {
  readonly id: number;
  readonly object: string;
  readonly filename: string;
  readonly byte_size: number;
}
export interface TestCase {
  readonly id: number;
  readonly case_name: string;
  readonly product_code: string;
  readonly payload: { readonly applicant: Readonly<Record<string, string>> };
}
