import { Artifact, ArtifactBlob, MailMessage } from './artifacts.ts';
import { Command, Effect, Execution, IdempotencyKey, Step } from './executions.ts';
import { Account, ApiClient, ApiToken, User } from './identity.ts';
import { Batch, BillingEntry, FailedAuth, RateWindow } from './operations.ts';
import { ReviewEvent, ReviewRound } from './reviews.ts';
import { Event, WebhookDelivery, WebhookQueue, WebhookSubscription } from './webhooks.ts';
import { Workflow, WorkflowTemplate, WorkflowVersion } from './workflows.ts';

export const ENTITIES = [
  Account,
  User,
  ApiClient,
  ApiToken,
  Workflow,
  WorkflowVersion,
  WorkflowTemplate,
  Execution,
  Step,
  Effect,
  Command,
  IdempotencyKey,
  ReviewRound,
  ReviewEvent,
  Event,
  WebhookSubscription,
  WebhookDelivery,
  WebhookQueue,
  Artifact,
  ArtifactBlob,
  MailMessage,
  Batch,
  BillingEntry,
  RateWindow,
  FailedAuth,
] as const;

export {
  Account,
  User,
  ApiClient,
  ApiToken,
  Workflow,
  WorkflowVersion,
  WorkflowTemplate,
  Execution,
  Step,
  Effect,
  Command,
  IdempotencyKey,
  ReviewRound,
  ReviewEvent,
  Event,
  WebhookSubscription,
  WebhookDelivery,
  WebhookQueue,
  Artifact,
  ArtifactBlob,
  MailMessage,
  Batch,
  BillingEntry,
  RateWindow,
  FailedAuth,
};
