/**
 * The floor: archiver over files in memory, stored and not compressed, sent by a bare HTTP server. A process of its own.
 * `GET /<entries>` responds with a ZIP of so many files. Sends `{port}` to its parent.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { ZipArchive } from 'archiver';

const ENTRY_BYTES = Number(process.argv[2]);

const server = createServer((request, response) => {
  const entries = Number(request.url?.slice(1));
  const archive = new ZipArchive({ zlib: { level: 6 } });
  pipeline(archive, response, () => undefined);
  void (async () => {
    for (let n = 0; n < entries; n += 1) {
      const taken = once(archive, 'entry');
      archive.append(CONTENT, { name: `${n}.pdf`, store: true });
      await taken;
    }
    await archive.finalize();
  })();
});
const CONTENT = randomBytes(ENTRY_BYTES);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
