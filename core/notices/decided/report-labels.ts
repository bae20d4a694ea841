/**
 * Of a text nothing is printed but its label: one that says on what it was decided, and not that all was well ("Phone
 * match", "Status").
 */
export const TEXT_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  credit_report: {
    file_status: 'Extent of the credit file',
    score_model: 'Scoring model of the credit report',
    key_factors: 'Key factors of the credit score',
  },
  criminal_background: {
    status: 'Result of the criminal background search',
    highest_severity: 'Severity of the gravest criminal record',
    records: 'Criminal records',
    jurisdictions_searched: 'Places in which criminal records were searched',
  },
  eviction_history: {
    status: 'Result of the eviction search',
    records: 'Eviction cases',
    jurisdictions_searched: 'Places in which eviction cases were searched',
  },
  identity_verification: {
    overall_result: 'Result of the identity verification',
    name_match: 'Verification of the name',
    date_of_birth_match: 'Verification of the date of birth',
    ssn_match: 'Verification of the social security number',
    address_match: 'Verification of the address',
    phone_match: 'Verification of the telephone number',
    'document.status': 'Verification of the identity document',
    'document.type': 'Type of the identity document',
    'document.country': 'Country of the identity document',
    watchlists: 'Government watchlists',
    risk_signals: 'Signals of the identity verification',
  },
  income_verification: {
    status: 'Verification of the income',
    sources: 'Sources of income',
    'employer.status': 'Employment status',
    'employer.name': 'Name of the employer',
    'employer.title': 'Position at the employer',
    pay_frequency: 'Frequency of pay',
  },
};

/** Where the words of a field's name are no English, by its label in reports. */
export const LETTER_WORDS: Readonly<Record<string, string>> = {
  'employer months employed': 'Time with the employer',
  'felony count': 'Number of felonies',
  'filings count': 'Number of eviction filings',
  'filings last 24 months': 'Eviction filings in the last 24 months',
  'judgments count': 'Number of eviction judgments',
  'misdemeanor count': 'Number of misdemeanors',
  'oldest tradeline months': 'Age of the oldest account',
  'open tradelines count': 'Number of open accounts',
  'pending count': 'Number of pending charges',
  'records count': 'Number of criminal records',
  'tradelines count': 'Number of accounts',
  'violent count': 'Number of violent offenses',
};
