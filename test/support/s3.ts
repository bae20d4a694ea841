import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { findS3Server } from '../../dev/manifests/tools.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launch, waitUntilReady, type ManagedProcess } from '../../dev/servers/process.ts';

export interface S3Server {
  readonly port: number;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** As the services read it, for a bucket. */
  environment(bucket: string): Readonly<Record<string, string>>;
  makeBucket(): Promise<string>;
  /** The file that holds an object. */
  fileOf(bucket: string, key: string): string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const REGION = 'us-east-1';

/** A real S3 server on this machine, which keeps each object as a file. */
export async function startS3Server(): Promise<S3Server> {
  const binary = await findS3Server((line) => void process.stderr.write(`${line}\n`));
  const folder = await mkdtemp(join(tmpdir(), 'cascade-s3-'));
  const data = join(folder, 'data');
  await mkdir(data);
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: randomUUID() };
  const client = new S3Client({ endpoint, region: REGION, forcePathStyle: true, credentials });
  let server: ManagedProcess | undefined;
  const start = async (): Promise<void> => {
    server = await launch({
      name: 'versitygw',
      command: binary,
      args: ['--quiet', '--port', `127.0.0.1:${port}`, '--health', '/healthz', 'posix', data],
      env: { ...process.env, ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
      logFile: join(folder, 'versitygw.log'),
    });
    await waitUntilReady(server, () => responds(endpoint), 60_000);
  };
  const kill = async (): Promise<void> => {
    server?.signal('SIGKILL');
    await server?.exited;
  };
  await start();
  return {
    port,
    endpoint,
    credentials,
    environment: (bucket) => ({
      ARTIFACTS_S3_BUCKET: bucket,
      ARTIFACTS_S3_PREFIX: 'files/',
      ARTIFACTS_S3_ENDPOINT: endpoint,
      ARTIFACTS_S3_REGION: REGION,
      ARTIFACTS_S3_PATH_STYLE: 'true',
      ARTIFACTS_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      ARTIFACTS_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
    makeBucket: async () => {
      const bucket = `b-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return bucket;
    },
    fileOf: (bucket, key) => join(data, bucket, key),
    start,
    kill,
    stop: async () => {
      await kill();
      client.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function responds(endpoint: string): Promise<boolean> {
  return fetch(`${endpoint}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}
