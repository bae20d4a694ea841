import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from '../support/jest.ts';
import { callbackPath, readCallbackPath } from '../../platform/vendor-callbacks.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const OLD = key('k1');
const NEW = key('k2');
const CONNECTION = 'installation.credit_report';

// Rules: 6.8.2
test('the address of a pull is always the same, and each key that is listed knows it', () => {
  const pull = { connection: CONNECTION, idempotencyKey: randomUUID() };
  const path = callbackPath([OLD], pull);
  expect(path).toBe(callbackPath([OLD, NEW], pull));
  expect(readCallbackPath([NEW, OLD], path)).toEqual(pull);
  expect(readCallbackPath([NEW], path)).toBeUndefined();
  expect(readCallbackPath([], path)).toBeUndefined();
});

test('no address is one if anything of it is changed', () => {
  const pull = { connection: CONNECTION, idempotencyKey: randomUUID() };
  const path = callbackPath([OLD], pull);
  fc.assert(
    fc.property(
      fc.nat(path.length - 1),
      fc.constantFrom(...'abcdef0123456789-_./AZ%'.split(''), ''),
      (at, character) => {
        const changed = path.slice(0, at) + character + path.slice(at + 1);
        // The last character of the MAC has two bits that say nothing.
        const isSame = changed === path || at === path.length - 1;
        expect(isSame || readCallbackPath([OLD], changed) === undefined).toBe(true);
      },
    ),
  );
});

test('the address of one connection is none of another', () => {
  const idempotencyKey = randomUUID();
  const path = callbackPath([OLD], { connection: CONNECTION, idempotencyKey });
  expect(readCallbackPath([OLD], path.replace('credit_report', 'eviction_history'))).toBeUndefined();
});
