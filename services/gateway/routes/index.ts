import type { Route } from '../route.ts';
import { ARTIFACT_ROUTES } from './artifacts.ts';
import { DELIVERY_ROUTES } from './deliveries.ts';
import { EXECUTION_ROUTES } from './executions.ts';
import { REVIEW_ROUTES } from './reviews.ts';
import { SUBSCRIPTION_ROUTES } from './subscriptions.ts';
import { TEMPLATE_ROUTES } from './templates.ts';
import { triggerWorkflow } from './trigger.ts';
import { WORKFLOW_ROUTES } from './workflows.ts';

/** Every endpoint below /api/v1, in the order in which the document shows them. */
export const ROUTES: readonly Route[] = [
  ...WORKFLOW_ROUTES,
  triggerWorkflow,
  ...TEMPLATE_ROUTES,
  ...EXECUTION_ROUTES,
  ...REVIEW_ROUTES,
  ...ARTIFACT_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...DELIVERY_ROUTES,
];
