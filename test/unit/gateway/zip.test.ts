import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { beforeEach, expect, test } from '../../support/jest.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { zipStream, type ZipEntry } from '../../../services/gateway/http/zip.ts';
import { standsStill, until } from '../../support/until.ts';

const FILES = 40;
const FILE = Buffer.alloc(1_024 * 1_024);

/** For `files`: how many entries were requested, and whether it has ended. */
let asked = 0;
let isEnded = false;

beforeEach(() => {
  asked = 0;
  isEnded = false;
});

async function* files(): AsyncGenerator<ZipEntry> {
  try {
    while (asked < FILES) {
      asked += 1;
      yield { name: `${asked}.pdf`, content: FILE, isStored: true };
    }
  } finally {
    isEnded = true;
  }
}

const start = (entries: AsyncGenerator<ZipEntry>) => zipStream(entries, createLogger('test', 'silent'));

test('a ZIP asks for few entries while nobody reads it, and for all the others when it is read', async () => {
  const zip = start(files());
  await standsStill(() => asked);
  expect(asked).toBeLessThan(FILES / 2);
  let bytes = 0;
  for await (const chunk of zip) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(FILES * FILE.length);
});

test('a ZIP whose reader goes away asks for no further entry, and ends what makes them', async () => {
  const zip = start(files());
  await once(zip, 'readable');
  zip.destroy();
  await until(() => isEnded);
  expect(asked).toBeLessThan(FILES / 2);
});

test('a ZIP comes in few pieces, although a header is made of 15', async () => {
  let pieces = 0;
  const zip = start(files());
  zip.on('data', () => (pieces += 1));
  await once(zip, 'end');
  // Header and content of each file, and then the directory of all.
  expect(pieces).toBeLessThan(3 * FILES);
});

test('a ZIP whose entries fail in their middle ends with an error, and not as a whole file', async () => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', content: 'a' };
    throw new Error('the store is away');
  }
  await expect(buffer(start(entries()))).rejects.toThrow('the store is away');
});

test('a ZIP whose reader goes away closes what it was reading from', async () => {
  // Never ends, as a file that is still being written to.
  const content = new Readable({ read: () => undefined });
  content.push('the first bytes');
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'rows.csv', content };
  }
  const zip = start(entries());
  zip.resume();
  await once(content, 'data');
  const closed = once(zip, 'close');
  zip.destroy();
  await closed;
  expect(content.destroyed).toBe(true);
});

// The check value of CRC-32 is that of these nine characters.
const CHECKED = { text: '123456789', crc: 0xcb_f4_39_26 };

test.each<[string, Omit<ZipEntry, 'name'>]>([
  ['stored', { content: Buffer.from(CHECKED.text), isStored: true }],
  ['compressed', { content: CHECKED.text }],
  ['compressed from a stream of two pieces', { content: Readable.from(['1234', '56789']) }],
  ['stored from a stream of two pieces', { content: Readable.from(['1234', '56789']), isStored: true }],
])('the checksum of a %s entry is that of its content', async (_, entry) => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', ...entry };
  }
  const zip = await fromBufferPromise(await buffer(start(entries())));
  const read = [];
  for await (const { crc32, uncompressedSize } of zip.eachEntry()) read.push([crc32, uncompressedSize]);
  expect(read).toEqual([[CHECKED.crc, CHECKED.text.length]]);
});
