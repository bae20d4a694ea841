import type { Readable } from 'node:stream';
import type { ArtifactStore } from './contract.ts';

/**
 * A store whose files were kept elsewhere before: what it does not hold is read there. Files are written to the present
 * one alone, and removed from both, so an installation that changes its store moves nothing and loses nothing.
 */
export class MovedArtifactStore implements ArtifactStore {
  readonly #present: ArtifactStore;
  readonly #former: ArtifactStore;

  constructor(present: ArtifactStore, former: ArtifactStore) {
    this.#present = present;
    this.#former = former;
  }

  put(id: number, bytes: Uint8Array): Promise<void> {
    return this.#present.put(id, bytes);
  }

  async get(id: number): Promise<Uint8Array | null> {
    return (await this.#present.get(id)) ?? this.#former.get(id);
  }

  async open(id: number): Promise<Readable | Uint8Array | null> {
    return (await this.#present.open(id)) ?? this.#former.open(id);
  }

  async getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const present = await this.#present.getMany(ids);
    const former = await this.#former.getMany(ids.filter((id) => !present.has(id)));
    return new Map([...former, ...present]);
  }

  async delete(id: number): Promise<void> {
    await this.#present.delete(id);
    await this.#former.delete(id);
  }
}
