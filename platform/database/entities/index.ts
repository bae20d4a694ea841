import { ActivationRequest } from './activations.ts';
import { Applicant, ApplicantHandle, ApplicantSearch, ApplicantWord } from './applicants.ts';
import { Artifact, ArtifactBlob, MailMessage } from './artifacts.ts';
import { AuditChain, AuditEvent, FullRead } from './audit.ts';
import { Backtest, BacktestChange, BacktestChunk } from './backtests.ts';
import { Erasure, ErasureExecution, LegalHold } from './erasures.ts';
import { Command, Effect, Execution, IdempotencyKey, ReusedReport, Step } from './executions.ts';
import { Account, AccountMailAddress, ApiClient, ApiToken, User, UserAddress } from './identity.ts';
import { MailReport, MailStop } from './mail.ts';
import { DeclaredField, DictionaryRequest, DictionaryVersion, FieldAnswer } from './fields.ts';
import { Agency, NoticeResend, OfficialText } from './notices.ts';
import { Batch, BillingEntry, FailedAuth, RateWindow } from './operations.ts';
import { ProductVersion } from './products.ts';
import { ReviewEvent, ReviewRound } from './reviews.ts';
import { DecisionDay, DecisionDrift, DecisionFact, DecisionHour, DriftWatch } from './statistics.ts';
import { SignInAttempt, SignInLink, SignInMail, UserSession } from './sessions.ts';
import { ProductConnection, Restore, VendorCallback, VendorOrder } from './vendors.ts';
import {
  Event,
  WebhookAttempt,
  WebhookDelivery,
  WebhookQueue,
  WebhookSubscription,
  WebhookUnsuccessful,
} from './webhooks.ts';
import { Workflow, WorkflowExample, WorkflowExampleChange, WorkflowTemplate, WorkflowVersion } from './workflows.ts';

export const ENTITIES = [
  Account,
  User,
  UserAddress,
  AccountMailAddress,
  ApiClient,
  ApiToken,
  Workflow,
  WorkflowVersion,
  ActivationRequest,
  WorkflowExample,
  WorkflowExampleChange,
  Backtest,
  BacktestChunk,
  BacktestChange,
  WorkflowTemplate,
  Applicant,
  ApplicantHandle,
  ApplicantWord,
  ApplicantSearch,
  Execution,
  Step,
  ReusedReport,
  Effect,
  Command,
  IdempotencyKey,
  ReviewRound,
  ReviewEvent,
  Event,
  WebhookSubscription,
  WebhookDelivery,
  WebhookQueue,
  WebhookAttempt,
  WebhookUnsuccessful,
  Artifact,
  ArtifactBlob,
  MailMessage,
  MailReport,
  MailStop,
  Agency,
  DeclaredField,
  DictionaryRequest,
  DictionaryVersion,
  FieldAnswer,
  ProductVersion,
  OfficialText,
  NoticeResend,
  Batch,
  BillingEntry,
  VendorOrder,
  ProductConnection,
  VendorCallback,
  Restore,
  DecisionFact,
  DecisionDay,
  DecisionHour,
  DecisionDrift,
  DriftWatch,
  RateWindow,
  FailedAuth,
  AuditEvent,
  AuditChain,
  FullRead,
  UserSession,
  SignInLink,
  SignInMail,
  SignInAttempt,
  Erasure,
  ErasureExecution,
  LegalHold,
] as const;
