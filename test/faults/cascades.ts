import type { CascadeNode } from '../../core/cascade/registry.ts';

/** Pulls, decides, approves and writes: every kind of effect of a successful run. */
export const PULL_DECIDE_MAIL: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 299 }] },
        ],
      },
    },
    pass_steps: ['approve'],
    fail_steps: ['decline'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve', next_step: ['letter'] },
  {
    id: 'letter',
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: '{{applicant.email}}', subject: 'Approved', body: 'Hello {{applicant.first_name}}' },
    next_step: ['results'],
  },
  {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    next_step: ['results'],
  },
  { id: 'results', type: 'ShowResults' },
];

/** Nothing but one letter. */
export const MAIL_ONLY: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['letter'] },
  {
    id: 'letter',
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: '{{applicant.email}}', subject: 'Hello', body: 'Hello {{applicant.first_name}}' },
  },
];

/** Sleeps, then writes. */
export const WAIT_THEN_MAIL: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['wait'] },
  { id: 'wait', type: 'Wait', wait: { duration: 3, unit: 'seconds' }, next_step: ['letter'] },
  ...MAIL_ONLY.slice(1),
];

/** Asks a person, then writes. */
export const REVIEW_THEN_MAIL: readonly CascadeNode[] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      human_review: {
        condition_groups: [
          { conditions: [{ source_node_id: 'context', field: 'applicant.email', operator: 'is_not_empty' }] },
        ],
      },
    },
    human_review_steps: ['letter'],
  },
  ...MAIL_ONLY.slice(1),
];
