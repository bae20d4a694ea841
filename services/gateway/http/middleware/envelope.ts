import { Readable } from 'node:stream';
import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetail } from '../../../../core/errors.ts';
import { ArtifactStoreUnavailable } from '../../../../platform/artifact-store/index.ts';
import { isUnavailable, OutcomeUnknownError } from '../../../../platform/database/unavailable.ts';
import type { Answers, EventsAnswer, FileAnswer, PageRequest, Route, StreamAnswer } from '../route.ts';
import { SerialisedData } from '../serialised.ts';
import type { Context, Middleware } from '../context.ts';
import { pageMeta } from '../paging.ts';
import { namesTag } from '../etag.ts';

/*
 * The only place that knows the envelope: `{data, meta}`, lists with their page in `meta`, and `{error}`
 * (semantics 15.1).
 */

const RETRY_AFTER_SECONDS = 5;

export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
    readonly request_id: string;
    readonly doc_url: string;
  };
}

export function errorBody(error: AppError, requestId: string, docsUrl: string): ErrorBody {
  return {
    error: {
      code: error.code,
      message: messageOf(error),
      details: error.details.slice(0, MAX_DETAILS).map(shortened),
      request_id: requestId,
      doc_url: `${docsUrl}/api/errors/${error.code}`,
    },
  };
}

/** A request of 1 MiB must not get a response of a hundred times that. */
const MAX_DETAILS = 100;
const MAX_DETAIL_LENGTH = 500;

function messageOf({ message, total }: AppError): string {
  return total > MAX_DETAILS ? `${message} The first ${MAX_DETAILS} of ${total} problems are listed.` : message;
}

function shortened({ field, message }: ErrorDetail): ErrorDetail {
  return { field: cut(field), message: cut(message) };
}

function cut(text: string): string {
  return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH).toWellFormed()}…` : text;
}

/** Turns every error of the later middleware and handlers into an error envelope. */
export function errors(docsUrl: string): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = refusedAs(ctx, thrown);
      sendJson(ctx, JSON.stringify(errorBody(error, ctx.state.requestId, docsUrl)));
    }
  };
}

/** Turns an error into the caller's response, and sets its status and headers. */
export function refusedAs(ctx: Context, thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500) ctx.state.log.error({ err: thrown, code: error.code }, 'a request failed');
  ctx.status = error.status;
  ctx.set(error.headers);
  return error;
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) {
    const hasRetryAfter = thrown.status !== 503 || 'Retry-After' in thrown.headers;
    return hasRetryAfter ? thrown : unavailable(thrown);
  }
  const isAway = thrown instanceof ArtifactStoreUnavailable || isUnavailable(thrown);
  return isAway ? unavailable(thrown) : new AppError('internal_error', { cause: thrown });
}

/** Only a connection lost at COMMIT leaves the outcome open: until then every write rolls back. */
function unavailable(cause: unknown): AppError {
  const message =
    cause instanceof AppError ? cause.message : cause instanceof OutcomeUnknownError ? OUTCOME_UNKNOWN : undefined;
  return new AppError('service_unavailable', {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    cause,
    ...(message === undefined ? {} : { message }),
  });
}

const OUTCOME_UNKNOWN =
  'The connection to the database was lost while the change was being committed, so its outcome is unknown. ' +
  'Repeat the request with the same Idempotency-Key, or read the record first.';

/** Sends what a handler returned, in the shape that its declaration gives. `beforeBytes` runs before a file is sent. */
export async function sendAnswer(
  ctx: Context,
  reply: Route['reply'],
  answer: Answers[keyof Answers],
  { page, beforeBytes }: { readonly page: PageRequest; readonly beforeBytes: () => Promise<void> },
): Promise<void> {
  const meta = { request_id: ctx.state.requestId };
  switch (reply.kind) {
    case 'item': {
      const data = answer as Answers['item'];
      ctx.status = reply.status;
      if (data instanceof SerialisedData && data.isReplay) ctx.set('Idempotent-Replayed', 'true');
      const json = data instanceof SerialisedData ? data.json : JSON.stringify(data);
      return sendJson(ctx, `{"data":${json},"meta":${JSON.stringify(meta)}}`);
    }
    case 'page': {
      const { items, totalCount, next, meta: more } = answer as Answers['page'];
      const paging = { ...pageMeta(page, { totalCount, next }), object: reply.object };
      return sendJson(ctx, JSON.stringify({ data: items, meta: { ...meta, ...paging, ...more } }));
    }
    case 'collection': {
      const items = answer as Answers['collection'];
      const paging = {
        page: 1,
        per_page: items.length,
        total_count: items.length,
        total_pages: 1,
        object: reply.object,
      };
      return sendJson(ctx, JSON.stringify({ data: items, meta: { ...meta, ...paging } }));
    }
    case 'file':
      return sendFile(ctx, answer as FileAnswer, beforeBytes);
    case 'stream':
      return sendStream(ctx, answer as StreamAnswer, beforeBytes);
    case 'events':
      return sendEvents(ctx, answer as EventsAnswer);
    case 'nothing':
      ctx.status = 204;
      return;
  }
}

function sendJson(ctx: Context, json: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = json;
}

async function sendFile(ctx: Context, file: FileAnswer, beforeBytes: () => Promise<void>): Promise<void> {
  const etag = `"${file.sha256}"`;
  const isKnown = namesTag(ctx.get('If-None-Match'), etag, { weak: true });
  const isGiven = !isKnown && ctx.method !== 'HEAD';
  if (isGiven) await beforeBytes();
  // Opened before any header is set: it may fail, and an error must not carry the file's headers.
  const content = isGiven ? await file.open() : undefined;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('ETag', etag);
  ctx.status = isKnown ? 304 : 200;
  if (isKnown) return;
  ctx.set('Content-Disposition', contentDisposition(file.filename));
  ctx.type = file.contentType;
  ctx.length = file.byteSize;
  if (content instanceof Readable) ctx.body = content;
  else if (content !== undefined) ctx.body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

async function sendStream(
  ctx: Context,
  { filename, contentType, open }: StreamAnswer,
  beforeBytes: () => Promise<void>,
): Promise<void> {
  if (ctx.method !== 'HEAD') await beforeBytes();
  ctx.set('Cache-Control', 'no-store');
  ctx.set('Content-Disposition', contentDisposition(filename));
  ctx.status = 200;
  ctx.type = contentType;
  if (ctx.method !== 'HEAD') ctx.body = open();
}

function sendEvents(ctx: Context, { open }: EventsAnswer): void {
  ctx.set('Cache-Control', 'no-store');
  // Otherwise a proxy that buffers responses would hold back every event.
  ctx.set('X-Accel-Buffering', 'no');
  ctx.status = 200;
  // A connection that was kept alive for another request would delay the shutdown of the gateway.
  ctx.set('Connection', 'close');
  ctx.set('Content-Type', 'text/event-stream');
  if (ctx.method !== 'HEAD') ctx.body = open();
}

/** RFC 6266: the name in ASCII for old clients and in UTF-8 for all others. */
function contentDisposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
