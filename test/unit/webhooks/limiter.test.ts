import { describe, expect, test } from '../../support/jest.ts';
import type { DeliveryLane } from '../../../core/states.ts';
import {
  ConcurrencyLimiter,
  CONCURRENCY_LIMITS,
  type WaitingSubscription,
} from '../../../services/webhooks/limiter.ts';

const OURS = 1;
const THEIRS = 2;
const { perSubscription, perSlowSubscription, slotsPerSubscription, pauseMs, slowForMs } = CONCURRENCY_LIMITS;

function subscriptionsOf(apiClientId: number, count: number): WaitingSubscription[] {
  return Array.from({ length: count }, (_, index) => ({ apiClientId, subscriptionId: apiClientId * 1_000 + index }));
}

const [ours] = subscriptionsOf(OURS, 1) as [WaitingSubscription];

/** Claims again and again, without any attempt ending, until no more is allocated. */
function fill(limiter: ConcurrencyLimiter, lane: DeliveryLane, waiting: readonly WaitingSubscription[], now = 0): void {
  for (;;) {
    const allocation = limiter.allocate(lane, waiting, { limit: 500, now });
    if (allocation.size === 0) return;
    for (const holder of waiting) {
      for (let count = allocation.get(holder.subscriptionId) ?? 0; count > 0; count -= 1) {
        limiter.begin({ lane, ...holder });
      }
    }
  }
}

const allocated = (limiter: ConcurrencyLimiter, lane: DeliveryLane, waiting: readonly WaitingSubscription[], now = 0) =>
  limiter.allocate(lane, waiting, { limit: 500, now, random: () => 0 });
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

describe('a subscription', () => {
  test('alone gets as many requests in flight as one may have', () => {
    expect(sum(allocated(new ConcurrencyLimiter(), 'fresh', [ours]).values())).toBe(perSubscription);
  });

  // Rules: 14.5.1
  test('takes no more of a small lane than is left to its client, which takes no more than is free', () => {
    const limiter = new ConcurrencyLimiter({ ...CONCURRENCY_LIMITS, slots: { fresh: 16, retry: 16 } });
    fill(limiter, 'fresh', [ours]);
    expect(limiter.free('fresh')).toBe(12);
    fill(limiter, 'fresh', subscriptionsOf(OURS, 8));
    expect(limiter.free('fresh')).toBe(8);
  });

  test('with outcomes that are not written yet gets no more than its slots', () => {
    const limiter = new ConcurrencyLimiter();
    const holder = { lane: 'fresh', ...ours } as const;
    for (let count = 0; count < slotsPerSubscription - 3; count += 1) {
      limiter.begin(holder);
      limiter.completed(holder);
    }
    expect(sum(allocated(limiter, 'fresh', [ours]).values())).toBe(3);

    for (let count = 0; count < slotsPerSubscription - 3; count += 1) limiter.release(holder);
    expect(sum(allocated(limiter, 'fresh', [ours]).values())).toBe(perSubscription);
  });

  test('whose client has many busy ones still gets a part of that client', () => {
    const limiter = new ConcurrencyLimiter({ ...CONCURRENCY_LIMITS, slots: { fresh: 2_048, retry: 512 } });
    const [late, ...busy] = subscriptionsOf(OURS, 42) as [WaitingSubscription, ...WaitingSubscription[]];
    fill(limiter, 'fresh', busy);

    expect(allocated(limiter, 'fresh', [...busy, late]).get(late.subscriptionId)).toBeGreaterThan(5);
  });
});

