import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CascadeClient, CascadeError, NotFoundError } from '../clients/typescript/src/index.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { readJson } from '../core/read-json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { Row } from './print.ts';
import { apiTarget, type TargetFlags } from './target.ts';

export interface ReEvaluateFlags extends TargetFlags {
  /** A file, or `-` for standard input: values of an applicant stay out of the history of the shell. */
  readonly corrections?: string;
  readonly reason?: string;
  readonly freshReports: boolean;
  readonly again: boolean;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly err: (text: string) => void;
}

/**
 * `cascade executions re-evaluate ID`: what the console does by "Correct and run again". It may be repeated: the key is made
 * of the execution and of what is asked, so the same request is the same execution. `--again` runs it once more.
 */
export async function reEvaluate(
  executionId: number,
  flags: ReEvaluateFlags,
  { env, err }: Surroundings,
): Promise<Row> {
  const corrections = flags.corrections === undefined ? {} : await correctionsIn(flags.corrections);
  const body = {
    ...(flags.freshReports ? { reuse_reports: false } : {}),
    ...(Object.keys(corrections).length === 0 ? {} : { corrections }),
    ...(flags.reason === undefined ? {} : { reason: flags.reason }),
  };
  const api = new CascadeClient(await apiTarget(flags, env));
  const { data, isReplay } = await api
    .post('/executions/{id}/re_evaluations', {
      path: { id: executionId },
      body,
      idempotencyKey: flags.again ? randomUUID() : keyOf(executionId, body),
    })
    .catch((error: unknown) => {
      throw explained(error, executionId);
    });
  if (isReplay) err('This was asked for before; with --again it runs once more.\n');
  const { id, object, status, execution_mode: mode, re_evaluated_from: from } = data;
  return { object, id, re_evaluated_from: from, status, execution_mode: mode };
}

async function correctionsIn(file: string): Promise<JsonObject> {
  const written = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new SetupError(`${file} cannot be read.`);
  });
  try {
    const corrections = readJson(written);
    if (isJsonObject(corrections)) return corrections;
  } catch (error) {
    // A syntax error of the parser quotes what it met.
    throw new SetupError(
      error instanceof SyntaxError ? `${file} holds no JSON.` : `${file} cannot be used: ${messageOf(error)}.`,
    );
  }
  throw new SetupError(`${file} must hold an object of paths and values, such as {"applicant.email": "…"}.`);
}

function keyOf(executionId: number, body: object): string {
  const asked = createHash('sha256').update(JSON.stringify([executionId, body]));
  return `cli-re-evaluation-${asked.digest('hex')}`;
}

/** The faults that the service found, by the paths of the file; any other error as it is. */
function explained(error: unknown, executionId: number): unknown {
  if (error instanceof NotFoundError) return new SetupError(`The token's API client has no execution ${executionId}.`);
  if (!(error instanceof CascadeError) || error.details.length === 0) return error;
  const lines = error.details.map(({ field, message }) => `  ${field.replace(/^corrections\./, '')}: ${message}`);
  return new SetupError(['Nothing was evaluated again:', ...lines].join('\n'));
}
