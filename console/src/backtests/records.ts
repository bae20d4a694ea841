import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { Seen } from '../api/records.ts';

/*
 * Backtests as the API returns them: past applicants decided again by other rules. Nothing is pulled, sent or billed.
 */

export type Backtest = Seen<Schemas['Backtest']>;
export type BacktestResult = NonNullable<Backtest['result']>;
export type BacktestChange = Seen<Schemas['BacktestChange']>;
export type DecidedSide = BacktestChange['old'];
/** `texts`: the reasons in words, in the same order. */
export type LetterInWords = DecidedSide['letters'][number] & { readonly texts?: readonly (string | null)[] };
export type PastOutcome = DecidedSide['outcome'];
/** Number of applicants with one pair of outcomes. */
export type Moved = BacktestResult['parted'][number]['changes'][number];
export type Sides = BacktestResult['approvals'];

export const CAUSES: Readonly<Record<BacktestResult['undetermined']['causes'][number]['cause'], string>> = {
  report_missing: 'a report was never pulled for them',
  person: 'a person would be asked something that nobody was asked',
  redacted: 'their data has been deleted',
  too_long: 'it takes more work than a run may',
  error: 'trying them failed',
};

export const isUnderWay = ({ status }: Pick<Backtest, 'status'>): boolean =>
  status === 'queued' || status === 'running';
