import type { AdverseActionNode } from '../../../core/cascade/nodes/adverse-action.ts';
import type { CascadeDefinition, CascadeNode } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';

/** Pull, compare the score with 0, approve. */
export const APPROVE: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: { pass: scoreAtLeast(0) },
    pass_steps: ['approve'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

export const PULL_ONLY: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report' },
];

export function waiting(seconds: number): CascadeDefinition {
  return [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['wait'] },
    { id: 'wait', type: 'Wait', wait: { duration: seconds, unit: 'seconds' }, next_step: ['approve'] },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
  ];
}

/** Everybody is reviewed: approved goes to `approve`, denied to `deny`. */
export const REVIEW: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: { human_review: scoreAtLeast(0) },
    human_review_steps: ['approve'],
    fail_steps: ['results'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  { id: 'results', type: 'ShowResults' },
];

/** Two reviews side by side. */
export const TWO_REVIEWS: CascadeDefinition = REVIEW.map((node) =>
  node.type === 'BillingProduct' ? { ...node, next_step: ['check', 'second'] } : node,
).concat(REVIEW.flatMap((node) => (node.type === 'IfElse' ? [{ ...node, id: 'second' }] : [])));

export const EMAIL: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['letter'] },
  {
    id: 'letter',
    type: 'Action',
    action_type: 'SendEmail',
    email: {
      to: '{{applicant.email}}',
      subject: 'Your application',
      body: 'Dear {{applicant.first_name}}, thank you.',
    },
  },
];

/** Two letters side by side and a join behind them. */
export const TWO_EMAILS: CascadeDefinition = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['one', 'two'] },
  letter('one', ['approve']),
  letter('two', ['approve']),
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

/** Everybody is denied with a notice. */
export function denying(settings: AdverseActionNode['adverse_action']): CascadeDefinition {
  return [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['check'] },
    { id: 'check', type: 'IfElse', branches: { pass: scoreAtLeast(900) }, fail_steps: ['deny'] },
    { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: settings },
  ];
}

/** One notice; the run never meets its condition, which reads a report if there is a product. */
export function declining(settings: JsonObject, product?: string): CascadeDefinition {
  const source = product === undefined ? 'context' : 'report';
  const field = product === undefined ? 'applicant.monthly_income' : 'records_count';
  const condition = { source_node_id: source, field, operator: 'less_than', value: -1 };
  return [
    { id: 'start', type: 'ApplicantSource', next_step: [product === undefined ? 'decide' : 'report'] },
    ...(product === undefined
      ? []
      : [{ id: 'report', type: 'BillingProduct', billing_product_code: product, next_step: ['decide'] }]),
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
      pass_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', ...settings },
    },
  ] as unknown as CascadeDefinition;
}

export function notifying(url: string, channel = 'webhook'): CascadeDefinition {
  return [
    { id: 'applicant', type: 'ApplicantSource', next_step: ['notify'] },
    {
      id: 'notify',
      type: 'Action',
      action_type: 'InternalNotification',
      internal_notification: { channel, url, message: 'Run {{execution.id}} is here.' },
    },
  ];
}

export const APPLICANT = {
  applicant: {
    first_name: 'Maribel',
    last_name: 'Quisenberry',
    email: 'maribel@example.com',
    date_of_birth: '1988-04-02',
    address: { line1: '5 Elm Road', city: 'Portland', state: 'ME', postal_code: '04101' },
  },
};

function letter(id: string, next: string[]): CascadeNode {
  return {
    id,
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: '{{applicant.email}}', subject: `Letter ${id}`, body: 'Hello.' },
    next_step: next,
  };
}

function scoreAtLeast(value: number) {
  return {
    condition_groups: [
      {
        conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal' as const, value }],
      },
    ],
  };
}

/** Pulls a report, and denies applicants with a score below 850 with a letter to this address. */
export function denyingBelow850(recipient: string): readonly JsonObject[] {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 849 }] },
          ],
        },
      },
      pass_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient, purpose: 'tenant', send_strategy: 'auto_send' },
    },
  ];
}
