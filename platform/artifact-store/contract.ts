import type { Readable } from 'node:stream';

/**
 * Where the files of artifacts are kept. The artifact rows hold the ids and say what a file is, whose it is, its size
 * and its hash. A store knows bytes only. Every operation may be repeated. Throws ArtifactStoreUnavailable if the store
 * cannot be used, and never returns bytes that are not those of a put.
 */
export interface ArtifactStore {
  /** Stores the bytes whole or not at all; what was there under this id is replaced. */
  put(id: number, bytes: Uint8Array): Promise<void>;
  /** The bytes as they were put, or null where there are none. */
  get(id: number): Promise<Uint8Array | null>;
  /**
   * The bytes for a response, or null if there are none. A stream applies back-pressure: it reads from the store only
   * what its reader consumes. A stream that ends without an error has given exactly the bytes that were put. A reader
   * that stops early must destroy the stream.
   */
  open(id: number): Promise<Readable | Uint8Array | null>;
  /** The bytes of several files at once, all of them in memory. Ids that hold nothing are left out. */
  getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Removes the bytes; nothing to remove is no error. */
  delete(id: number): Promise<void>;
}

/** How long to wait before work that needed an unavailable store is retried. */
export const STORE_RETRY_SECONDS = 10;

/** The store does not respond, or refuses us: nothing is wrong with the file, and the same may be tried again later. */
export class ArtifactStoreUnavailable extends Error {
  override readonly name = 'ArtifactStoreUnavailable';

  constructor(cause: unknown) {
    super('the artifact store cannot be used', { cause });
  }
}
