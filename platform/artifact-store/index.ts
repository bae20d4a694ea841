export { ArtifactStoreUnavailable, STORE_RETRY_SECONDS, type ArtifactStore } from './contract.ts';
export { PostgresArtifactStore } from './postgres.ts';
export { ARTIFACT_STORE_VARIABLES, openArtifactStores, openBucket, type ArtifactStores } from './service.ts';