describe('a client', () => {
  // Rules: 14.5.1
  test('with 41 slow subscriptions leaves half of a lane to others', () => {
    const limiter = new ConcurrencyLimiter({ ...CONCURRENCY_LIMITS, slots: { fresh: 2_048, retry: 512 } });
    fill(limiter, 'fresh', subscriptionsOf(THEIRS, 41));

    expect(limiter.free('fresh')).toBeGreaterThanOrEqual(1_024);
    expect(sum(allocated(limiter, 'fresh', [ours]).values())).toBe(perSubscription);
  });

  test('gets its whole part beside one that has a hundred times as many subscriptions', () => {
    const waiting = [...subscriptionsOf(THEIRS, 300), ...subscriptionsOf(OURS, 3)];

    const allocation = allocated(new ConcurrencyLimiter(), 'fresh', waiting);

    const of = (client: number) =>
      sum(waiting.filter((one) => one.apiClientId === client).map((one) => allocation.get(one.subscriptionId) ?? 0));
    expect(of(OURS)).toBe(3 * perSubscription);
    expect(of(THEIRS)).toBe(500 - 3 * perSubscription);
  });
});

describe('a slow endpoint', () => {
  // Rules: 14.5.2
  test('is paused for a moment, then gets few slots until it responds', () => {
    const limiter = new ConcurrencyLimiter();
    limiter.recordOutcome(ours.subscriptionId, true, 0);
    expect(allocated(limiter, 'fresh', [ours], pauseMs - 1).size).toBe(0);
    expect(sum(allocated(limiter, 'fresh', [ours], pauseMs).values())).toBe(perSlowSubscription);
    limiter.recordOutcome(ours.subscriptionId, false, pauseMs);
    expect(sum(allocated(limiter, 'fresh', [ours], pauseMs).values())).toBe(perSubscription);
  });

  // Rules: 14.5.2
  test('counts as slow for a limited time', () => {
    const limiter = new ConcurrencyLimiter();
    limiter.recordOutcome(ours.subscriptionId, true, 0);
    expect(sum(allocated(limiter, 'fresh', [ours], slowForMs - 1).values())).toBe(perSlowSubscription);
    expect(limiter.slowEndpoints(slowForMs - 1)).toBe(1);
    // First, because the count of slow endpoints forgets those whose time is over.
    expect(sum(allocated(limiter, 'fresh', [ours], slowForMs).values())).toBe(perSubscription);
    expect(limiter.slowEndpoints(slowForMs)).toBe(0);
  });

  test('is not paused for longer if the clock is set back', () => {
    const limiter = new ConcurrencyLimiter();
    limiter.recordOutcome(ours.subscriptionId, true, 3_600_000);
    expect(sum(allocated(limiter, 'fresh', [ours]).values())).toBe(perSlowSubscription);
  });

  test('of ours is attempted while 600 of another client hang', () => {
    const limiter = new ConcurrencyLimiter();
    const theirs = subscriptionsOf(THEIRS, 600);
    for (const { subscriptionId } of [...theirs, ours]) limiter.recordOutcome(subscriptionId, true, 0);
    fill(limiter, 'retry', theirs, pauseMs);

    expect(allocated(limiter, 'retry', [...theirs, ours], pauseMs).get(ours.subscriptionId)).toBe(perSlowSubscription);
  });

  test('takes nothing from others while it has nothing waiting', () => {
    const limiter = new ConcurrencyLimiter({ ...CONCURRENCY_LIMITS, slots: { fresh: 8, retry: 8 } });
    for (const { subscriptionId } of [...subscriptionsOf(THEIRS, 600), ours]) {
      limiter.recordOutcome(subscriptionId, true, 0);
    }

    expect(sum(allocated(limiter, 'retry', [ours], pauseMs).values())).toBeGreaterThan(0);
  });

  // Rules: 14.5.2
  test('and all other slow ones leave half of a lane to those that respond', () => {
    const limiter = new ConcurrencyLimiter();
    const slow = Array.from({ length: 600 }, (_, client) => subscriptionsOf(client + 10, 1)).flat();
    for (const { subscriptionId } of slow) limiter.recordOutcome(subscriptionId, true, 0);
    fill(limiter, 'retry', slow, pauseMs);

    expect(limiter.free('retry')).toBeGreaterThanOrEqual(CONCURRENCY_LIMITS.slots.retry / 2);
  });
});
