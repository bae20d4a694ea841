import type { Idempotency } from '../../../core/products/connection.ts';
import type { Database } from '../../../platform/database/index.ts';
import {
  claimPull,
  mayBeOfLostTime,
  noteNotOrdered,
  recordStep,
  type KnownOrder,
  type NamedPull,
} from '../orders/place.ts';
import { recordReport } from '../orders/record.ts';
import type { BegunEffect } from './effect.ts';
import { untilRecorded } from './until-recorded.ts';
import type { Progress, Pull, PullOutcome, Vendor } from './vendor.ts';

/*
 * A pull of two requests, or one at a vendor that makes two orders of a repeated request. It is noted before the first
 * byte and settled after the answer, so a process that dies in between leaves an order that is `unknown`. Such an order
 * is looked up, or left to a person.
 */

/** Failures of a pull that the vendor did not bill: it was refused, or there was no vendor to ask. */
export const NOT_BILLED: readonly string[] = [
  'vendor_rejected',
  'product_unavailable',
  'report_not_found',
  'report_frozen',
];

/** An attempt of another run may last this long, and a vendor may not find a new order for this long. */
const UNDER_WAY_MS = 120_000;
/** The delay if another attempt is under way and both have the same keys, so that they make one order. */
const SOON_MS = 2_000;

const UNKNOWN = {
  is: 'failed',
  code: 'vendor_unknown',
  message:
    'The pull was cut short. Nobody knows whether the vendor has the order, and it would make another one of a repeat.',
} as const;

interface SinglePull {
  readonly vendor: Pick<Vendor, 'pull' | 'lookUp' | 'connection'>;
  readonly effect: BegunEffect;
  readonly named: NamedPull;
  readonly known: KnownOrder | undefined;
}

export async function pullOnce(
  db: Database,
  { vendor, effect, named, known }: SinglePull,
  pull: Pull,
): Promise<PullOutcome> {
  const { idempotency } = vendor.connection;
  const mayRepeat = idempotency !== 'none';
  const before = await findOut(db, { vendor, effect, named, known });
  if ('is' in before) return before;
  const { isHere, isPlaced, isLost } = before;
  const order = await claimPull(db, effect, named, known);
  if (order === undefined) return underWay(underWayMsOf(idempotency) || SOON_MS);
  if (isLost && !mayRepeat) return UNKNOWN;
  const found = (isPlaced || isLost) && idempotency === 'lookup' ? await vendor.lookUp(pull) : null;
  const onStep = (progress: Progress) =>
    untilRecorded(
      () => recordStep(db, order.id, progress),
      () => undefined,
    );
  const outcome = found ?? (await vendor.pull({ ...pull, progress: isHere ? known?.progress : undefined }, onStep));
  const settle = settlementOf(db, outcome, { id: order.id, execution_id: effect.execution.id });
  if (settle !== undefined && (found === null || outcome.is === 'pulled')) {
    await untilRecorded(settle, () => undefined);
  }
  return outcome.is === 'transient' && outcome.isUnknown === true && !mayRepeat ? UNKNOWN : outcome;
}

/** If equal keys make one order, the attempt that was cut short has the same key. */
const underWayMsOf = (idempotency: Idempotency): number => (idempotency === 'header' ? 0 : UNDER_WAY_MS);

/**
 * The known state of the order before anything is sent; an outcome if nothing may be sent. `isHere`: this vendor has
 * answered a step of it. `isLost`: it may have been placed in a time that the restored database does not cover.
 */
async function findOut(
  db: Database,
  { vendor, effect, known }: SinglePull,
): Promise<PullOutcome | { readonly isHere: boolean; readonly isPlaced: boolean; readonly isLost: boolean }> {
  const { idempotency, name } = vendor.connection;
  const isUnknown = known?.endedAs === 'unknown';
  const underWayMs = underWayMsOf(idempotency);
  if (isUnknown && known.unknownForMs < underWayMs) return underWay(underWayMs - known.unknownForMs);
  // Answers and references of another vendor are not sent to this one.
  const isHere = known?.connection === name;
  const isPlaced = known !== undefined && known.endedAs !== 'not_ordered' && (isHere || isUnknown);
  if (isPlaced && idempotency === 'none') {
    // A pull that the vendor accepted before is awaited again.
    return isUnknown ? UNKNOWN : { is: 'accepted', ...known, askAfterMs: undefined };
  }
  const isLost = !isPlaced && idempotency !== 'header' && (await mayBeOfLostTime(db, effect.execution.id, known));
  return { isHere, isPlaced, isLost };
}

/** Undefined if the answer leaves the note unchanged, or the order is placed with its effect. */
function settlementOf(
  db: Database,
  outcome: PullOutcome,
  order: { readonly id: number; readonly execution_id: number },
): (() => Promise<void>) | undefined {
  // Found by its effect, for any run, because nobody can request it again.
  if (outcome.is === 'pulled') return () => recordReport(db, order, outcome);
  const hasNone =
    outcome.is === 'postponed' ||
    (outcome.is === 'transient' && outcome.isUnknown !== true) ||
    (outcome.is === 'failed' && (NOT_BILLED.includes(outcome.code) || outcome.isUnsent === true));
  return hasNone ? () => noteNotOrdered(db, order.id) : undefined;
}

function underWay(retryAfterMs: number) {
  const message = 'An attempt at the pull may still be under way at the vendor.';
  return { is: 'postponed', code: 'vendor_unavailable', message, retryAfterMs } as const;
}
