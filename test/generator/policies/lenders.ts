import type { Policy } from './policy.ts';

export const LENDERS: readonly Policy[] = [
  {
    name: 'score and utilization',
    useCase: 'consumer_credit',
    prompt: 'Approve if the FICO score is 680 or higher and credit utilization is below 50%. Otherwise deny.',
    cases: [
      ['score=680 util=49', 'approved'],
      ['score=680 util=50', 'denied'],
      ['score=679 util=10', 'denied'],
    ],
  },
  {
    name: 'collections in dollars',
    useCase: 'consumer_credit',
    prompt:
      'Deny if collections total more than $1,000. Deny if there are more than 3 late payments. Approve the rest.',
    cases: [
      ['collUsd=1001', 'denied'],
      ['collUsd=1000', 'approved'],
      ['late=4', 'denied'],
      ['late=3', 'approved'],
    ],
  },
  {
    name: 'inquiries in six months',
    useCase: 'consumer_credit',
    prompt:
      'Send to review if there are more than 5 inquiries in the last 6 months. Decline charge-offs. Everything else is approved.',
    cases: [
      ['inq6=6', 'review'],
      ['inq6=5', 'approved'],
      ['chargeoffs=1', 'denied'],
      ['chargeoffs=1 inq6=9', 'denied'],
    ],
  },
  {
    name: 'bankruptcy in years',
    useCase: 'consumer_credit',
    prompt:
      'Approve applicants with no bankruptcies within the last 7 years and a score of at least 640. Everybody else goes to manual review.',
    cases: [
      ['score=640', 'approved'],
      ['bankr=1 bankrMonths=83', 'review'],
      ['bankr=1 bankrMonths=84', 'approved'],
      ['score=639', 'review'],
    ],
  },
  {
    name: 'income in thousands a year',
    useCase: 'consumer_credit',
    prompt: 'Approve if yearly income exceeds $50k and the score is above 660; otherwise decline.',
    cases: [
      ['annual=50001 score=661', 'approved'],
      ['annual=50000 score=700', 'denied'],
      ['annual=90000 score=660', 'denied'],
    ],
  },
  {
    name: 'thin files',
    useCase: 'consumer_credit',
    prompt:
      'Applicants without a credit score go to manual review. Approve if the score is at least 670, otherwise decline.',
    cases: [
      ['score=null', 'review'],
      ['score=670', 'approved'],
      ['score=669', 'denied'],
    ],
  },
  {
    name: 'either of two strengths',
    useCase: 'consumer_credit',
    prompt: 'Approve if either the score is over 720 or monthly income is at least $8,000. Otherwise refuse.',
    cases: [
      ['score=721 income=3000', 'approved'],
      ['score=600 income=8000', 'approved'],
      ['score=720 income=7999', 'denied'],
    ],
  },
  {
    name: 'whoever has a score, before the collections',
    useCase: 'consumer_credit',
    prompt:
      'First approve anyone with a score of 800 or more. Then deny anyone with a collection. Then approve anyone with a score above 700. Then review everyone else.',
    cases: [
      ['score=800 coll=2', 'approved'],
      ['score=799 coll=1', 'denied'],
      ['score=701', 'approved'],
      ['score=700', 'review'],
    ],
  },
  {
    name: 'length of credit history',
    useCase: 'consumer_credit',
    prompt:
      'The length of credit history must be at least 2 years. We require at least 3 open accounts. Score must be 650 or higher.',
    cases: [
      ['oldest=24 open=3 score=650', 'approved'],
      ['oldest=23 open=3', 'denied'],
      ['oldest=24 open=2', 'denied'],
      ['score=649', 'denied'],
    ],
  },
  {
    name: 'employment time',
    useCase: 'consumer_credit',
    prompt:
      'Approve if employed for at least 12 months and score >= 600. If the applicant is unemployed, deny. Otherwise review.',
    cases: [
      ['jobMonths=12 score=600', 'approved'],
      ['jobMonths=11 score=600', 'review'],
      ['job=unemployed jobMonths=null', 'denied'],
      ['jobMonths=40 score=599', 'review'],
    ],
  },
  {
    name: 'income that cannot be verified',
    useCase: 'consumer_credit',
    prompt: 'If income cannot be verified, send to review. If score is below 580, deny. Approve all others.',
    cases: [
      ['incStatus=not_verified', 'review'],
      ['score=579', 'denied'],
      ['', 'approved'],
    ],
  },
  {
    name: 'a gap between bands',
    useCase: 'consumer_credit',
    prompt: 'Approve above 700. Deny under 600. This is about the credit score.',
    cases: [],
    refuse: ['This is about the credit score'],
  },
  {
    name: 'past due and public records',
    useCase: 'consumer_credit',
    prompt:
      'Reject applications with a past-due account, a public record, or a credit score less than 610. Otherwise approve.',
    cases: [
      ['pastdue=1', 'denied'],
      ['public=1', 'denied'],
      ['score=609', 'denied'],
      ['score=610', 'approved'],
    ],
  },
  {
    name: 'debt to income is no field',
    useCase: 'consumer_credit',
    prompt: 'Approve if score is over 680 and DTI is under 43%. Otherwise deny.',
    cases: [],
    refuse: ['DTI'],
  },
  {
    name: 'the weather',
    useCase: 'consumer_credit',
    prompt: 'It rains in Spain and the weather is nice.',
    cases: [],
    refuse: ['weather'],
  },
  {
    name: 'automatic notices',
    useCase: 'consumer_credit',
    prompt:
      'Decline when the score is lower than 600 and send the denial notice automatically. Approve when it is 600 or greater.',
    refuse: ['Decline when the score is lower than 600 and send the denial notice automatically'],
    cases: [
      ['score=599', 'denied', { notices: ['denied'] }],
      ['score=600', 'approved'],
    ],
  },
  {
    name: 'percent in words',
    useCase: 'consumer_credit',
    prompt: 'If utilization exceeds 80 percent, review; otherwise approve if score is at least 660; otherwise deny.',
    cases: [
      ['util=81', 'review'],
      ['util=80 score=660', 'approved'],
      ['util=80 score=659', 'denied'],
      ['util=81 score=500', 'review'],
    ],
  },
];
