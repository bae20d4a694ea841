import type { Policy } from './policy.ts';

/** Written after the compiler first stood, to see how it does on words that it had not met. */
export const MIXED: readonly Policy[] = [
  {
    name: 'a property manager in prose',
    prompt:
      'We want a quick tenant check. Anyone whose FICO is 700 or more, who makes 3x the rent and has never been evicted can be approved right away. If the score is in the 640-699 range, have a human look at it. Everyone below 640 gets declined.',
    cases: [],
    refuse: ['We want a quick tenant check'],
  },
  {
    name: 'a red flag list',
    prompt:
      'Red flags: felony, eviction in the past 3 years, open collections over $2,000. Any red flag means decline. Otherwise approve.',
    cases: [],
    refuse: ['Red flags: felony, eviction in the past 3 years, open collec'],
  },
  {
    name: 'we do not accept',
    prompt:
      "We don't accept applicants with felonies. We approve everyone with a credit score of at least 600. The rest must be reviewed.",
    cases: [
      ['felonies=1', 'denied'],
      ['score=600', 'approved'],
      ['score=599', 'review'],
    ],
  },
  {
    name: 'income between two ratios',
    prompt:
      'Approve if income is at least 3x rent. Review when income is at least 2.5x rent and income is less than 3x rent. Deny if income is under 2.5x rent.',
    cases: [
      ['ratio=3.1', 'approved'],
      ['ratio=2.7', 'review'],
      ['ratio=2.4', 'denied'],
      ['ratio=null', 'review'],
    ],
  },
  {
    name: 'more than two inquiries and a typo',
    useCase: 'consumer_credit',
    prompt:
      'Decline aplicants with a bankrupcy in the last 2 years. Approve if the credit scroe is greater than 650. Else manual reveiw.',
    refuse: ['Decline aplicants with a bankrupcy in the last 2 years'],
    cases: [
      ['bankr=1 bankrMonths=23', 'denied'],
      ['bankr=1 bankrMonths=25 score=651', 'approved'],
      ['score=650', 'review'],
    ],
  },
  {
    name: 'email and wait after approval',
    prompt:
      'When the credit score is 680 or above, approve, wait 3 hours and email the applicant. In all other cases deny.',
    cases: [
      ['score=680', 'approved', { mails: ['ann@example.com'], hours: 3 }],
      ['score=679', 'denied'],
    ],
  },
  {
    name: 'either of two reasons to review',
    prompt:
      'Send to manual review if income is not verified or the credit score is missing. Deny scores under 550. Approve everyone else.',
    cases: [
      ['incStatus=not_verified', 'review'],
      ['score=null', 'review'],
      ['score=549', 'denied'],
      ['', 'approved'],
    ],
  },
  {
    name: 'at most',
    useCase: 'consumer_credit',
    prompt: 'Approve borrowers with at most 2 late payments and no more than 1 collection account. Refer all others.',
    cases: [
      ['late=2 coll=1', 'approved'],
      ['late=3', 'review'],
      ['coll=2', 'review'],
    ],
  },
  {
    name: 'evictions by number and time',
    prompt:
      'Deny if there are 2 or more evictions in the last 24 months. Review if there is an eviction in the last 24 months. Otherwise approve.',
    cases: [
      ['evictions=2 evMonths=3', 'denied'],
      ['evictions=1 evMonths=3', 'review'],
      ['evictions=1 evMonths=30', 'approved'],
    ],
  },
  {
    name: 'approve only above a line, the rest denied by a must',
    useCase: 'consumer_credit',
    prompt: 'The applicant must have a credit score over 620. The applicant must not have any bankruptcies.',
    cases: [
      ['score=621', 'approved'],
      ['score=620', 'denied'],
      ['bankr=1', 'denied'],
    ],
  },
  {
    name: 'self-employed',
    useCase: 'consumer_credit',
    prompt: 'Self-employed applicants go to review. Approve if monthly income is over $4,000. Deny the rest.',
    cases: [
      ['job=self_employed', 'review'],
      ['income=4001', 'approved'],
      ['income=4000', 'denied'],
    ],
  },
];

/** Where a wrong reading would go unnoticed: found by reading what the compiler made of policies that it had not met. */
export const SUBTLE: readonly Policy[] = [
  {
    name: 'parentheses',
    prompt:
      'Approve if credit score > 680 AND (income >= 3x rent OR employed for at least 24 months). Otherwise review.',
    cases: [
      ['score=681 ratio=3 jobMonths=1', 'approved'],
      ['score=681 ratio=2 jobMonths=24', 'approved'],
      ['score=600 ratio=2 jobMonths=24', 'review'],
      ['score=681 ratio=2 jobMonths=23', 'review'],
    ],
  },
  {
    name: 'in which case, of those only',
    prompt:
      'Deny applicants with a score below 600 unless their income is at least 5x rent, in which case review. Approve others.',
    refuse: ['Deny applicants with a score below 600 unless their income i'],
    cases: [
      ['score=599 ratio=5', 'review'],
      ['score=599 ratio=4', 'denied'],
      ['score=700 ratio=6', 'approved'],
    ],
  },
  {
    name: 'or more than',
    prompt: 'Deny if score is less than 600 or more than 800. Approve the rest.',
    cases: [
      ['score=599', 'denied'],
      ['score=801', 'denied'],
      ['score=700', 'approved'],
    ],
  },
  {
    name: 'everybody to a person',
    prompt: 'Send every application to human review.',
    cases: [
      ['', 'review'],
      ['score=300', 'review'],
    ],
  },
  {
    name: 'not both',
    prompt: 'Deny if not (the score is at least 600 and income is at least 2x rent). Approve the rest.',
    cases: [
      ['score=600 ratio=2', 'approved'],
      ['score=599 ratio=2', 'denied'],
      ['score=600 ratio=1.9', 'denied'],
    ],
  },
  {
    name: 'a group of people by grounds that no report gives',
    prompt: 'Deny women. Approve men.',
    cases: [],
    refuse: ['women', 'men'],
  },
  {
    name: 'what is not done',
    prompt: 'Do not deny anyone with a score above 700. Deny the rest.',
    cases: [],
    refuse: ['not deny anyone with a score above 700'],
  },
  {
    name: 'may not be approved',
    prompt: 'Do not approve applicants with a felony. Approve if the score is 640 or more, else deny.',
    cases: [
      ['felonies=1', 'denied'],
      ['score=640', 'approved'],
      ['score=639', 'denied'],
    ],
  },
  {
    name: 'which of two is verified',
    prompt: 'Deny if income is less than 3x rent or not verified. Approve otherwise.',
    refuse: ['Deny if income is less than 3x rent or not verified'],
    cases: [
      ['incStatus=not_verified', 'denied'],
      ['id=partial', 'approved'],
      ['ratio=2.9', 'denied'],
    ],
  },
  {
    name: 'if not, and a double no',
    prompt: 'Approve if not (the score is below 640) and income is verified. Otherwise review.',
    cases: [
      ['score=640', 'approved'],
      ['score=639', 'review'],
      ['incStatus=partially_verified', 'review'],
    ],
  },
  {
    name: 'states one by one',
    prompt:
      'For applicants in New York, deny if score is under 600. For applicants in Texas, deny if score is under 650. Approve everyone else.',
    refuse: ['For applicants in New York, deny if score is under 600'],
    cases: [
      ['state=NY score=600', 'approved'],
      ['state=NY score=599', 'denied'],
      ['state=TX score=649', 'denied'],
      ['state=OH score=500', 'approved'],
    ],
  },
];
