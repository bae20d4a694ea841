import { readFile } from 'node:fs/promises';
import { createHash, type KeyObject } from 'node:crypto';
import { readJson } from '../core/read-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { erasureMessage, readPublishedKeys } from '../platform/evidence/index.ts';
import { isSignedBy } from '../platform/evidence/keys.ts';
import { verifyBundle } from '../platform/evidence/verify.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';

const PATH = '/.well-known/cascade-evidence.json';
const FETCH_TIMEOUT_MS = 20_000;

export interface VerifiedBundle {
  readonly valid: true;
  readonly execution_id: number;
  readonly created_at: string;
  readonly key_id: string;
  readonly files: number;
  /** The bundle was made after its person was forgotten. */
  readonly erased?: string;
}

/**
 * Verifies an evidence bundle. `keys`: a file with the published keys, or the address of an installation. Throws a
 * SetupError that lists every problem if the bundle is not genuine or was changed.
 */
export async function verifyEvidence(file: string, keys: string): Promise<VerifiedBundle | VerifiedReceipt> {
  const known = await loadKeys(keys);
  const bundle = await readFile(file).catch((error: unknown) => {
    throw new SetupError(`${file} cannot be read: ${messageOf(error)}`);
  });
  if (bundle[0] === BRACE) return verifyReceipt(file, bundle, known);
  const { problems, manifest } = await verifyBundle(bundle, known);
  if (problems.length > 0 || manifest === null) {
    throw new SetupError(`${file} is not valid evidence:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  }
  const { execution_id, created_at, key_id, files, erased_at: erased } = manifest;
  const known_files = { valid: true, execution_id, created_at, key_id, files: files.length } as const;
  return erased === undefined ? known_files : { ...known_files, erased: `erased on ${erased}` };
}

const BRACE = '{'.charCodeAt(0);

export interface VerifiedReceipt {
  readonly valid: true;
  readonly erasure_id: number;
  readonly status: string;
  readonly key_id: string;
  /** One for each execution: erased on which day, or kept until when. */
  readonly executions: readonly string[];
}

/** A receipt of an erasure: `receipt` of the API's answer, or the whole answer. */
function verifyReceipt(file: string, bytes: Buffer, keys: ReadonlyMap<string, KeyObject>): VerifiedReceipt {
  const { document, key_id: keyId, signature } = receiptIn(file, bytes);
  const key = keys.get(keyId);
  if (key === undefined) throw new SetupError(`${file} is signed with the key "${keyId}", which is not known.`);
  const message = erasureMessage(keyId, createHash('sha256').update(document).digest('hex'));
  if (!isSignedBy(message, Buffer.from(signature, 'base64'), key)) {
    throw new SetupError(`${file} is not valid: its signature does not fit.`);
  }
  const receipt = readJson(document);
  const { erasure_id: erasureId, status, executions = [] } = isJsonObject(receipt) ? receipt : {};
  return {
    valid: true,
    erasure_id: Number(erasureId),
    status: String(status),
    key_id: keyId,
    executions: Array.isArray(executions) ? executions.flatMap((one) => (isJsonObject(one) ? [wordsOf(one)] : [])) : [],
  };
}

function wordsOf({ execution_id: id, erased_at: erased, kept_until: until }: JsonObject): string {
  if (typeof erased === 'string') return `${String(id)}: erased on ${erased}`;
  return `${String(id)}: kept until ${typeof until === 'string' ? until : 'a hold is lifted'}`;
}

function receiptIn(file: string, bytes: Buffer) {
  const read: Json = readJson(bytes.toString('utf8'));
  const answer = isJsonObject(read) && isJsonObject(read.data) ? read.data : read;
  const receipt = isJsonObject(answer) && isJsonObject(answer.receipt) ? answer.receipt : answer;
  const { document, key_id: keyId, signature } = isJsonObject(receipt) ? receipt : {};
  if (typeof document !== 'string' || typeof keyId !== 'string' || typeof signature !== 'string') {
    throw new SetupError(`${file} is neither an evidence bundle nor a receipt of an erasure.`);
  }
  return { document, key_id: keyId, signature };
}

async function loadKeys(source: string): Promise<ReadonlyMap<string, KeyObject>> {
  try {
    const text = /^https?:\/\//.test(source) ? await fetchText(source) : await readFile(source, 'utf8');
    return readPublishedKeys(readJson(text));
  } catch (error) {
    throw new SetupError(
      `The public keys cannot be read from ${source}: ${messageOf(error)}. ` +
        `Name a file or an installation with --keys; an installation publishes its keys at ${PATH}.`,
    );
  }
}

async function fetchText(address: string): Promise<string> {
  const url = address.endsWith('.json') ? address : `${address.replace(/\/+$/, '')}${PATH}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} responds with ${response.status}`);
  return response.text();
}
