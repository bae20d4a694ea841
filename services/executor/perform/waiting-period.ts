import { WAITING_UNITS, type WaitingPeriod } from '../../../core/notices/waiting.ts';
import type { JsonObject } from '../../../core/json.ts';

/** The waiting period that a node gives, or null. Validation accepts no other shape. */
export function waitingPeriodOf(given: JsonObject | null): WaitingPeriod | null {
  const unit = WAITING_UNITS.find((known) => known === given?.unit);
  return typeof given?.duration === 'number' && unit !== undefined ? { duration: given.duration, unit } : null;
}
