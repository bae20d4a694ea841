import { describe, expect, test } from '../../support/jest.ts';
import { VendorCircuit } from '../../../services/executor/perform/vendor-circuit.ts';

const OPEN_MS = 15_000;
const [ANN, BEN, CLEO] = [1, 2, 3];
/** A circuit after failures of the accounts, in their order. */
const failedFor = (...accounts: readonly number[]) => {
  const circuit = new VendorCircuit();
  for (const account of accounts) circuit.failed(account, true, 0);
  return circuit;
};
const times = (count: number, account: number) => Array.from({ length: count }, () => account);

describe('the circuit of a vendor', () => {
  // Rules: 8.2.4
  test('opens for one account alone, however often it fails for it', () => {
    const circuit = failedFor(...times(100, ANN));
    expect([circuit.waitMs(ANN, 1), circuit.waitMs(BEN, 1)]).toEqual([OPEN_MS - 1, 0]);
    expect([circuit.isOpen(1), circuit.openForMs(1)]).toEqual([true, 0]);
    expect([circuit.accountsOpenFor(1, 1), circuit.accountsOpenFor(2, 1)]).toEqual([[ANN], []]);
  });

  test('does not open for all because another account fails once', () => {
    expect(failedFor(...times(100, ANN), BEN).waitMs(CLEO, 1)).toBe(0);
  });

  // Rules: 8.2.4
  test.each([
    ['two accounts', [...times(3, ANN), BEN, BEN]],
    ['five accounts', [1, 2, 4, 5, 6]],
  ])('opens for all when it fails for %s in a row', (_what, accounts) => {
    const circuit = failedFor(...accounts);
    expect(circuit.waitMs(CLEO, 1)).toBe(OPEN_MS - 1);
    expect(circuit.openForMs(2)).toBe(2);
  });

  test('counts failures in a row: a success for anybody begins anew', () => {
    const circuit = failedFor(...times(3, ANN), BEN);
    circuit.succeeded(CLEO);
    circuit.failed(BEN, true, 0);
    expect(circuit.waitMs(CLEO, 1)).toBe(0);
  });

  // Rules: 8.2.4
  test('opens for all if it cannot be reached, whoever tried', () => {
    const circuit = new VendorCircuit();
    for (let count = 0; count < 5; count += 1) circuit.failed(ANN, false, 0);
    expect(circuit.waitMs(BEN, 1)).toBe(OPEN_MS - 1);
  });

  test('lets each account probe for itself once the time is over, whatever the others send', () => {
    const circuit = failedFor(...times(3, ANN), BEN, BEN);
    expect(circuit.waitMs(ANN, OPEN_MS)).toBe(0);
    circuit.failed(ANN, true, OPEN_MS);
    expect([circuit.waitMs(ANN, OPEN_MS), circuit.waitMs(CLEO, OPEN_MS)]).toEqual([OPEN_MS, 0]);
    expect(circuit.waitMs(CLEO, OPEN_MS)).toBe(OPEN_MS);
  });

  test('closes for all with the first success, but not for an account that failed often itself', () => {
    const circuit = failedFor(...times(5, ANN), BEN, BEN);
    circuit.waitMs(CLEO, OPEN_MS - 1);
    circuit.succeeded(CLEO);
    expect([circuit.waitMs(BEN, 1), circuit.waitMs(ANN, 1)]).toEqual([0, OPEN_MS - 1]);
  });
});

// Rules: 8.2.8
test('at most 10,000 accounts are remembered, those that ask no more forgotten first', () => {
  const circuit = new VendorCircuit();
  for (let account = 1; account <= 10_050; account += 1) {
    for (const failing of times(5, account)) circuit.failed(failing, true, 0);
    // Another account's success leaves them their own circuits.
    circuit.succeeded(0);
  }
  expect(circuit.accountsOpenFor(1, 1)).toHaveLength(10_000);
  expect([circuit.waitMs(1, 1), circuit.waitMs(10_050, 1)]).toEqual([0, OPEN_MS - 1]);
});
