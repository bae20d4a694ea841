import type { Msg } from '@nats-io/transport-node';
import type { Logger } from '../log/index.ts';
import { isTracing, traced } from '../tracing/index.ts';
import type { BusHandler } from './contract.ts';
import { decode, encode, failureHeaders, headersOf, requestHeaders, requestIdsOf, traceparentOf } from './messages.ts';
import { sendHeartbeats } from './watched-request.ts';

export const MESSAGING = { 'messaging.system': 'nats' };

interface Handled {
  /** Without the installation's prefix, as it was subscribed to. */
  readonly on: string;
  /** Without the prefix, as it came. */
  readonly subject: string;
  readonly handler: BusHandler;
  readonly log: Logger;
}

/**
 * Calls the handler, within the trace of the message. Never rejects: a handler that throws is logged, and its failure is
 * the reply to a request that it has not replied to.
 */
export async function handleMessage(message: Msg, handled: Handled): Promise<void> {
  const parent = isTracing() ? traceparentOf(message) : undefined;
  if (parent === undefined) return call(message, handled);
  return traced(`process ${handled.on}`, { kind: 'consumer', parent, attributes: MESSAGING }, () =>
    call(message, handled),
  );
}

async function call(message: Msg, { on, subject, handler, log }: Handled): Promise<void> {
  const requestIds = requestIdsOf(message);
  const endHeartbeats = sendHeartbeats(message, () => headersOf(requestIds));
  let mustReply = message.reply !== undefined;
  try {
    await handler({
      subject,
      payload: decode(message),
      requestId: requestIds[0],
      requestIds,
      respond: (payload) => {
        if (message.reply === undefined) return;
        message.respond(encode(payload), requestHeaders(requestIds));
        mustReply = false;
      },
    });
  } catch (error) {
    const ids = requestIds.length === 0 ? {} : { request_id: requestIds.join(' ') };
    log.error({ err: error, on, ...ids }, 'a message handler failed');
    if (mustReply) message.respond('', failureHeaders(requestIds));
  } finally {
    endHeartbeats();
  }
}
