import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sha256Hex } from '../../core/sha256.ts';
import { expect, test } from '../support/jest.ts';

test('a hash is that of the platform, at every length around a block and within larger memory', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length: length + 8 }, (_, index) => (index * 131 + length) % 256).subarray(
      5,
      length + 5,
    );
    expect([length, sha256Hex(bytes)]).toEqual([length, createHash('sha256').update(bytes).digest('hex')]);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
      expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});
