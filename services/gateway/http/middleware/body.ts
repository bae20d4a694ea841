import { AppError } from '../../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { fieldOf } from '../../../../core/path.ts';
import { readJson, UnreadableJson } from '../../../../core/read-json.ts';
import { checkCount, checkNumbers } from '../../../../platform/validation/index.ts';
import type { Context } from '../context.ts';
import { LARGE_BODY_BYTES, type HeavyRequest } from '../heavy-requests.ts';

export const DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
/**
 * A body of 1 MiB can hold half a million values. Checking, comparing and storing them would hold the event loop for a
 * second.
 */
export const DEFAULT_MAX_BODY_VALUES = 100_000;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export interface BodyLimits {
  readonly maxBytes: number;
  /** Texts, numbers, lists, objects and all other values count, and so does the body itself. */
  readonly maxValues: number;
  /** How long the body may take to arrive; waiting for a slot does not count. */
  readonly timeoutMs: number;
}

/**
 * The body of a request as it was sent: one JSON object in UTF-8. An empty body counts as an empty object, so endpoints
 * whose members are all optional accept it. A large one waits for a slot of `heavy` before more of it is read, and for
 * another one before it is parsed.
 */
export async function readBody(ctx: Context, limits: BodyLimits, heavy: HeavyRequest): Promise<JsonObject> {
  const hasBody = Number(ctx.get('Content-Length') || 0) > 0 || ctx.get('Transfer-Encoding') !== '';
  if (!hasBody) return {};
  requireJson(ctx);
  const bytes = await collect(ctx, limits, heavy);
  if (bytes.length > LARGE_BODY_BYTES) await heavy.takeWorkSlot();
  return bytes.length === 0 ? {} : parse(bytes, limits.maxValues);
}

function requireJson(ctx: Context): void {
  const [type, ...parameters] = ctx.get('Content-Type').toLowerCase().split(';');
  const charsets = parameters.flatMap((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)/.exec(parameter)?.[1] ?? []);
  const isJson = type?.trim() === 'application/json' && charsets.every((charset) => charset === 'utf-8');
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (!isJson || (encoding !== '' && encoding !== 'identity')) throw new AppError('unsupported_media_type');
}

/** Limit of what is read and discarded of a body that is too large: a client that is still sending reads no response. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Reads to the end, keeps at most `maxBytes` and waits at most `timeoutMs`. A body that is refused on the way is also
 * read to its end, and discarded.
 */
function collect({ req }: Context, { maxBytes, timeoutMs }: BodyLimits, heavy: HeavyRequest): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let refusal: unknown;
    let isSettled = false;
    let hasAsked = false;
    const settle = (finish: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      req.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      finish();
    };
    const cutOff = (code: 'payload_too_large' | 'malformed_request' | 'request_timeout', message?: string) =>
      settle(() => reject(new AppError(code, { headers: { Connection: 'close' }, ...(message ? { message } : {}) })));
    const refuse = (error: unknown) => {
      refusal ??= error;
      chunks.length = 0;
    };
    const takeSlot = async () => {
      hasAsked = true;
      req.pause();
      clearTimeout(timer);
      const since = performance.now();
      await heavy.takeArrivalSlot().catch(refuse);
      if (isSettled) return;
      deadline += performance.now() - since;
      timer = setTimeout(onTimeout, deadline - performance.now());
      req.resume();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refuse(new AppError('payload_too_large'));
      if (size > maxBytes + MAX_DISCARDED_BYTES) cutOff('payload_too_large');
      if (refusal !== undefined) return;
      chunks.push(chunk);
      if (size > LARGE_BODY_BYTES && !hasAsked) void takeSlot();
    };
    const onEnd = () => settle(() => (refusal === undefined ? resolve(joined(chunks)) : reject(refusal)));
    const onBroken = () => cutOff('malformed_request', 'The connection closed before the request body was complete.');
    const onTimeout = () => cutOff('request_timeout');
    let deadline = performance.now() + timeoutMs;
    let timer = setTimeout(onTimeout, timeoutMs);
    req.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
}

function parse(bytes: Buffer, maxValues: number): JsonObject {
  const body = read(bytes);
  if (!isJsonObject(body)) {
    throw new AppError('malformed_request', { message: 'The request body must be a JSON object.' });
  }
  const tooMuch = checkCount(body, maxValues);
  const { details, total } = tooMuch.length > 0 ? { details: tooMuch, total: tooMuch.length } : checkNumbers(body);
  if (total > 0) throw new AppError('validation_failed', { details, total });
  return body;
}

function read(bytes: Buffer): Json {
  try {
    return readJson(UTF8.decode(bytes));
  } catch (error) {
    if (error instanceof UnreadableJson) {
      const { way, problem: message } = error;
      throw new AppError('validation_failed', { details: [{ field: fieldOf(way), message }] });
    }
    throw new AppError('malformed_request', { message: 'The request body is not valid JSON.', cause: error });
  }
}
