import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { getCACertificates } from 'node:tls';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isUnavailable } from '../database/unavailable.ts';
import { ArtifactStoreUnavailable, type ArtifactStore } from './contract.ts';

export interface S3Options {
  readonly bucket: string;
  /** Before each key. */
  readonly prefix: string;
  /** Undefined: that of AWS in the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** `endpoint/bucket/key` in place of `bucket.endpoint/key`. */
  readonly isPathStyle: boolean;
  /** Undefined: as the SDK finds them, in AWS_* variables, a web identity or the machine's role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** PEM of authorities that may sign the endpoint's certificate, beside the system's. */
  readonly ca: string | undefined;
}

/**
 * A put holds the lock of the artifact's row, in a transaction that PostgreSQL ends once it has been idle for
 * DATABASE_STATEMENT_TIMEOUT_SECONDS (10 by default).
 */
const OPERATION_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 5_000;
/** Limit for a download whose reader or server has stalled. */
const IDLE_TIMEOUT_MS = 120_000;
/** Downloads keep a connection each. */
const MOST_CONNECTIONS = 100;
const NOT_NOW = new Set(['AbortError', 'TimeoutError', 'CredentialsProviderError']);

/**
 * Files as objects of an S3 bucket, one each: `<prefix><id>`. The server compares the SHA-256 of what it receives with
 * ours, and what is read is compared with the checksum that it has kept.
 */
export class S3ArtifactStore implements ArtifactStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, prefix, endpoint, region, isPathStyle, credentials, ca }: S3Options) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
    this.#client = new S3Client({
      region,
      forcePathStyle: isPathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: RESPONSE_TIMEOUT_MS,
        throwOnRequestTimeout: true,
        socketTimeout: IDLE_TIMEOUT_MS,
        httpAgent: agent,
        httpsAgent: { ...agent, ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }) },
      },
    });
  }

  async put(id: number, bytes: Uint8Array): Promise<void> {
    const command = new PutObjectCommand({
      ...this.#at(id),
      Body: bytes,
      ContentLength: bytes.byteLength,
      ContentType: 'application/octet-stream',
      ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
    });
    await inTime((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  async get(id: number): Promise<Uint8Array | null> {
    return inTime(async (signal) => {
      const body = await this.#read(id, signal);
      return body === null ? null : buffer(body);
    });
  }

  async open(id: number): Promise<Readable | null> {
    const body = await inTime((signal) => this.#read(id, signal));
    // Whoever destroys one of the two, or lets it fail, destroys the other.
    return body === null ? null : pipeline(body, new HeldBack(), () => undefined);
  }

  async getMany(ids: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    const files = await Promise.all(ids.map(async (id) => [id, await this.get(id)] as const));
    return new Map(files.flatMap(([id, bytes]) => (bytes === null ? [] : [[id, bytes] as const])));
  }

  async delete(id: number): Promise<void> {
    await inTime((abortSignal) => this.#client.send(new DeleteObjectCommand(this.#at(id)), { abortSignal }));
  }

  /** Stores a text that is no artifact under a name below the prefix. */
  async putText(name: string, text: string): Promise<void> {
    const command = new PutObjectCommand({
      ...{ Bucket: this.#bucket, Key: this.#prefix + name, Body: text, ContentType: 'application/json' },
      ChecksumSHA256: createHash('sha256').update(text).digest('base64'),
    });
    await inTime((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  /** The texts whose names begin so, in the order of their names. */
  async readTexts(folder: string): Promise<readonly string[]> {
    const texts: string[] = [];
    let after: string | undefined;
    do {
      const command = new ListObjectsV2Command({
        ...{ Bucket: this.#bucket, Prefix: this.#prefix + folder },
        ...(after === undefined ? {} : { StartAfter: after }),
      });
      const { Contents: found = [], IsTruncated: isMore } = await inTime((abortSignal) =>
        this.#client.send(command, { abortSignal }),
      );
      for (const { Key: key = '' } of found) texts.push((await inTime((signal) => this.#text(key, signal))) ?? '');
      after = isMore === true ? found.at(-1)?.Key : undefined;
    } while (after !== undefined);
    return texts;
  }

  async #text(key: string, abortSignal: AbortSignal): Promise<string | undefined> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: key, ChecksumMode: 'ENABLED' });
    const { Body: body } = await this.#client.send(command, { abortSignal });
    return body?.transformToString();
  }

  /** Throws unless the bucket is there and may be used. */
  async check(): Promise<void> {
    await inTime((abortSignal) => this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal }));
  }

  close(): void {
    this.#client.destroy();
  }

  async #read(id: number, abortSignal: AbortSignal): Promise<Readable | null> {
    try {
      const command = new GetObjectCommand({ ...this.#at(id), ChecksumMode: 'ENABLED' });
      const { Body: body } = await this.#client.send(command, { abortSignal });
      if (!(body instanceof Readable)) throw new Error('the response of S3 has no body');
      return body;
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  #at(id: number): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${id}` };
  }
}

/**
 * Passes on each piece when the next one arrives, and the last one at the end. The SDK compares the checksum there; a
 * reader that already had every piece would take the file for complete.
 */
class HeldBack extends Transform {
  #last: Buffer | undefined;

  override _transform(piece: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    const before = this.#last;
    this.#last = piece;
    callback(null, before);
  }

  override _flush(callback: TransformCallback): void {
    callback(null, this.#last);
  }
}

/** The deadline ends with the operation: a download that has begun may take its reader's time. */
async function inTime<T>(operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), OPERATION_TIMEOUT_MS);
  try {
    return await operation(deadline.signal);
  } catch (error) {
    throw isAway(error) ? new ArtifactStoreUnavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** An error response (no such bucket, access denied) is treated as an outage: it ends when the operator fixes the cause. */
function isAway(error: unknown): boolean {
  if (error instanceof S3ServiceException) return true;
  return error instanceof Error && (NOT_NOW.has(error.name) || isUnavailable(error));
}
