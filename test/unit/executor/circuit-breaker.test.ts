import { describe, expect, test } from '../../support/jest.ts';
import { CircuitBreaker } from '../../../services/executor/perform/circuit-breaker.ts';

const OPEN_MS = 1_000;
const open = (at: number) => {
  const breaker = new CircuitBreaker({ threshold: 3, openMs: OPEN_MS });
  for (let count = 0; count < 3; count += 1) breaker.failed(at);
  return breaker;
};

describe('a circuit', () => {
  test('opens with the failure that reaches the threshold, and not before', () => {
    const breaker = new CircuitBreaker({ threshold: 3, openMs: OPEN_MS });
    breaker.failed(0);
    breaker.failed(0);
    expect([breaker.isOpen(0), breaker.waitMs(0), breaker.openForMs(0)]).toEqual([false, 0, 0]);
    breaker.failed(0);
    expect([breaker.isOpen(0), breaker.waitMs(0)]).toEqual([true, OPEN_MS]);
  });

  test('counts failures in a row: a success between them begins anew', () => {
    const breaker = new CircuitBreaker({ threshold: 3, openMs: OPEN_MS });
    breaker.failed(0);
    breaker.failed(0);
    breaker.succeeded();
    breaker.failed(0);
    breaker.failed(0);
    expect(breaker.isOpen(0)).toBe(false);
  });

  test('that is open says how long it stays so, rounded up', () => {
    expect(open(0).waitMs(400.5)).toBe(600);
    expect(open(0).waitMs(OPEN_MS - 1)).toBe(1);
  });

  // Rules: 8.2.3
  test('lets one caller through at its end, and the others wait again', () => {
    const breaker = open(0);
    expect(breaker.waitMs(OPEN_MS)).toBe(0);
    expect(breaker.waitMs(OPEN_MS)).toBe(OPEN_MS);
    expect(breaker.waitMs(2 * OPEN_MS)).toBe(0);
  });

  test('closes with the success of that caller', () => {
    const breaker = open(0);
    breaker.waitMs(OPEN_MS);
    breaker.succeeded();
    expect([breaker.isOpen(OPEN_MS), breaker.waitMs(OPEN_MS), breaker.openForMs(OPEN_MS)]).toEqual([false, 0, 0]);
  });

  test('stays open with its failure, from then on', () => {
    const breaker = open(0);
    breaker.waitMs(OPEN_MS);
    breaker.failed(OPEN_MS + 200);
    expect(breaker.waitMs(OPEN_MS + 200)).toBe(OPEN_MS);
  });

  test('counts as open for ten minutes after the last try, so that one failure at night wakes nobody until morning', () => {
    const breaker = open(0);
    expect(breaker.isOpen(OPEN_MS + 600_000)).toBe(true);
    expect(breaker.isOpen(OPEN_MS + 600_001)).toBe(false);
    breaker.failed(OPEN_MS + 900_000);
    expect(breaker.isOpen(OPEN_MS + 900_000)).toBe(true);
  });

  test('is open since it opened, whoever probed it in between, until nobody does any more', () => {
    const breaker = open(100);
    expect(breaker.openForMs(600)).toBe(500);
    breaker.waitMs(100 + OPEN_MS);
    breaker.failed(100 + OPEN_MS);
    expect(breaker.openForMs(200 + OPEN_MS)).toBe(100 + OPEN_MS);
    expect(breaker.openForMs(100 + 3 * OPEN_MS)).toBe(3 * OPEN_MS);
    expect(breaker.openForMs(101 + 3 * OPEN_MS)).toBe(0);
  });
});
