import type { CascadeNode } from '../../core/cascade/registry.ts';

const APPLICANT: CascadeNode = { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] };
const APPROVE: CascadeNode = { id: 'approve', type: 'Action', action_type: 'Approve' };
const credit = (next: string): CascadeNode => ({
  id: 'credit',
  type: 'BillingProduct',
  billing_product_code: 'credit_report',
  next_step: [next],
});

export const DEFINITIONS = {
  /** A synthetic report and an approval: no effect. */
  plain: [APPLICANT, credit('approve'), APPROVE],
  /** And one mail. */
  mail: [
    APPLICANT,
    credit('approve'),
    { ...APPROVE, next_step: ['letter'] },
    {
      id: 'letter',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'Approved', body: 'Dear {{applicant.first_name}}, welcome.' },
    },
  ],
  /** Every row is reviewed: the synthetic scores and the lack of one both lead there. */
  review: [
    APPLICANT,
    credit('check'),
    {
      id: 'check',
      type: 'IfElse',
      branches: {
        human_review: {
          condition_groups: [
            {
              conditions: [
                {
                  source_node_id: 'credit',
                  field: 'inquiries_last_6_months',
                  operator: 'greater_than_or_equal',
                  value: 0,
                },
              ],
            },
          ],
        },
      },
      human_review_steps: ['approve'],
      fail_steps: ['approve'],
    },
    APPROVE,
  ],
} as const satisfies Record<string, readonly CascadeNode[]>;
