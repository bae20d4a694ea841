import type { Pool } from 'pg';
import type { Config } from '../config/index.ts';
import type { Queryable } from '../database/index.ts';
import type { ArtifactStore } from './contract.ts';
import { MovedArtifactStore } from './moved.ts';
import { PostgresArtifactStore } from './postgres.ts';
import type { S3ArtifactStore } from './s3.ts';

/** The settings that `openArtifactStores` reads. */
export const ARTIFACT_STORE_VARIABLES = [
  'ARTIFACTS_S3_BUCKET',
  'ARTIFACTS_S3_PREFIX',
  'ARTIFACTS_S3_ENDPOINT',
  'ARTIFACTS_S3_REGION',
  'ARTIFACTS_S3_PATH_STYLE',
  'ARTIFACTS_S3_ACCESS_KEY_ID',
  'ARTIFACTS_S3_SECRET_ACCESS_KEY',
  'TLS_CA_PATH',
] as const;

export interface ArtifactStores {
  /** The store on a database or an open transaction; `pool` as PostgresArtifactStore takes it. */
  on(db: Queryable, pool?: Pool): ArtifactStore;
  /** Throws if the bucket cannot be used. */
  readonly check: (() => Promise<void>) | undefined;
  close(): void;
}

/** The store that the configuration names: S3 if there is a bucket, else PostgreSQL. */
export async function openArtifactStores(config: StoreConfig): Promise<ArtifactStores> {
  const s3 = await openBucket(config);
  if (s3 === undefined) {
    return { on: (db, pool) => new PostgresArtifactStore(db, pool), check: undefined, close: () => undefined };
  }
  return {
    on: (db, pool) => new MovedArtifactStore(s3, new PostgresArtifactStore(db, pool)),
    check: () => s3.check(),
    close: () => s3.close(),
  };
}

type StoreConfig = Config<(typeof ARTIFACT_STORE_VARIABLES)[number]>;

/** Undefined without a bucket. */
export async function openBucket(config: StoreConfig): Promise<S3ArtifactStore | undefined> {
  const bucket = config.ARTIFACTS_S3_BUCKET;
  if (bucket === undefined) return undefined;
  const [accessKeyId, secretAccessKey] = [config.ARTIFACTS_S3_ACCESS_KEY_ID, config.ARTIFACTS_S3_SECRET_ACCESS_KEY];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error('ARTIFACTS_S3_ACCESS_KEY_ID and ARTIFACTS_S3_SECRET_ACCESS_KEY are set together or not at all');
  }
  // Loading the SDK takes longer than all else of a service's start.
  const s3 = await import('./s3.ts');
  return new s3.S3ArtifactStore({
    bucket,
    prefix: config.ARTIFACTS_S3_PREFIX,
    endpoint: config.ARTIFACTS_S3_ENDPOINT,
    region: config.ARTIFACTS_S3_REGION,
    isPathStyle: config.ARTIFACTS_S3_PATH_STYLE,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
    ca: config.TLS_CA_PATH,
  });
}
