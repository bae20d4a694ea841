import type { AdvanceResult } from '../../../core/interpreter/types.ts';
import { isTerminal } from '../../../core/states.ts';
import type { Advanced, EffectToPerform } from '../activities.ts';
import type { RunRow } from './load.ts';
import { spreadWakeUp } from './spread.ts';

/** The run has ended, or another run of the execution has taken over. */
export const ENDED: Advanced = { effects: [], wakeAt: null, done: true };

/** The workflow's next actions after an advance. */
export function answerTo(
  run: RunRow,
  result: AdvanceResult,
  newEffects: readonly EffectToPerform[],
  now: number,
): Advanced {
  if (isTerminal(result.status)) return ENDED;
  const wakeAt = run.effects?.some(({ is_left: isLeft }) => isLeft) === true ? now : result.wakeAt;
  return {
    effects: [...openEffects(run), ...newEffects],
    wakeAt: wakeAt === null || run.batch_id === null ? wakeAt : spreadWakeUp(run.id, wakeAt, now),
    done: false,
  };
}

/** Nothing was done, so the workflow has to call again at `wakeAt`. */
export function askAgain(run: RunRow, wakeAt: number): Advanced {
  return { effects: openEffects(run), wakeAt, done: false };
}

function openEffects({ effects }: RunRow): EffectToPerform[] {
  const open = (effects ?? []).filter(({ status }) => status === 'intended' || status === 'begun');
  return open.map(({ id, kind }) => ({ id, kind }));
}
