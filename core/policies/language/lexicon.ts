import type { Decision } from '../../rules/model.ts';
import type { Kinds, Order } from './kinds.ts';

/** The one word that may be left out or put anywhere. */
export const ARTICLE = 'the';

/** Words that only have a place in the grammar. */
export const MARKS = {
  Be: 'is|are',
  Was: 'is|are|was|were',
  Have: 'has|have',
  There: 'there is|there are|there was|there were',
  If: 'if|when',
  Otherwise: 'otherwise|else|in all other case',
  Arrow: '->|→|=>',
  Article: 'a|an',
  Det: 'a|an|any|at least one|one or more',
  No: 'no',
  People:
    'applicant|an applicant|any applicant|every applicant|all applicant|candidate|a candidate|any candidate|tenant|a tenant|any tenant|renter|a renter|borrower|a borrower|any borrower|person|a person|people|anyone|anybody|everyone|everybody|application|an application|any application',
  Everyone:
    'everyone|everybody|every applicant|all applicant|every application|all application|every candidate|all candidate',
  /** The people whom the policy decides. */
  Applicant: 'applicant|candidate|tenant|renter|borrower',
  Landlord: 'a landlord|landlord|a former landlord|a previous landlord',
  Live: 'live in|lives in',
  Times: 'x|time',
  Percent: '%|percent',
  Rent: 'rent|monthly rent|property monthly rent',
  Income: 'income|gross income',
  MonthlyIncome: 'monthly income|gross monthly income|monthly gross income',
  /**
   * The payment of the requested loan. "Monthly payment" is left out, because it may be one that the applicant already
   * makes.
   */
  Payment: 'payment|loan payment|car payment|new payment|proposed payment|installment|monthly loan payment',
  InLast: 'in last|in past|within last|within past|within',
  These: 'these|following',
  Holds: 'is true|are true|apply|applies',
  Review: 'human review|manual review|review',
  /** The person who decides a review. */
  Reviewer: 'human|a human|a person|a reviewer',
  /** Every denial has one where the law asks for it. */
  Notice:
    'an adverse action notice|adverse action notice|an adverse action letter|adverse action letter|a notice of adverse action|notice of adverse action',
  Pull: 'pull|order|run|request|get',
  Sep: ':',
  WillBe: 'is|are|will be|must be|shall be',
} as const satisfies Readonly<Record<string, string>>;

type Valued<T> = Readonly<Record<string, T>>;
const spread = <T>(of: Readonly<Record<string, T>>): Valued<T> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([phrases, value]) => phrases.split('|').map((phrase) => [phrase, value])),
  );

const NUMBERS: Valued<number> = Object.fromEntries(
  'one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, index + 1]),
);

const [LEAST, MORE, MOST, LESS] = ['greater_than_or_equal', 'greater_than', 'less_than_or_equal', 'less_than'] as const;

/** Words with a meaning of their own. */
export const WORDS: { readonly [K in keyof Kinds]?: Valued<Kinds[K]> } = {
  Spelled: NUMBERS,
  Op: spread<Order>({
    'at least|no less than|greater than or equal to|>=|≥': LEAST,
    'more than|over|above|greater than|higher than|exceed|exceeds|>': MORE,
    'at most|no more than|up to|less than or equal to|<=|≤': MOST,
    'less than|under|below|lower than|fewer than|<': LESS,
    'exactly|equal to|=': 'equals',
  }),
  Post: spread<Order>({
    'or more|or higher|or above|or greater|or over|and up|and above|and higher|and over': LEAST,
    'or less|or lower|or below|or fewer|or under|and below|and under|and lower': MOST,
  }),
  /** Only for values that are better when higher. */
  BetterPost: spread<Order>({ 'or better|and better': LEAST }),
  Limit: spread<Order>({ minimum: LEAST, maximum: MOST }),
  Time: spread({
    second: 'seconds',
    minute: 'minutes',
    hour: 'hours',
    day: 'days',
    week: 'weeks',
    month: 'months',
    year: 'years',
  } as const),
  Period: spread({
    'monthly|a month|per month': 'month',
    'annual|yearly|a year|per year': 'year',
  } as const),
  State: spread({
    verified: 'verified',
    'partially verified|partial|a partial match': 'partial',
    'matched|a match|match|matches': 'matched',
    expired: 'expired',
    unreadable: 'unreadable',
    valid: 'valid',
    frozen: 'frozen',
    withheld: 'withheld',
  }),
  Do: spread<Decision>({
    'approve|accept|hire': 'approve',
    'deny|decline|reject|refuse|turn down|do not approve|do not accept|do not hire|do not rent to': 'deny',
    'review|manually review|refer|send to human review|send to manual review|send to review|refer to human review|refer to manual review':
      'review',
    'approve on other term|approve with condition|approve on condition|conditionally approve|approve with a higher deposit':
      'conditional',
  }),
  Done: spread<Decision>({
    'approved|accepted|hired': 'approve',
    'denied|declined|rejected|refused|turned down': 'deny',
    'reviewed|manually reviewed|sent to human review|sent to manual review|sent to review': 'review',
    'approved on other term|approved with condition|conditionally approved|approved with a higher deposit':
      'conditional',
  }),
  Rest: spread({
    'everyone else|everybody else|anyone else|anybody else|all other applicant|all other candidate|all other tenant|all other borrower':
      'people',
    'rest|others|all others|everything else|all other application': 'loose',
  } as const),
};
