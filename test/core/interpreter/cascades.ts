import type { CascadeBranch } from '../../../core/cascade/definition.ts';
import type { CascadeNode } from '../../../core/cascade/registry.ts';
import type { Json } from '../../../core/json.ts';

export const source = (...next: string[]): CascadeNode => ({ id: 'start', type: 'ApplicantSource', next_step: next });
export const approve = (id: string, ...next: string[]): CascadeNode => ({
  id,
  type: 'Action',
  action_type: 'Approve',
  next_step: next,
});
export const credit = (id: string, ...next: string[]): CascadeNode => ({
  id,
  type: 'BillingProduct',
  billing_product_code: 'credit_report',
  next_step: next,
});
export const wait = (id: string, seconds: number, ...next: string[]): CascadeNode => ({
  id,
  type: 'Wait',
  wait: { duration: seconds, unit: 'seconds' },
  next_step: next,
});
export const goTo = (id: string, target: string): CascadeNode => ({ id, type: 'GoTo', target_step: target });
export const results = (id: string): CascadeNode => ({ id, type: 'ShowResults' });
export const mail = (id: string, ...next: string[]): CascadeNode => ({
  id,
  type: 'Action',
  action_type: 'SendEmail',
  email: { to: '{{applicant.email}}', subject: 'Hello', body: 'Hello {{applicant.first_name}}' },
  next_step: next,
});
export const notice = (id: string, strategy: 'auto_send' | 'draft_first', ...next: string[]): CascadeNode => ({
  id,
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: '{{applicant.email}}', send_strategy: strategy },
  next_step: next,
});

export const when = (
  field: string,
  operator: 'equals' | 'is_true' | 'greater_than',
  value?: Json,
  from = 'context',
): CascadeBranch => ({
  condition_groups: [
    {
      conditions: [
        { source_node_id: from, field, operator, ...(value === undefined ? {} : { value: value as string }) },
      ],
    },
  ],
});

export const ifElse = (
  id: string,
  ways: { pass?: CascadeBranch; review?: CascadeBranch; then?: string[]; reviewed?: string[]; otherwise?: string[] },
): CascadeNode => ({
  id,
  type: 'IfElse',
  branches: {
    ...(ways.pass === undefined ? {} : { pass: ways.pass }),
    ...(ways.review === undefined ? {} : { human_review: ways.review }),
  },
  pass_steps: ways.then ?? [],
  human_review_steps: ways.reviewed ?? [],
  fail_steps: ways.otherwise ?? [],
});
