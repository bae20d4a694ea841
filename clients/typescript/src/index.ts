export { CascadeClient, type Answer, type CascadeClientOptions } from './client.ts';
export { CascadeError, type ClientErrorCode, type ErrorDetail } from './errors.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookHeaders,
  type WebhookToVerify,
  type WebhookVerificationReason,
} from './webhook.ts';
export type { CallOptions, ErrorCode, Schemas, WebhookEvent, WebhookEventName } from './types.ts';
