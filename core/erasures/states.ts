/** The states of an erasure. Source: semantics 23.1. */

/**
 * Why a person is erased. A closed list: a sentence about somebody would outlive them here. The first four are those of the
 * General Data Protection Regulation, Art. 17(1).
 */
export const ERASURE_REASONS = [
  'no_longer_needed',
  'consent_withdrawn',
  'objection',
  'unlawful',
  'asked_by_person',
  'court_order',
] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/**
 * - `accepted`: nothing is done yet.
 * - `waiting`: a letter is owed, or a run has not ended; what could go is gone.
 * - `kept`: all that could go is gone, and the rest has a day on which it goes.
 * - `on_hold`: a legal hold keeps all that is left.
 * - `completed`: nothing is left.
 */
export const ERASURE_STATUSES = ['accepted', 'waiting', 'kept', 'on_hold', 'completed'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/** The reasons for which an execution is not erased yet. `count`: statistics have not counted its decision yet. */
export const WAITS_FOR = ['letter', 'run', 'count', 'hold'] as const;
export type WaitsFor = (typeof WAITS_FOR)[number];

/** How many of each were emptied or removed. A type, so that it is plain JSON to the compiler too. */
export type Emptied = {
  readonly steps: number;
  readonly reports: number;
  readonly letters: number;
  readonly mails: number;
  readonly events: number;
  readonly notes: number;
};
