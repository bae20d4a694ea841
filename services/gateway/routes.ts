import type { Route } from './http/route.ts';
import { ARTIFACT_ROUTES } from './artifacts/routes.ts';
import { ACTIVATION_ROUTES } from './activations/routes.ts';
import { APPLICANT_ROUTES } from './applicants/routes.ts';
import { AUDIT_ROUTES } from './audit/routes.ts';
import { BACKTEST_ROUTES } from './backtests/routes.ts';
import { BATCH_ROUTES } from './batches/routes.ts';
import { CONNECTION_ROUTES } from './connections/routes.ts';
import { UNKNOWN_PULL_ROUTES } from './connections/unknown-pulls.ts';
import { DELIVERY_ROUTES } from './deliveries/routes.ts';
import { ERASURE_ROUTES } from './erasures/routes.ts';
import { EVIDENCE_ROUTES } from './evidence/routes.ts';
import { EXAMPLE_ROUTES } from './examples/routes.ts';
import { EXECUTION_ROUTES } from './executions/routes.ts';
import { FIELD_ROUTES } from './fields/routes.ts';
import { IDENTITY_ROUTES } from './identity/routes.ts';
import { LETTER_ROUTES } from './letters/routes.ts';
import { PEOPLE_ROUTES } from './people/routes.ts';
import { PRODUCT_ROUTES } from './products/routes.ts';
import { RE_EVALUATION_ROUTES } from './re-evaluations/routes.ts';
import { REVIEW_ROUTES } from './reviews/routes.ts';
import { RULE_ROUTES } from './rules/routes.ts';
import { SETTINGS_ROUTES } from './settings/routes.ts';
import { STATISTICS_ROUTES } from './statistics/routes.ts';
import { SUBSCRIPTION_ROUTES } from './subscriptions/routes.ts';
import { TEMPLATE_ROUTES } from './templates/routes.ts';
import { TOKEN_ROUTES } from './tokens/routes.ts';
import { triggerWorkflow } from './triggers/routes.ts';
import { VERSION_ROUTES } from './versions/routes.ts';
import { WORKFLOW_ROUTES } from './workflows/routes.ts';

/** Every endpoint below /api/v1, in the order in which the document shows them. */
export const ROUTES: readonly Route[] = [
  ...WORKFLOW_ROUTES,
  ...VERSION_ROUTES,
  ...RULE_ROUTES,
  ...ACTIVATION_ROUTES,
  ...EXAMPLE_ROUTES,
  ...BACKTEST_ROUTES,
  triggerWorkflow,
  ...TEMPLATE_ROUTES,
  ...PRODUCT_ROUTES,
  ...CONNECTION_ROUTES,
  ...FIELD_ROUTES,
  ...EXECUTION_ROUTES,
  ...APPLICANT_ROUTES,
  ...RE_EVALUATION_ROUTES,
  ...ERASURE_ROUTES,
  ...UNKNOWN_PULL_ROUTES,
  ...BATCH_ROUTES,
  ...REVIEW_ROUTES,
  ...ARTIFACT_ROUTES,
  ...LETTER_ROUTES,
  ...SETTINGS_ROUTES,
  ...IDENTITY_ROUTES,
  ...PEOPLE_ROUTES,
  ...TOKEN_ROUTES,
  ...EVIDENCE_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DELIVERY_ROUTES,
  ...STATISTICS_ROUTES,
  ...AUDIT_ROUTES,
];
