import type { ParameterizedContext, Next } from 'koa';
import type { Logger } from '../../platform/log.ts';

/** What the middleware leaves for those behind it. */
export interface State {
  requestId: string;
  log: Logger;
  /** Source address, told by the socket or by trusted proxies. */
  ip: string;
  /** The declared path and the operation, once routed: what logs and metrics are labelled with. */
  route: string;
  operationId: string;
  apiClientId?: number;
}

export type Context = ParameterizedContext<State>;
export type Middleware = (ctx: Context, next: Next) => Promise<void>;
