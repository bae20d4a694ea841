import type { Logger } from '../../../platform/log/index.ts';
import type { Context } from './context.ts';

/** Error codes of a connection that the caller has closed or reset. */
const CLOSED = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Logs why a response was not sent completely. A caller that goes away is no fault and logged for debugging only: the
 * line of its request already says `is_complete: false`. The body's own stream can fail with the same codes, if the
 * artifact store breaks a connection. Then the response's connection is either still open or was destroyed with that
 * error.
 */
export function logUnsent(log: Logger): (error: NodeJS.ErrnoException, ctx: Context) => void {
  return (error, { req, res, state }) => {
    const fields = { request_id: state.requestId };
    if (CLOSED.has(error.code) && req.socket.destroyed && res.errored !== error)
      log.debug({ ...fields, code: error.code }, 'the caller closed the connection before the response was complete');
    else log.warn({ ...fields, err: error }, 'a response could not be sent');
  };
}
