export type { ArtifactStore } from './contract.ts';
export { PostgresArtifactStore } from './postgres.ts';
