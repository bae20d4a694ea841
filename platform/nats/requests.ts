import { createInbox, errors, type Msg, type NatsConnection } from '@nats-io/transport-node';
import type { Json } from '../../core/json.ts';
import type { Logger } from '../log/index.ts';
import { BusError, type RequestOptions } from './contract.ts';
import { decode, encode, headersOf, isFailure, requestHeaders } from './messages.ts';
import { SUBJECTS } from './subjects.ts';
import { watchedRequest } from './watched-request.ts';

interface Requesting {
  /** The current connection; null while NATS is unavailable. */
  readonly connection: () => NatsConnection | null;
  /** A subject with the installation's prefix. */
  readonly full: (subject: string) => string;
  readonly log: Logger;
}

export interface BusRequest extends RequestOptions {
  readonly subject: string;
  readonly payload: Json;
  readonly timeoutMs: number;
}

/** The first reply. Throws a BusError if there is none. */
export async function requestReply(on: Requesting, request: BusRequest): Promise<Json> {
  const reply = request.watch === undefined ? await plainReply(on, request) : await watchedReply(on, request);
  if (isFailure(reply)) throw new BusError('failed', request.subject);
  return decode(reply);
}

async function plainReply(on: Requesting, { subject, payload, timeoutMs, requestId }: BusRequest): Promise<Msg> {
  const connection = connected(on, subject);
  try {
    return await connection.request(on.full(subject), encode(payload), {
      timeout: timeoutMs,
      ...requestHeaders(listOf(requestId)),
    });
  } catch (error) {
    throw busError(error, subject);
  }
}

async function watchedReply(on: Requesting, request: BusRequest): Promise<Msg> {
  const {
    subject,
    timeoutMs,
    requestId,
    watch: { silenceMs, attempts } = { silenceMs: timeoutMs, attempts: 1 },
  } = request;
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const connection = connected(on, subject);
    const sent = {
      subject: on.full(subject),
      inbox: createInbox(on.full(SUBJECTS.inbox)),
      payload: encode(request.payload),
      headers: headersOf(listOf(requestId)),
    };
    const limits = { timeoutMs: Math.max(1, deadline - Date.now()), silenceMs };
    const reply = await watchedRequest(connection, sent, limits).catch((error: unknown) => {
      throw busError(error, subject);
    });
    if (reply === 'timeout' || reply === 'no_responders') throw new BusError(reply, subject);
    if (reply !== 'silent') return reply;
    on.log.warn({ on: subject, attempt, request_id: requestId }, 'a responder fell silent');
  }
  throw new BusError('timeout', subject);
}

function connected({ connection }: Requesting, subject: string): NatsConnection {
  const current = connection();
  if (current === null) throw new BusError('down', subject);
  return current;
}

function listOf(requestId: string | undefined): readonly string[] {
  return requestId === undefined ? [] : [requestId];
}

function busError(error: unknown, subject: string): unknown {
  const reason = error instanceof errors.RequestError && error.cause !== undefined ? error.cause : error;
  if (error instanceof errors.NoRespondersError || reason instanceof errors.NoRespondersError) {
    return new BusError('no_responders', subject);
  }
  if (error instanceof errors.TimeoutError || reason instanceof errors.TimeoutError) {
    return new BusError('timeout', subject);
  }
  const isClosed = [errors.ClosedConnectionError, errors.DrainingConnectionError, errors.ConnectionError].some(
    (type) => error instanceof type || reason instanceof type,
  );
  return isClosed ? new BusError('down', subject) : error;
}
