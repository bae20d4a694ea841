import type { Policy } from './policy.ts';

export const EMPLOYERS: readonly Policy[] = [
  {
    name: 'pre-adverse for felonies',
    useCase: 'employment',
    prompt:
      'Run a criminal background check on job candidates. If there is a felony, start the pre-adverse action process and wait 7 days. Otherwise approve.',
    refuse: ['If there is a felony, start the pre-adverse action process a'],
    cases: [
      ['felonies=1', 'denied', { notices: ['adverse_employment'] }],
      ['', 'approved'],
    ],
  },
  {
    name: 'misdemeanors to HR',
    useCase: 'employment',
    prompt:
      'Candidates with a felony conviction or a violent offense are rejected. Misdemeanors are reviewed by HR. Clean background checks are approved.',
    cases: [],
    // The policy says nothing about a felony without a conviction.
    refuse: ['Clean background checks are approved'],
  },
  {
    name: 'sex-offender registry',
    useCase: 'employment',
    prompt: 'Reject anyone on the sex offender registry. Hire all other candidates.',
    cases: [
      ['sexreg=true', 'denied'],
      ['', 'approved'],
    ],
  },
  {
    name: 'offense in seven years',
    useCase: 'employment',
    prompt: 'Review any candidate with a criminal offense in the past 7 years; approve the rest.',
    cases: [
      ['records=1 offYears=6', 'review'],
      ['records=1 offYears=7', 'approved'],
      ['', 'approved'],
    ],
  },
  {
    name: 'felony in seven years',
    useCase: 'employment',
    prompt: 'Deny anyone with a felony in the past 7 years. Approve everyone else.',
    cases: [
      ['', 'approved'],
      ['rec=felony/convicted/83', 'denied'],
      ['rec=felony/dismissed/12', 'denied'],
      ['rec=felony/convicted/84', 'approved'],
      ['rec=misdemeanor/convicted/12', 'approved'],
      ['rec=misdemeanor/convicted/12 rec=felony/convicted/90', 'approved'],
    ],
  },
  {
    name: 'pending charges',
    useCase: 'employment',
    prompt: 'Pending charges need human review. Two or more misdemeanors: deny. Everyone else: approve.',
    cases: [
      ['pending=1', 'review'],
      ['misd=2', 'denied'],
      ['misd=1', 'approved'],
      ['', 'approved'],
    ],
  },
  {
    name: 'identity and record',
    useCase: 'employment',
    prompt: 'If identity is not verified, send to review. If there are any convictions, deny. Otherwise approve.',
    cases: [
      ['id=partial', 'review'],
      ['convictions=1', 'denied'],
      ['', 'approved'],
    ],
  },
  {
    name: 'California candidates',
    useCase: 'employment',
    prompt: 'For candidates in California with a criminal record, review. Approve everyone else.',
    refuse: ['For candidates in California with a criminal record, review'],
    cases: [
      ['state=CA records=1', 'review'],
      ['state=TX records=1', 'approved'],
      ['state=CA', 'approved'],
    ],
  },
  {
    name: 'gut feeling',
    useCase: 'employment',
    prompt: 'Hire candidates who seem trustworthy. Reject the rest.',
    cases: [],
    refuse: ['trustworthy'],
  },
  {
    name: 'staff and wait',
    useCase: 'employment',
    prompt:
      'If the candidate has any criminal record, notify hr@acme.example, wait 24 hours and send to manual review. Otherwise approve.',
    cases: [
      ['records=1', 'review', { staff: ['hr@acme.example'], hours: 24 }],
      ['', 'approved', { hours: 0 }],
    ],
  },
];

export const IDENTITY: readonly Policy[] = [
  {
    name: 'identity only',
    useCase: 'identity',
    prompt: 'Approve if identity is verified. Deny if there is a watchlist match. Review everything else.',
    cases: [
      ['', 'approved'],
      ['watch=true', 'denied'],
      ['id=partial', 'review'],
      ['id=not_verified', 'review'],
    ],
  },
  {
    name: 'fraud risk bands',
    useCase: 'identity',
    prompt: 'Fraud risk score over 75: reject; 40 to 75: manually review; under 40: approve.',
    cases: [
      ['risk=76', 'denied'],
      ['risk=75', 'review'],
      ['risk=40', 'review'],
      ['risk=39', 'approved'],
    ],
  },
  {
    name: 'the number and the deceased',
    useCase: 'identity',
    prompt:
      "Decline if the SSN doesn't match or the applicant is deceased. If the document is expired, review. Otherwise approve.",
    cases: [
      ['ssn=none', 'denied'],
      ['deceased=true', 'denied'],
      ['doc=expired', 'review'],
      ['', 'approved'],
    ],
  },
  {
    name: 'not on a watchlist',
    useCase: 'identity',
    prompt: 'Approve people who are verified and not on any watchlist. Others must be reviewed by a person.',
    cases: [],
    refuse: ['Approve people who are verified and not on any watchlist'],
  },
  {
    name: 'document and address',
    useCase: 'identity',
    prompt: 'Approve only if the ID document is verified and the address matches. Otherwise deny.',
    cases: [
      ['', 'approved'],
      ['doc=unreadable', 'denied'],
      ['addr=none', 'denied'],
    ],
  },
];
