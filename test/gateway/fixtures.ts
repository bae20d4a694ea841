/** Definitions for tests. */
export const SIMPLE = [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

export const APPLICANT = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
