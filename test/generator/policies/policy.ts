/**
 * A policy as somebody wrote it, and what it must do. The expectations are read off the words, never off the compiler.
 * `applicant` is a list of `key=value` over the keys of `APPLICANT_KEYS`; what it leaves out is that of a clean file.
 */
export type Expected = 'approved' | 'denied' | 'review' | 'conditional';

export type PolicyCase = readonly [applicant: string, expected: Expected, more?: Expectation];

export interface Expectation {
  /** Recipients of ordinary mail, in order. */
  readonly mails?: readonly string[];
  /** Targets of notifications to the staff, in order. */
  readonly staff?: readonly string[];
  /** `action_taken` of each notice. */
  readonly notices?: readonly string[];
  /** The whole time that the run slept, in hours. */
  readonly hours?: number;
}

export interface Policy {
  readonly name: string;
  readonly prompt: string;
  readonly useCase?: string;
  readonly cases: readonly PolicyCase[];
  /** Words that must be quoted, where no cascade may come of the policy. */
  readonly refuse?: readonly string[];
}
