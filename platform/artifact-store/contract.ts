import type { Readable } from 'node:stream';

/**
 * Where the files of artifacts are kept. Ids are those of the artifact rows, which say what a file is, whose it is, and
 * its size and hash; a store knows bytes only. Every operation may be repeated. Throws ArtifactStoreUnavailable if the
 * store cannot be used, and never returns bytes that are not those of a put.
 */
export interface ArtifactStore {
  /** Stores the bytes whole or not at all; what was there under this id is replaced. */
  put(id: number, bytes: Uint8Array): Promise<void>;
  /** The bytes as they were put, or null where there are none. */
  get(id: number): Promise<Uint8Array | null>;
  /**
   * The bytes to be sent on, or null where there are none. A stream is read no faster than its reader takes it. One that
   * ends gave the bytes that were put: otherwise it fails before the last of them. Who does not read it to the end
   * destroys it.
   */
  open(id: number): Promise<Readable | Uint8Array | null>;
  /** The bytes of several files at once, all of them in memory. Ids that hold nothing are left out. */
  getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Removes the bytes; nothing to remove is no error. */
  delete(id: number): Promise<void>;
}

/** The store does not respond, or refuses us: nothing is wrong with the file, and the same may be tried again later. */
export class ArtifactStoreUnavailable extends Error {
  override readonly name = 'ArtifactStoreUnavailable';

  constructor(cause: unknown) {
    super('the artifact store cannot be used', { cause });
  }
}
