import type { Product } from './contract.ts';

/** The words for the report, its fields and its records in policies. */
export const CREDIT_REPORT_WORDS: Pick<Product, 'records' | 'words'> = {
  records: [
    {
      list: 'public_records',
      on: 'filed_on',
      amount: 'amount_usd',
      qualities: {
        'unsatisfied|unpaid|unreleased|not satisfied|not released|outstanding|open|unresolved|still unpaid': [
          { field: 'satisfied', operator: 'is_false' },
        ],
        'satisfied|paid|released|paid off|paid in full': [{ field: 'satisfied', operator: 'is_true' }],
      },
    },
    {
      list: 'collections',
      on: 'reported_on',
      each: 'balance_usd',
      qualities: {
        'unpaid|open|outstanding|unresolved|with a balance|with balance|still owed|not paid': [
          { field: 'balance_usd', operator: 'greater_than', value: 0 },
        ],
        'paid|paid off|paid in full|resolved|with no balance|with a zero balance|zero balance|settled': [
          { field: 'balance_usd', operator: 'less_than_or_equal', value: 0 },
        ],
      },
    },
    {
      list: 'tradelines',
      qualities: {
        'with a balance|with balance|unpaid|still owed|outstanding': [
          { field: 'balance_usd', operator: 'greater_than', value: 0 },
        ],
        'zero balance|with a zero balance|with no balance|paid|paid off|paid in full': [
          { field: 'balance_usd', operator: 'less_than_or_equal', value: 0 },
        ],
      },
    },
    {
      list: 'bankruptcies',
      on: 'filed_on',
      qualities: {
        'open|active|pending|undischarged|not discharged|not yet discharged|still open|ongoing': [
          { field: 'discharged_on', operator: 'is_empty' },
        ],
        discharged: [{ field: 'discharged_on', operator: 'is_not_empty' }],
        'chapter 7': [{ field: 'chapter', operator: 'equals', value: '7' }],
        'chapter 11': [{ field: 'chapter', operator: 'equals', value: '11' }],
        'chapter 13': [{ field: 'chapter', operator: 'equals', value: '13' }],
      },
    },
  ],
  words: [
    {
      field: 'score',
      nouns: [
        'credit score',
        'fico score',
        'fico',
        'score',
        'credit rating',
        'vantagescore',
        'bureau score',
        'fico credit score',
      ],
      verbs: ['score'],
    },
    {
      field: 'utilization_percent',
      nouns: [
        'credit utilization',
        'utilization',
        'utilisation',
        'utilization rate',
        'credit usage',
        'revolving utilization',
        'available revolving credit in use',
        'available revolving credit is in use',
        'revolving credit in use',
        'available credit in use',
        'credit limit in use',
        'credit card utilization',
        'utilization ratio',
      ],
    },
    {
      field: 'collections_count',
      nouns: ['collection', 'collection account', 'account in collection', 'collection item'],
      dollars: 'collections_balance_usd',
      items: { list: 'collections', where: [] },
    },
    {
      field: 'collections_balance_usd',
      isThing: true,
      each: { list: 'collections', where: [{ field: 'balance_usd', operator: 'greater_than', value: 0 }] },
    },
    {
      field: 'collections_balance_usd',
      nouns: [
        'collection balance',
        'debt in collection',
        'collection total',
        'total unpaid collection',
        'total collection',
        'total in collection',
        'unpaid collection balance',
        'total collection balance',
        'balance in collection',
        'collection debt',
        'collection owed',
      ],
    },
    {
      field: 'late_payments_last_24_months',
      nouns: [
        'late payment',
        'missed payment',
        'late pay',
        'payment 30 day late',
        'payment 30 or more day late',
        'payment thirty day late',
        'payment thirty or more day late',
        '30 day late payment',
      ],
      windows: { 24: 'late_payments_last_24_months' },
    },
    {
      field: 'past_due_accounts_count',
      nouns: [
        'past due account',
        'overdue account',
        'delinquent account',
        'account past due',
        'account past due right now',
        'account currently past due',
      ],
    },
    {
      field: 'charge_offs_count',
      nouns: ['charge off', 'chargeoff', 'charged off account', 'account charged off'],
      items: { list: 'tradelines', where: [{ field: 'status', operator: 'equals', value: 'charged_off' }] },
    },
    {
      field: 'inquiries_last_24_months',
      nouns: ['inquiry', 'hard inquiry', 'credit inquiry', 'hard pull', 'enquiry', 'hard credit inquiry'],
      windows: { 6: 'inquiries_last_6_months', 24: 'inquiries_last_24_months' },
    },
    {
      field: 'bankruptcies_count',
      nouns: ['bankruptcy', 'bankruptcy filing', 'filing', 'bankruptcy case', 'bankruptcy filed'],
      since: { field: 'months_since_bankruptcy', unit: 'months' },
      items: { list: 'bankruptcies', where: [] },
    },
    {
      field: 'bankruptcies.count',
      nouns: ['chapter 7', 'chapter 7 bankruptcy', 'chapter 7 filing'],
      items: { list: 'bankruptcies', where: [{ field: 'chapter', operator: 'equals', value: '7' }] },
    },
    {
      field: 'bankruptcies.count',
      nouns: ['chapter 11', 'chapter 11 bankruptcy', 'chapter 11 filing'],
      items: { list: 'bankruptcies', where: [{ field: 'chapter', operator: 'equals', value: '11' }] },
    },
    {
      field: 'bankruptcies.count',
      nouns: ['chapter 13', 'chapter 13 bankruptcy', 'chapter 13 filing'],
      items: { list: 'bankruptcies', where: [{ field: 'chapter', operator: 'equals', value: '13' }] },
    },
    { field: 'public_records_count', nouns: ['public record'], items: { list: 'public_records', where: [] } },
    {
      field: 'public_records.count',
      nouns: [
        'judgment',
        'judgement',
        'civil judgment',
        'civil judgement',
        'civil court judgment',
        'court judgment',
        'money judgment',
      ],
      items: { list: 'public_records', where: [{ field: 'kind', operator: 'equals', value: 'civil_judgment' }] },
    },
    {
      field: 'public_records.count',
      nouns: ['tax lien', 'lien'],
      items: { list: 'public_records', where: [{ field: 'kind', operator: 'equals', value: 'tax_lien' }] },
    },
    {
      field: 'public_records.count',
      nouns: ['garnishment', 'wage garnishment'],
      items: { list: 'public_records', where: [{ field: 'kind', operator: 'equals', value: 'garnishment' }] },
    },
    { field: 'tradelines_count', nouns: ['tradeline', 'credit account', 'trade line'] },
    {
      field: 'open_tradelines_count',
      nouns: [
        'open account',
        'open tradeline',
        'open credit account',
        'active account',
        'active tradeline',
        'open trade line',
      ],
    },
    {
      field: 'oldest_tradeline_months',
      nouns: [
        'credit history length',
        'length of credit history',
        'oldest account',
        'credit age',
        'oldest tradeline',
        'age of oldest account',
        'oldest of account',
      ],
      lasting: ['credit history', 'established credit history', 'established credit'],
    },
    { field: 'total_balance_usd', nouns: ['total debt', 'total balance'] },
    {
      field: 'monthly_payments_usd',
      nouns: [
        'monthly debt payment',
        'monthly obligation',
        'monthly debt obligation',
        'monthly payment',
        'scheduled monthly payment',
        'scheduled payment',
        'debt payment',
        'monthly debt',
        'monthly debt service',
        'total monthly debt payment',
      ],
    },
    {
      field: 'file_status',
      statedNouns: ['file', 'credit file', 'bureau file'],
      states: { frozen: 'frozen', withheld: 'withheld' },
      person: {
        'a frozen file': 'frozen',
        'frozen file': 'frozen',
        'a withheld file': 'withheld',
        'withheld file': 'withheld',
        'a thin file': 'thin',
        'thin file': 'thin',
        'a scored file': 'scored',
        'scored file': 'scored',
        'no credit file': 'no_record',
        'no file at all': 'no_record',
      },
    },
  ],
};
