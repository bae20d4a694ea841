import { once } from 'node:events';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { setImmediate as immediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { ZipArchive } from 'archiver';
import checksums from 'crc-32';
import { buffersPassed } from '../../../platform/dead-buffers.ts';
import type { Logger } from '../services.ts';

// Computing the archive's checksums in JavaScript took a sixth of the time of an export of notices. zlib computes the
// same checksums.
Object.assign(checksums, { buf: (bytes: Uint8Array, before: unknown) => crc32(bytes, Number(before) >>> 0) });

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | Readable | string;
  /** PDFs are compressed already. */
  readonly isStored?: boolean;
}

/**
 * A ZIP that is made while it is read. Each entry is requested only after the one before was read, so that memory holds
 * few at a time. An error of the entries destroys the stream; destroying the stream ends the entries.
 */
export function zipStream(
  entries: AsyncGenerator<ZipEntry>,
  log: Logger,
  { comment = '' }: { readonly comment?: string } = {},
): Readable {
  const archive = new ZipArchive({ comment, zlib: { level: 6 } });
  // An error of either destroys both, and the reader of the stream gets it.
  const zip = pipeline(archive, new JoinedPieces(), () => undefined);
  const closed = new AbortController();
  zip.once('close', () => closed.abort());
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
        // The archive has no error listener, and an unhandled error event ends the process.
        content.once('error', fail);
        zip.once('close', () => content.destroy());
      }
      archive.append(content, { name, store: isStored === true });
      await taken;
      if (Buffer.isBuffer(content)) buffersPassed(content.length);
      // The archive would take entries faster than they are read.
      await immediate();
      if (archive.writableNeedDrain) await once(archive, 'drain', { signal: closed.signal });
    }
    if (!closed.signal.aborted) await archive.finalize();
  };
  fill().catch(fail);
  return zip;
}

/** Larger pieces are sent as they are, because copying one costs more than a chunk of its own. */
const SMALL_BYTES = 16 * 1_024;

/**
 * Joins the small pieces of one turn of the event loop. The archive writes each field of a header by itself. As 15
 * chunks of HTTP, a header would cost more than its file. Nothing is held back for longer than the turn.
 */
class JoinedPieces extends Transform {
  #small: Buffer[] = [];
  #bytes = 0;
  #flush: NodeJS.Immediate | undefined;

  override _transform(piece: Buffer, _: BufferEncoding, done: TransformCallback): void {
    if (this.#bytes + piece.length > SMALL_BYTES) this.#pushSmall();
    if (piece.length > SMALL_BYTES) this.push(piece);
    else {
      this.#small.push(piece);
      this.#bytes += piece.length;
      this.#flush ??= setImmediate(() => this.#pushSmall());
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#pushSmall();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearImmediate(this.#flush);
    done(error);
  }

  #pushSmall(): void {
    clearImmediate(this.#flush);
    this.#flush = undefined;
    if (this.#bytes > 0) this.push(Buffer.concat(this.#small, this.#bytes));
    this.#small = [];
    this.#bytes = 0;
  }
}
