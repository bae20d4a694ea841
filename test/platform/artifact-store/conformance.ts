import { afterAll, beforeAll, describe, expect, test } from '../../support/jest.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';

export interface StoreUnderTest {
  readonly store: ArtifactStore;
  close(): Promise<void>;
}

/** Requirements on every artifact store; each implementation runs them. */
export function artifactStoreConformance(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  describe(`artifact store: ${name}`, () => {
    let under: StoreUnderTest;
    let store: ArtifactStore;
    let nextId = 1;
    const newId = (): number => nextId++;

    beforeAll(async () => {
      under = await makeStore();
      store = under.store;
    });
    afterAll(() => under.close());

    test('returns null for an id that holds nothing', async () => {
      expect(await store.get(newId())).toBeNull();
    });

    test.each([0, 1, 3_000_000])('gives back %i bytes as they were put', async (size) => {
      const [id, bytes] = [newId(), randomBytes(size)];
      await store.put(id, bytes);
      expect(Buffer.from((await store.get(id)) ?? 'nothing').equals(bytes)).toBe(true);
    });

    test('gives back many at once, whatever their size, without those that hold nothing', async () => {
      const files = [0, 1, 70_000, 3_000_000].map((size) => [newId(), randomBytes(size)] as const);
      for (const [id, bytes] of files) await store.put(id, bytes);
      const stored = await store.getMany([newId(), ...files.map(([id]) => id)]);
      expect(stored.size).toBe(files.length);
      for (const [id, bytes] of files) expect(Buffer.from(stored.get(id) ?? 'nothing').equals(bytes)).toBe(true);
      expect((await store.getMany([])).size).toBe(0);
    });

    test.each([0, 1, 3_000_000])('opens a file of %i bytes to be sent on', async (size) => {
      const [id, bytes] = [newId(), randomBytes(size)];
      await store.put(id, bytes);
      const content = await store.open(id);
      if (content === null) throw new Error('nothing is stored');
      const read = content instanceof Readable ? await buffer(content) : Buffer.from(content);
      expect(read.equals(bytes)).toBe(true);
      expect(await store.open(newId())).toBeNull();
    });

    test('a stream that is given up midway holds up nothing', async () => {
      const id = newId();
      await store.put(id, randomBytes(3_000_000));
      for (let given = 0; given < 150; given += 1) {
        const content = await store.open(id);
        // A store that reads whole files has no stream to give up.
        if (!(content instanceof Readable)) break;
        content.destroy();
      }
      expect((await store.get(id))?.length).toBe(3_000_000);
    });

    test('takes the view on a larger buffer, not the buffer', async () => {
      const [id, whole] = [newId(), Uint8Array.from([1, 2, 3, 4, 5, 6])];
      await store.put(id, whole.subarray(2, 4));
      expect([...((await store.get(id)) ?? [])]).toEqual([3, 4]);
    });

    test('a second put replaces the first', async () => {
      const id = newId();
      await store.put(id, Buffer.from('a longer first version'));
      await store.put(id, Buffer.from('second'));
      expect(Buffer.from((await store.get(id)) ?? '').toString()).toBe('second');
    });

    test('puts of the same id at once leave one of them, whole', async () => {
      const id = newId();
      const versions = ['a', 'b', 'c', 'd'].map((letter) => Buffer.alloc(100_000, letter));
      await Promise.all(versions.map((bytes) => store.put(id, bytes)));
      const stored = Buffer.from((await store.get(id)) ?? '');
      expect(versions.some((bytes) => bytes.equals(stored))).toBe(true);
    });

    test('ids do not touch each other', async () => {
      const [first, second] = [newId(), newId()];
      await store.put(first, Buffer.from('first'));
      await store.put(second, Buffer.from('second'));
      await store.delete(second);
      expect(Buffer.from((await store.get(first)) ?? '').toString()).toBe('first');
    });

    test('what was deleted is gone, and deleting it again is no error', async () => {
      const id = newId();
      await store.put(id, Buffer.from('bytes'));
      await store.delete(id);
      await store.delete(id);
      expect(await store.get(id)).toBeNull();
    });

    test('an id may be used again after it was deleted', async () => {
      const id = newId();
      await store.put(id, Buffer.from('first'));
      await store.delete(id);
      await store.put(id, Buffer.from('second'));
      expect(Buffer.from((await store.get(id)) ?? '').toString()).toBe('second');
    });
  });
}
