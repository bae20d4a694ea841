import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { ZipArchive } from 'archiver';
import { buffersPassed } from '../../../platform/dead-buffers.ts';
import type { Logger } from '../services.ts';

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | Readable | string;
  /** PDFs are compressed already. */
  readonly isStored?: boolean;
}

/**
 * A ZIP that is made while it is read. An entry is asked for only after the one before was read, so that memory holds few
 * at a time. An error of the entries destroys the stream; destroying the stream ends the entries.
 */
export function zipStream(
  entries: AsyncGenerator<ZipEntry>,
  log: Logger,
  { comment = '' }: { readonly comment?: string } = {},
): Readable {
  const archive = new ZipArchive({ comment, zlib: { level: 6 } });
  const closed = new AbortController();
  archive.once('close', () => closed.abort());
  const fail = (error: unknown) => {
    if (closed.signal.aborted || archive.destroyed) return;
    log.error({ err: error }, 'an export failed');
    archive.destroy(error instanceof Error ? error : new Error('an export failed'));
  };
  const fill = async () => {
    for await (const { name, content, isStored } of entries) {
      if (closed.signal.aborted) return;
      const taken = once(archive, 'entry', { signal: closed.signal });
      if (content instanceof Readable) {
        // The archive does not listen, and an error that nobody listens to ends the process.
        content.once('error', fail);
        archive.once('close', () => content.destroy());
      }
      archive.append(content, { name, store: isStored === true });
      await taken;
      if (Buffer.isBuffer(content)) buffersPassed(content.length);
      // The archive takes entries faster than anybody reads it.
      await immediate();
      if (archive.writableNeedDrain) await once(archive, 'drain', { signal: closed.signal });
    }
    if (!closed.signal.aborted) await archive.finalize();
  };
  fill().catch(fail);
  return archive;
}
