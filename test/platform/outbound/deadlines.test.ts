import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '../../support/jest.ts';
import { Deadlines, type Deadlined } from '../../../platform/outbound/deadlines.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { until } from '../../support/until.ts';

const TIME_MS = 20;

function newItem(name: string, expired: string[]): Deadlined {
  return { dueAt: 0, previous: undefined, next: undefined, expire: () => void expired.push(name) };
}

describe('deadlines', () => {
  test('end what lasts too long, in the order of its coming', async () => {
    const expired: string[] = [];
    const deadlines = new Deadlines(TIME_MS);
    for (const name of ['a', 'b', 'c']) deadlines.add(newItem(name, expired));

    await until(() => expired.length === 3);

    expect(expired).toEqual(['a', 'b', 'c']);
  });

  test('end nothing before its time, though what came earlier is due', async () => {
    const timeMs = 10 * TIME_MS;
    const expired: string[] = [];
    const deadlines = new Deadlines(timeMs);
    const begunAt = performance.now();
    deadlines.add(newItem('earlier', expired));
    await until(() => performance.now() - begunAt >= timeMs / 2);

    const addedAt = performance.now();
    deadlines.add(newItem('later', expired));
    await until(() => expired.includes('later'));

    expect(performance.now() - addedAt).toBeGreaterThanOrEqual(timeMs);
  });

  test.each([['first'], ['middle'], ['last']])('leave alone what has ended: the %s of three', async (ended) => {
    const expired: string[] = [];
    const deadlines = new Deadlines(TIME_MS);
    const items = new Map(['first', 'middle', 'last'].map((name) => [name, newItem(name, expired)]));
    for (const item of items.values()) deadlines.add(item);
    const item = items.get(ended);
    if (item !== undefined) {
      deadlines.delete(item);
      deadlines.delete(item);
    }

    await until(() => expired.length === 2);
    // Whoever came after would be ended after the one that must not.
    deadlines.add(newItem('after', expired));
    await until(() => expired.includes('after'));

    expect(expired).toEqual([...['first', 'middle', 'last'].filter((name) => name !== ended), 'after']);
  });

  test('hold with one timer what comes while others run', async () => {
    const expired: string[] = [];
    const deadlines = new Deadlines(TIME_MS);
    const first = newItem('first', expired);
    first.expire = () => {
      expired.push('first');
      deadlines.add(newItem('second', expired));
    };
    deadlines.add(first);

    await until(() => expired.length === 2);

    expect(expired).toEqual(['first', 'second']);
  });

  test('unlink what has ended, so that no garbage holds what came later', () => {
    const deadlines = new Deadlines(PATIENCE_MS);
    const items = ['a', 'b', 'c'].map((name) => newItem(name, []));
    for (const item of items) deadlines.add(item);

    for (const item of items) deadlines.delete(item);

    expect(items.flatMap(({ previous, next }) => [previous, next])).toEqual(Array(6).fill(undefined));
  });

  test('keep no process alive for what has ended', async () => {
    const file = new URL('../../../platform/outbound/deadlines.ts', import.meta.url).href;
    const program = `
      const { Deadlines } = await import(${JSON.stringify(file)});
      const deadlines = new Deadlines(2 ** 30);
      const item = { dueAt: 0, expire: () => undefined };
      deadlines.add(item);
      deadlines.delete(item);
      console.log('done');`;

    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: PATIENCE_MS,
    });

    expect(stdout).toBe('done\n');
  });
});
