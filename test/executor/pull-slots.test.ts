import { describe, expect, test } from '../support/jest.ts';
import { PullSlots } from '../../services/executor/perform/pull-slots.ts';

const [ANN, BEN] = [1, 2];
const named = (name: string, slots = 20) => ({ name, slots });
const take = async (slots: PullSlots, times: number, accountId: number, connection: string) =>
  Promise.all(Array.from({ length: times }, () => slots.take(accountId, named(connection))));
const given = (places: readonly ((() => void) | null)[]) => places.filter((place) => place !== null);

describe('the places of a process for pulls', () => {
  // Rules: 8.2.7
  test('are twenty of one connection, so a vendor that hangs leaves the others theirs', async () => {
    const slots = new PullSlots();
    const accounts = await Promise.all(
      Array.from({ length: 200 }, (_, index) => slots.take(100 + index, named('hangs'))),
    );
    expect(given(accounts)).toHaveLength(20);
    expect(given(await take(slots, 20, ANN, 'answers'))).toHaveLength(20);
  });

  test('are twenty of one account, over all connections', async () => {
    const slots = new PullSlots();
    expect(given(await take(slots, 15, ANN, 'a'))).toHaveLength(15);
    expect(given(await take(slots, 15, ANN, 'b'))).toHaveLength(5);
    expect(given(await take(slots, 5, BEN, 'b'))).toHaveLength(5);
  });

  test('come free again, also those of a pull that found only one of its two', async () => {
    const slots = new PullSlots();
    const held = given(await take(slots, 20, ANN, 'a'));
    // A slot of the account, and none of the connection.
    expect(given(await take(slots, 20, BEN, 'a'))).toEqual([]);
    expect(given(await take(slots, 20, BEN, 'b'))).toHaveLength(20);
    for (const leave of held) leave?.();
    expect(given(await take(slots, 20, 3, 'a'))).toHaveLength(20);
  });

  test('are given at once to whoever waits when one comes free', async () => {
    const slots = new PullSlots();
    const [first, ...held] = given(await take(slots, 20, ANN, 'a'));
    const waiting = slots.take(BEN, named('a'));
    first?.();
    expect(await waiting).not.toBeNull();
    expect(held).toHaveLength(19);
  });
});
