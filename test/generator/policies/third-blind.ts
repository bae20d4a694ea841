import type { Policy } from './policy.ts';

/** A third one, of the ordinary kind, after the second. */
export const THIRD_BLIND: readonly Policy[] = [
  {
    name: 'a duplex owner',
    prompt:
      "I own a duplex. I'll take anyone with a credit score of 620 or higher as long as they have no evictions and make at least 2.5 times the rent. Everyone else gets denied.",
    refuse: ['I own a duplex'],
    cases: [
      ['score=620 ratio=2.5', 'approved'],
      ['score=619', 'denied'],
      ['evictions=1', 'denied'],
    ],
  },
  {
    name: 'a credit union',
    useCase: 'personal_loan',
    prompt:
      'Approve members with a credit score of 700 or above and utilization below 40%. Send members with a score between 640 and 699 to manual review. Decline members with a score below 640 or with a bankruptcy in the last 24 months.',
    cases: [],
    refuse: ['Decline members with a score below 640 or with a bankruptcy'],
  },
  {
    name: 'a student housing office',
    prompt:
      'Verify identity. If identity is not verified, deny. If it is verified and the applicant has no felonies, approve. Otherwise send to review.',
    refuse: ['If it is verified and the applicant has no felonies, approve'],
    cases: [
      ['id=not_verified', 'denied'],
      ['', 'approved'],
      ['felonies=1', 'review'],
    ],
  },
  {
    name: 'a warehouse employer',
    useCase: 'employment_screening',
    prompt:
      'Run a background check on every candidate. No criminal record: approve. Misdemeanors only: human review. Any felony: deny and wait 5 days before the final notice.',
    cases: [],
    refuse: ['Any felony: deny and wait 5 days before the final notice'],
  },
  {
    name: 'bands with words',
    useCase: 'consumer_credit',
    prompt:
      'Excellent scores (750 and above) are approved automatically. Good scores (680 to 749) are approved if there are no late payments, otherwise reviewed. Anything lower is declined.',
    cases: [],
    refuse: ['Excellent scores (750 and above) are approved automatically'],
  },
  {
    name: 'two ways to qualify',
    prompt:
      'There are two ways to qualify: a score of at least 680, or a score of at least 620 with income of at least 4x the rent. Approve applicants who qualify and deny those who do not.',
    cases: [
      ['score=680 ratio=1', 'approved'],
      ['score=620 ratio=4', 'approved'],
      ['score=620 ratio=3', 'denied'],
    ],
    refuse: ['There are two ways to qualify'],
  },
  {
    name: 'collections and past debts',
    prompt:
      'Deny applicants who owe more than $1,000 to a former landlord. Review applicants with more than 3 collections. Approve the rest.',
    cases: [
      ['owed=1001', 'denied'],
      ['coll=4', 'review'],
      ['coll=3 owed=1000', 'approved'],
    ],
  },
  {
    name: 'a late fee aside',
    prompt:
      'Rent is due on the first of the month. Approve applicants with a credit score of 640 or more. Review applicants between 600 and 639. Deny applicants under 600.',
    cases: [],
    refuse: ['Rent is due on the first of the month'],
  },
  {
    name: 'a checklist with dashes',
    prompt:
      'Approve when all of these are true:\n- credit score is 650 or higher\n- no felony convictions\n- no evictions in the last 3 years\n- income is 3x rent or more\nDeny when any of these are true:\n- credit score is below 550\n- any felony conviction\nReview everything else.',
    cases: [
      ['', 'approved'],
      ['rec=felony/convicted/100', 'denied'],
      ['rec=felony/pending/1', 'approved'],
      ['score=649', 'review'],
      ['score=549', 'denied'],
      ['evictions=1 evMonths=35', 'review'],
      ['evictions=1 evMonths=36', 'approved'],
      ['ratio=2.9', 'review'],
    ],
  },
  {
    name: 'watchlists first',
    useCase: 'identity_check',
    prompt:
      'First, deny anybody on a watchlist or reported deceased. Second, review anybody whose fraud risk score is over 60. Third, approve everybody else and email the applicant.',
    refuse: ['Second, review anybody whose fraud risk score is over 60'],
    cases: [
      ['watch=true', 'denied'],
      ['deceased=true', 'denied'],
      ['risk=61', 'review'],
      ['risk=60', 'approved', { mails: ['ann@example.com'] }],
    ],
  },
];
