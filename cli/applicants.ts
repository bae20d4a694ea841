import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ErasureReason } from '../core/erasures/states.ts';
import { isJsonObject } from '../core/json.ts';
import { readJson } from '../core/read-json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { Row } from './print.ts';
import { apiTarget, type TargetFlags } from './target.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface EraseFlags extends TargetFlags {
  readonly reason: ErasureReason;
  readonly cancel?: boolean;
}

/** `cascade applicants erase ID`: asks that a person be forgotten. May be repeated: an open request is given again. */
export async function eraseApplicant(
  id: number,
  { reason, cancel = false, ...flags }: EraseFlags,
  env: Env,
): Promise<Row> {
  const response = await call(flags, env, `/applicants/${id}/erasures`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason, cancel }),
  });
  const answer = readJson(await response.text());
  const data = isJsonObject(answer) && isJsonObject(answer.data) ? answer.data : {};
  return { ...data };
}

/**
 * `cascade applicants export ID FILE`: what is held of a person, as a ZIP file that nobody else on the machine can
 * read.
 */
export async function exportApplicant(id: number, file: string, flags: TargetFlags, env: Env): Promise<Row> {
  const { body } = await call(flags, env, `/applicants/${id}/export`, {});
  if (body === null) throw new SetupError('The response has no body.');
  try {
    await pipeline(Readable.fromWeb(body), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new SetupError(`${file} is there already.`);
    await rm(file, { force: true });
    throw new SetupError(`${file} could not be written: ${messageOf(error)}`);
  }
  return { object: 'export', applicant_id: id, file };
}

interface Asked {
  readonly method?: 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function call(flags: TargetFlags, env: Env, path: string, request: Asked): Promise<Response> {
  const { baseUrl, token } = await apiTarget(flags, env);
  const headers = { ...request.headers, Authorization: `Bearer ${token}` };
  const response = await fetch(`${baseUrl}/api/v1${path}`, { ...request, headers });
  if (response.ok) return response;
  throw new SetupError(messageIn(await response.text()) ?? `The API responds with ${response.status}.`);
}

/** The fault that the API names; undefined if something else has responded. */
function messageIn(text: string): string | undefined {
  try {
    const answer = readJson(text);
    const error = isJsonObject(answer) && isJsonObject(answer.error) ? answer.error : {};
    return typeof error.message === 'string' ? error.message : undefined;
  } catch {
    return undefined;
  }
}
