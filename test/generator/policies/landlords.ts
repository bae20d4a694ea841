import type { Policy } from './policy.ts';

export const LANDLORDS: readonly Policy[] = [
  {
    name: 'one threshold',
    prompt: 'Approve applicants with a credit score of at least 650. Otherwise deny.',
    cases: [
      ['score=650', 'approved'],
      ['score=649', 'denied', { notices: ['denied'] }],
      ['score=800', 'approved', { notices: [] }],
    ],
  },
  {
    name: 'three bands',
    prompt:
      'Approve if the credit score is 700 or higher. Send to human review if the score is between 600 and 699. Decline anyone with a score below 600.',
    cases: [
      ['score=700', 'approved'],
      ['score=699', 'review'],
      ['score=600', 'review'],
      ['score=599', 'denied'],
      ['score=null', 'review'],
    ],
  },
  {
    name: 'three conditions at once',
    prompt:
      'Approve when the credit score is at least 650, monthly income is at least 3x rent, and there are no evictions. Everyone else is denied.',
    cases: [
      ['score=650 ratio=3', 'approved'],
      ['score=650 ratio=2.9', 'denied'],
      ['score=640', 'denied'],
      ['evictions=1', 'denied'],
    ],
  },
  {
    name: 'denials first',
    prompt: 'Deny anyone with an eviction or a felony. Approve anyone with a score over 600. Review the rest.',
    cases: [
      ['score=601', 'approved'],
      ['score=600', 'review'],
      ['evictions=1', 'denied'],
      ['felonies=1', 'denied'],
      ['felonies=1 score=500', 'denied'],
    ],
  },
  {
    name: 'a comma list with a no of each',
    prompt: 'Approve applicants with no evictions, no felonies and no bankruptcies. Otherwise send to manual review.',
    cases: [
      ['', 'approved'],
      ['evictions=1', 'review'],
      ['felonies=1', 'review'],
      ['bankr=1', 'review'],
    ],
  },
  {
    name: 'a window of months',
    prompt: 'Reject if there was an eviction in the last 24 months. Otherwise approve.',
    cases: [
      ['evictions=1 evMonths=12', 'denied'],
      ['evictions=1 evMonths=40', 'approved'],
      ['', 'approved'],
    ],
  },
  {
    name: 'a window of years that no field counts',
    prompt: 'Reject if there was an eviction within the past 5 years, otherwise approve.',
    cases: [
      ['evictions=1 evMonths=59', 'denied'],
      ['evictions=1 evMonths=60', 'approved'],
      ['', 'approved'],
    ],
  },
  {
    name: 'unless it is old',
    prompt: 'Deny anyone with a bankruptcy unless it is older than 7 years. Approve all others.',
    refuse: ['Deny anyone with a bankruptcy unless it is older than 7 year'],
    cases: [
      ['bankr=1 bankrMonths=30', 'denied'],
      ['bankr=1 bankrMonths=90', 'approved'],
      ['', 'approved'],
    ],
  },
  {
    name: 'approve unless',
    prompt: 'Approve unless the applicant has a felony, in which case deny.',
    refuse: ['Approve unless the applicant has a felony, in which case den'],
    cases: [
      ['', 'approved'],
      ['felonies=1', 'denied'],
    ],
  },
  {
    name: 'requirements as a list',
    prompt:
      'Approve if all of the following are true:\n- credit score 650 or above\n- income at least 3 times the rent\n- no evictions in the past 7 years\nOtherwise decline.',
    cases: [
      ['score=650 ratio=3', 'approved'],
      ['score=649', 'denied'],
      ['ratio=2.5', 'denied'],
      ['evictions=1 evMonths=80', 'denied'],
      ['evictions=1 evMonths=84', 'approved'],
    ],
  },
  {
    name: 'a list of which any is enough',
    prompt:
      'Deny if any of these apply:\n* credit score under 550\n* more than one eviction\n* a violent crime\nApprove everyone else.',
    cases: [
      ['score=549', 'denied'],
      ['score=550', 'approved'],
      ['evictions=1', 'approved'],
      ['evictions=2', 'denied'],
      ['violent=1', 'denied'],
    ],
  },
  {
    name: 'must have',
    prompt: 'Applicants must have a credit score of at least 620 and must earn at least 2.5 times the rent.',
    cases: [
      ['score=620 ratio=2.5', 'approved'],
      ['score=619', 'denied'],
      ['ratio=2.4', 'denied'],
    ],
  },
  {
    name: 'minimums with colons',
    prompt: 'Minimum credit score: 640. Minimum income: $4,500 per month. No felonies.',
    cases: [
      ['score=640 income=4500', 'approved'],
      ['score=639', 'denied'],
      ['income=4499', 'denied'],
      ['felonies=1', 'denied'],
    ],
  },
  {
    name: 'bands by ellipsis',
    prompt: 'Credit score 720+: approve; 620-719: review; below 620: deny.',
    cases: [
      ['score=720', 'approved'],
      ['score=719', 'review'],
      ['score=620', 'review'],
      ['score=619', 'denied'],
    ],
  },
  {
    name: 'odd order',
    prompt:
      'Below 580 is a decline. Everything from 580 to 659 goes to a person for review. We are talking about the credit score. 660 and up is approved.',
    refuse: ['Below 580 is a decline'],
    cases: [
      ['score=579', 'denied'],
      ['score=580', 'review'],
      ['score=659', 'review'],
      ['score=660', 'approved'],
    ],
  },
  {
    name: 'one sentence with if and else if',
    prompt:
      'If credit score is above 700 then approve, else if income is at least 4x rent then review, otherwise deny.',
    cases: [
      ['score=701 ratio=5', 'approved'],
      ['score=700 ratio=4', 'review'],
      ['score=700 ratio=3.9', 'denied'],
    ],
  },
  {
    name: 'typos',
    prompt: 'Aprove if credti score is at lest 680 and no evicitons. Othewise denny.',
    refuse: ['Aprove if credti score is at lest 680 and no evicitons'],
    cases: [
      ['score=680', 'approved'],
      ['score=679', 'denied'],
      ['evictions=1', 'denied'],
    ],
  },
  {
    name: 'symbols',
    prompt: 'credit score >= 650 and income >= 3x rent -> approve; score < 600 -> deny; else -> review',
    cases: [
      ['score=650 ratio=3', 'approved'],
      ['score=599', 'denied'],
      ['score=620', 'review'],
      ['score=650 ratio=2', 'review'],
    ],
  },
  {
    name: 'share of income',
    prompt: 'Approve if rent is no more than 30% of income and the credit score is 600 or more. Otherwise review.',
    cases: [
      ['ratio=3.4 score=600', 'approved'],
      ['ratio=3.2', 'review'],
      ['score=599', 'review'],
    ],
  },
  {
    name: 'forty times the rent',
    prompt: 'Annual income must be at least 40 times the monthly rent.',
    cases: [
      ['ratio=3.34', 'approved'],
      ['ratio=3.3', 'denied'],
    ],
  },
  {
    name: 'a higher deposit',
    prompt:
      'Approve if the score is 680 or better. Approve with a higher deposit if the score is between 620 and 679. Deny if the score is below 620.',
    cases: [
      ['score=680', 'approved', { notices: [] }],
      ['score=650', 'conditional', { notices: ['other_action'] }],
      ['score=619', 'denied', { notices: ['denied'] }],
    ],
  },
  {
    name: 'mail to applicant and staff',
    prompt: 'Approve if score is at least 650 and email the applicant. Otherwise deny and notify leasing@acme.example.',
    cases: [
      ['score=650', 'approved', { mails: ['ann@example.com'], staff: [] }],
      ['score=600', 'denied', { mails: [], staff: ['leasing@acme.example'], notices: ['denied'] }],
    ],
  },
  {
    name: 'staff told of reviews',
    prompt:
      'Approve scores above 700, deny scores below 600. Otherwise notify ops@acme.example and send to manual review.',
    cases: [
      ['score=701', 'approved', { staff: [] }],
      ['score=650', 'review', { staff: ['ops@acme.example'] }],
      ['score=599', 'denied', { staff: [] }],
    ],
  },
  {
    name: 'a wait before the denial',
    prompt: 'Approve if the score is 650 or more. Otherwise wait 2 days and then deny.',
    cases: [
      ['score=650', 'approved', { hours: 0 }],
      ['score=600', 'denied', { hours: 48 }],
    ],
  },
  {
    name: 'jurisdiction of the applicant',
    prompt:
      'Applicants who live in California go to human review. Applicants with a score of at least 640 are approved. Everyone else is denied.',
    cases: [
      ['state=CA score=800', 'review'],
      ['state=TX score=640', 'approved'],
      ['state=TX score=639', 'denied'],
    ],
  },
  {
    name: 'contradiction in whole',
    prompt: 'Approve if the score is above 700. Deny if the score is above 650.',
    cases: [],
    refuse: ['Deny if the score is above 650'],
  },
  {
    name: 'a rule about pets',
    prompt: 'Deny anyone who owns a large dog. Approve if score is at least 650.',
    cases: [],
    refuse: ['large dog'],
  },
  {
    name: 'a protected ground',
    prompt: 'Approve if score is over 600 and the family has no children. Otherwise deny.',
    cases: [],
    refuse: ['children'],
  },
  {
    name: 'chat around the policy',
    prompt:
      'Hi there! We are a small family business in Ohio. Please approve tenants with a credit score of 600 or above and no eviction judgments. Decline the rest. Thanks a lot!',
    refuse: ['We are a small family business in Ohio'],
    cases: [
      ['score=600', 'approved'],
      ['score=599', 'denied'],
      ['judgments=1', 'denied'],
      ['evictions=1', 'approved'],
    ],
  },
  {
    name: 'the reason of a denial',
    prompt:
      'Deny with the reason "Unpaid debt to a previous landlord" if the applicant owes more than $500 to a former landlord. Approve everyone else.',
    cases: [
      ['owed=501', 'denied', { notices: ['denied'] }],
      ['owed=500', 'approved'],
    ],
  },
];
