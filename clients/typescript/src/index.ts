export { CascadeClient } from './client.ts';
export type { Answer, CascadeClientOptions } from './calls.ts';
export type { List, Page } from './list.ts';
export { productOutput } from './resources.ts';
export type { WaitOptions } from './waiting.ts';
export {
  AuthenticationError,
  CascadeError,
  ConflictError,
  ConnectionFailedError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  WaitTimeoutError,
  type ClientErrorCode,
  type ErrorDetail,
} from './errors.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookToVerify,
  type WebhookVerificationReason,
} from './webhook.ts';
export type {
  CallOptions,
  ErrorCode,
  ProductCode,
  ProductOutputs,
  Schemas,
  WebhookEvent,
  WebhookEventName,
} from './types.ts';
