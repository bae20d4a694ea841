import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node';

/**
 * A request whose work may take a minute. A responder at work says so every second. A requester that hears nothing for
 * a while knows long before the deadline that the responder is gone.
 *
 * Only requests that ask for heartbeats get them: others take the first message as the reply.
 */
const WATCH_HEADER = 'X-Watched';
const HEARTBEAT_HEADER = 'X-Heartbeat';
const HEARTBEAT_MS = 1_000;

/** Status of the server's message that nobody subscribes to the subject. */
const NO_RESPONDERS = 503;

export type WatchedReply = Msg | 'silent' | 'timeout' | 'no_responders';

/** The reply, or why there is none: `silent` is a responder that sent no heartbeat for `silenceMs`. */
export async function watchedRequest(
  connection: NatsConnection,
  request: { readonly subject: string; readonly inbox: string; readonly payload: string; readonly headers: MsgHdrs },
  { timeoutMs, silenceMs }: { readonly timeoutMs: number; readonly silenceMs: number },
): Promise<WatchedReply> {
  const { promise, resolve } = Promise.withResolvers<WatchedReply>();
  const deadline = setTimeout(() => resolve('timeout'), timeoutMs);
  const silence = setTimeout(() => resolve('silent'), silenceMs);
  const subscription = connection.subscribe(request.inbox, {
    callback: (error, message) => {
      if (error !== null) resolve('silent');
      else if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) resolve('no_responders');
      else if (message.headers?.has(HEARTBEAT_HEADER) === true) silence.refresh();
      else resolve(message);
    },
  });
  try {
    request.headers.set(WATCH_HEADER, '1');
    connection.publish(request.subject, request.payload, { reply: request.inbox, headers: request.headers });
    return await promise;
  } finally {
    clearTimeout(deadline);
    clearTimeout(silence);
    if (!connection.isClosed()) subscription.unsubscribe();
  }
}

/**
 * Says that the responder is at work, if the request asks for it, until the returned function is called. Each message
 * has these headers, too.
 */
export function sendHeartbeats(message: Msg, headersOf: () => MsgHdrs): () => void {
  if (message.reply === undefined || message.headers?.has(WATCH_HEADER) !== true) return () => undefined;
  const beat = (): void => {
    const values = headersOf();
    values.set(HEARTBEAT_HEADER, '1');
    message.respond('', { headers: values });
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_MS);
  return () => clearInterval(timer);
}
