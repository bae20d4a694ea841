import { readFile } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { readJson } from '../core/read-json.ts';
import { readPublishedKeys } from '../platform/evidence/index.ts';
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
}

/**
 * Verifies an evidence bundle. `keys`: a file with the published keys, or the address of an installation. Throws a
 * SetupError that lists every problem if the bundle is not genuine or was changed.
 */
export async function verifyEvidence(file: string, keys: string): Promise<VerifiedBundle> {
  const known = await loadKeys(keys);
  const bundle = await readFile(file).catch((error: unknown) => {
    throw new SetupError(`${file} cannot be read: ${messageOf(error)}`);
  });
  const { problems, manifest } = await verifyBundle(bundle, known);
  if (problems.length > 0 || manifest === null) {
    throw new SetupError(`${file} is not valid evidence:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  }
  const { execution_id, created_at, key_id, files } = manifest;
  return { valid: true, execution_id, created_at, key_id, files: files.length };
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
