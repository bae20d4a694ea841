import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from '../../support/jest.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { zipStream, type ZipEntry } from '../../../services/gateway/http/zip.ts';

test('a ZIP whose reader goes away closes what it was reading from', async () => {
  // Never ends, as a file that is still being written to.
  const content = new Readable({ read: () => undefined });
  content.push('the first bytes');
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'rows.csv', content };
  }
  const zip = zipStream(entries(), createLogger('test', 'silent'));
  zip.resume();
  await once(content, 'data');
  const closed = once(zip, 'close');
  zip.destroy();
  await closed;
  expect(content.destroyed).toBe(true);
});
