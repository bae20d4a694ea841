import type { AdvanceResult } from '../../../core/interpreter/types.ts';
import type { PendingReport } from '../../../core/products/pending-report.ts';
import { isTerminal } from '../../../core/states.ts';
import { waitingOf } from '../orders/place.ts';
import type { LoadedEffect, RunRow } from './load.ts';

/**
 * The reports that vendors make while the run waits, and whether nothing else of it is under way. If so, no row of its
 * batch has to wait for it, and nothing looks after it until a report has come.
 */
export function awaitedReports(
  { effects }: Pick<RunRow, 'effects'>,
  result: Pick<AdvanceResult, 'status' | 'effects' | 'isUnfinished'>,
): { pending_reports: readonly PendingReport[] | null; only_awaits_reports: boolean } {
  if (isTerminal(result.status)) return { pending_reports: null, only_awaits_reports: false };
  const open = (effects ?? []).filter(({ status }) => OPEN.includes(status));
  const pending = open.flatMap((effect) => pendingReport(effect));
  return {
    pending_reports: pending.length === 0 ? null : pending,
    only_awaits_reports:
      pending.length > 0 && pending.length === open.length && result.effects.length === 0 && !result.isUnfinished,
  };
}

const OPEN: readonly LoadedEffect['status'][] = ['intended', 'begun', 'delegated'];

function pendingReport({ status, kind, result, node_id, product_code }: LoadedEffect): PendingReport[] {
  const waiting = status === 'delegated' && kind === 'live_pull' ? waitingOf(result) : null;
  return waiting === null || product_code === null ? [] : [{ product_code, node_id, ...waiting }];
}
