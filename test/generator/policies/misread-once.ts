import type { Policy } from './policy.ts';

/** Each was once compiled into something else than it says. */
export const MISREAD_ONCE: readonly Policy[] = [
  {
    name: 'neither, nor',
    prompt: 'Deny if they have neither income over 2x rent nor a score over 600. Approve the rest.',
    refuse: ['Deny if they have neither income over 2x rent nor a score over 600'],
    cases: [
      ['ratio=1 score=500', 'denied'],
      ['ratio=3 score=500', 'approved'],
      ['ratio=1 score=700', 'approved'],
    ],
  },
  {
    name: 'neither, nor, in parentheses',
    prompt: 'Deny if not (income is over 2x rent or the score is over 600). Approve the rest.',
    cases: [
      ['ratio=1 score=500', 'denied'],
      ['ratio=3 score=500', 'approved'],
      ['ratio=1 score=700', 'approved'],
    ],
  },
  {
    name: 'a requirement of some',
    prompt: 'Applicants need a 640 credit score. Self-employed applicants need a 700 credit score.',
    refuse: ['Self-employed applicants need a 700 credit score'],
    cases: [
      ['score=640', 'approved'],
      ['score=639', 'denied'],
      ['score=699 job=self_employed', 'denied'],
      ['score=700 job=self_employed', 'approved'],
    ],
  },
  {
    name: 'a denial of some',
    prompt:
      'Deny if the score is below 640. Deny if the applicant is self-employed and the score is below 700. Approve the rest.',
    cases: [
      ['score=640', 'approved'],
      ['score=639', 'denied'],
      ['score=699 job=self_employed', 'denied'],
      ['score=700 job=self_employed', 'approved'],
    ],
  },
  {
    name: 'a requirement with an if',
    prompt: 'If the applicant is self-employed, income must be at least 4x rent. Approve everyone else.',
    refuse: ['If the applicant is self-employed, income must be at least 4x rent'],
    cases: [
      ['job=self_employed ratio=3.9', 'denied'],
      ['job=self_employed ratio=4', 'approved'],
      ['ratio=1', 'approved'],
    ],
  },
  {
    name: 'a denial of two things',
    prompt: 'Deny if the applicant is self-employed and income is below 4x rent. Approve everyone else.',
    cases: [
      ['job=self_employed ratio=3.9', 'denied'],
      ['job=self_employed ratio=4', 'approved'],
      ['ratio=1', 'approved'],
    ],
  },
  {
    name: 'a requirement with an unless',
    prompt: 'Applicants must have a credit score of at least 600 unless their income is at least 5x rent.',
    refuse: ['Applicants must have a credit score of at least 600 unless their income is at least 5x rent'],
    cases: [
      ['score=600 ratio=1', 'approved'],
      ['score=599 ratio=5', 'approved'],
      ['score=599 ratio=4', 'denied'],
    ],
  },
  {
    name: 'a denial with an unless',
    prompt: 'Deny applicants with a credit score below 600 unless income is at least 5x rent. Approve everyone else.',
    cases: [
      ['score=600 ratio=1', 'approved'],
      ['score=599 ratio=5', 'approved'],
      ['score=599 ratio=4', 'denied'],
    ],
  },
  {
    name: 'a share of the rent',
    prompt: 'Approve if income is at least 300% of the rent. Deny the rest.',
    cases: [
      ['ratio=3', 'approved'],
      ['ratio=2.9', 'denied'],
    ],
  },
  {
    name: 'rent to income',
    prompt: 'Deny if the rent to income ratio is over 40%. Approve the rest.',
    cases: [
      ['ratio=2.4', 'denied'],
      ['ratio=2.6', 'approved'],
    ],
  },
  {
    name: 'denied whoever was approved before',
    prompt: 'Approve if income is at least 5x rent. Deny everyone with a score below 600.',
    cases: [],
    refuse: ['Deny everyone with a score below 600'],
  },
  {
    name: 'not this or that',
    prompt: "Approve if the score isn't below 600 or above 800.",
    cases: [],
    refuse: ["Approve if the score isn't below 600 or above 800"],
  },
  {
    name: 'a time after in',
    prompt: 'We require a score of 620+ and no evictions in 5 years.',
    refuse: ['We require a score of 620+ and no evictions in 5 years'],
    cases: [
      ['evictions=1 evMonths=59', 'denied'],
      ['evictions=1 evMonths=61', 'approved'],
      ['score=619', 'denied'],
    ],
  },
  {
    name: 'old enough, if there is one',
    prompt: 'Evictions must be older than 3 years. Minimum score: 600.',
    refuse: ['Evictions must be older than 3 years'],
    cases: [
      ['', 'approved'],
      ['evictions=1 evMonths=35', 'denied'],
      ['evictions=1 evMonths=36', 'approved'],
    ],
  },
  {
    name: 'even with one thing',
    prompt: 'Deny felonies. Deny evictions. Approve scores above 700 even with an eviction. Review the rest.',
    refuse: ['Approve scores above 700 even with an eviction'],
    cases: [
      ['score=701 evictions=1', 'approved'],
      ['score=701 felonies=1', 'denied'],
      ['score=700 evictions=1', 'denied'],
      ['score=700', 'review'],
    ],
  },
  {
    name: 'one thing between two others',
    prompt: 'First deny felonies. Then approve scores above 700. Then deny evictions. Then review the rest.',
    cases: [
      ['score=701 evictions=1', 'approved'],
      ['score=701 felonies=1', 'denied'],
      ['score=700 evictions=1', 'denied'],
      ['score=700', 'review'],
    ],
  },
  {
    name: 'a figure without a name after another thing',
    prompt:
      'Deny if the score is below 580 or income is below 2x the rent. Review between 580 and 639. Approve everyone else.',
    refuse: ['Review between 580 and 639'],
    cases: [
      ['score=600', 'review'],
      ['score=640', 'approved'],
      ['ratio=1.9', 'denied'],
    ],
  },
  {
    name: 'a figure with its name after another thing',
    prompt:
      'Deny if the score is below 580 or income is below 2x the rent. Review scores between 580 and 639. Approve everyone else.',
    cases: [
      ['score=600', 'review'],
      ['score=640', 'approved'],
      ['ratio=1.9', 'denied'],
    ],
  },
  {
    name: 'a list of reviews without and or or',
    prompt: 'Review if score under 640, income under 3x rent. Otherwise approve.',
    cases: [],
    refuse: ['score under 640, income under 3x rent'],
  },
  {
    name: 'a rule without a decision',
    prompt: 'Two or more misdemeanors: the boss shrugs. Approve everybody.',
    cases: [],
    refuse: ['Two or more misdemeanors'],
  },
  {
    name: 'a denial in the words of a landlord',
    prompt: "We don't rent to anyone with a felony. Approve all others.",
    cases: [
      ['felonies=1', 'denied'],
      ['felonies=0', 'approved'],
    ],
  },
];
