/**
 * Where the files of artifacts are kept. Ids are those of the artifact rows, which say what a file is, whose it is, and
 * its size and hash; a store knows bytes only. Every operation may be repeated.
 */
export interface ArtifactStore {
  /** Stores the bytes whole or not at all; what was there under this id is replaced. */
  put(id: number, bytes: Uint8Array): Promise<void>;
  /** The bytes as they were put, or null where there are none. */
  get(id: number): Promise<Uint8Array | null>;
  /** The bytes of several files at once, all of them in memory. Ids that hold nothing are left out. */
  getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Removes the bytes; nothing to remove is no error. */
  delete(id: number): Promise<void>;
}
