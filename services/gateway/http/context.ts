import type { ParameterizedContext, Next } from 'koa';
import type { Logger } from '../../../platform/log/index.ts';
import type { KnownToken } from './limiter.ts';

/** State that the middleware sets for the handlers after it. */
export interface State {
  readonly requestId: string;
  readonly log: Logger;
  /** Source address, from the socket or from trusted proxies. */
  ip: string;
  /** The declared path and the operation, once routed; labels of logs and metrics. */
  route: string;
  operationId: string;
  /** The token of the request, looked up by admission; undefined if it is unknown. */
  token: KnownToken | undefined;
  apiClientId?: number;
  /** Fields that handlers add to the log line. */
  noted: Record<string, number | string>;
}

export type Context = ParameterizedContext<State>;
export type Middleware = (ctx: Context, next: Next) => Promise<void>;
