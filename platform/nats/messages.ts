import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import type { Json } from '../../core/json.ts';
import { currentTraceparent } from '../tracing/index.ts';

/** The request as sent: JSON, with the requests that it comes from and the trace in headers. */
const REQUEST_ID_HEADER = 'X-Request-Id';
const TRACE_HEADER = 'traceparent';
/** In place of a reply: the handler threw. The thrown error stays in the log of the responder. */
const FAILED_HEADER = 'X-Failed';
/** Limits the size of a merged hint: an id has up to 128 characters. */
const MOST_REQUEST_IDS = 50;

export function encode(payload: Json | undefined): string {
  return payload === undefined ? '' : JSON.stringify(payload);
}

export function decode(message: Msg): Json {
  return message.data.length === 0 ? null : message.json<Json>();
}

/** No headers at all if there is nothing to say: NATS sends such a message in a shorter form. */
export function requestHeaders(requestIds: readonly string[]): { readonly headers?: MsgHdrs } {
  const values = headersOf(requestIds);
  return values.keys().length === 0 ? {} : { headers: values };
}

export function headersOf(requestIds: readonly string[]): MsgHdrs {
  const values = headers();
  for (const requestId of new Set(requestIds.slice(0, MOST_REQUEST_IDS))) values.append(REQUEST_ID_HEADER, requestId);
  const traceparent = currentTraceparent();
  if (traceparent !== null) values.set(TRACE_HEADER, traceparent);
  return values;
}

export function failureHeaders(requestIds: readonly string[]): { readonly headers: MsgHdrs } {
  const values = headersOf(requestIds);
  values.set(FAILED_HEADER, '1');
  return { headers: values };
}

export function isFailure(message: Msg): boolean {
  return message.headers?.has(FAILED_HEADER) === true;
}

export function requestIdsOf(message: Msg): readonly string[] {
  return message.headers?.values(REQUEST_ID_HEADER) ?? [];
}

export function traceparentOf(message: Msg): string | undefined {
  return message.headers?.get(TRACE_HEADER) || undefined;
}
