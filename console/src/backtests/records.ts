/*
 * Backtests as the API gives them: past applicants decided once more, by other rules. Nothing is pulled, sent or billed.
 */

export type PastOutcome = 'approved' | 'denied' | 'conditional' | 'undecided' | 'failed' | 'review';

export interface Backtest {
  readonly id: number;
  readonly workflow_id: number;
  readonly status: 'queued' | 'running' | 'completed' | 'cancelled' | 'failed';
  /** Null: a definition that is not saved. */
  readonly version: number | null;
  /** Null: what was recorded. */
  readonly against_version: number | null;
  readonly sample: {
    readonly filter: Readonly<Record<string, unknown>>;
    readonly limit: number;
    readonly matching: number;
    readonly is_drawn: boolean;
  };
  readonly progress: { readonly done: number; readonly total: number };
  readonly error_code: string | null;
  readonly created_by_user_id: number | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly result: BacktestResult | null;
}

interface Share {
  readonly count: number;
  readonly share: number;
  /** Null: all were compared, so nothing is uncertain. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface Moved {
  readonly old: PastOutcome;
  readonly old_asked: boolean;
  readonly new: PastOutcome;
  readonly new_asked: boolean;
  readonly count: number;
}

export interface Sides {
  readonly old: Share;
  readonly new: Share;
  readonly difference: Omit<Share, 'count'>;
}

export interface BacktestResult {
  readonly compared: number;
  readonly changed: Share;
  readonly outcomes: readonly Moved[];
  readonly approvals: Sides;
  readonly denials: Sides;
  readonly asked: Sides;
  readonly parted: readonly {
    /** Null: no rule says it. */
    readonly rule: string | null;
    readonly sentence: string | null;
    readonly count: number;
    readonly swap_ins: number;
    readonly swap_outs: number;
    readonly changes: readonly Moved[];
  }[];
  readonly letters: Readonly<Record<'same' | 'only_new' | 'only_old' | 'reasons_differ', number>>;
  readonly undetermined: {
    readonly count: number;
    readonly causes: readonly {
      readonly cause: keyof typeof CAUSES;
      readonly side: 'old' | 'new';
      readonly old: PastOutcome | null;
      readonly count: number;
    }[];
  };
}

export const CAUSES = {
  report_missing: 'a report was never pulled for them',
  person: 'a person would be asked something that nobody was asked',
  redacted: 'their data has been deleted',
  too_long: 'it takes more work than a run may',
  error: 'trying them failed',
} as const;

export interface DecidedSide {
  readonly outcome: PastOutcome;
  readonly asked: boolean;
  readonly decided_by: string | null;
  readonly letters: readonly { readonly node_id: string; readonly reasons: readonly string[] }[];
}

export interface BacktestChange {
  readonly id: number;
  readonly execution_id: number;
  readonly kinds: readonly ('outcome' | 'asked' | 'letter')[];
  readonly rule: string | null;
  readonly old: DecidedSide;
  readonly new: DecidedSide;
}

export const isUnderWay = ({ status }: Pick<Backtest, 'status'>): boolean =>
  status === 'queued' || status === 'running';
