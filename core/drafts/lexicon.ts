import type { Decision } from '../rules/model.ts';
import type { Order } from '../policies/language/kinds.ts';

/*
 * What words of a policy in prose may mean. Nothing is decided by it: a draft is held against it, and what it knows too
 * little of is a warning.
 */

/** Words that say nothing by themselves. */
export const FILLERS = 'please|kindly|also|their|his|her|its|your|simply|too'.split('|');

/** Words by what they do in a sentence, or by their place in a phrase of the language. */
export const MARKS = {
  Be: 'stay|stays|remain|remains|is|are|be|was|were|been|am|has been|have been|had been|is to be|are to be|comes back|come back|came back',
  Will: 'will|will all|shall|is to|are to|gets|get|get to',
  MustNot: 'must not|may not|can not|shall not|should not|will not',
  Have: 'have|has|having|had|with|show|shows|showing|have had|has had|carry|carries|hold|holds|contains|contain|reports|get|gets|has got|have got|has on file|have on file|comes with|come with|present|presents|has shown|reveals|reveal|report|turns up|turn up|having had|got|coming in with',
  There: 'there is|there are|there was|there were|there has been|there have been|there exists|there exist',
  not: 'not',
  NotHave:
    'do not have|does not have|did not have|has not had|have not had|lacks|lack|lacking|have not|has not|does not show|do not show|does not contain',
  NoThere: 'there is not|there are not|there was not|there has not been|there have not been',
  Without: 'without|free of|clear of',
  DoNot: 'do not|does not|did not',
  Det: 'a|an|any|at least one|one or more|even one|even a single|any kind of|any single|any type of|at least a|known|any known|a known|at least 1|more than zero|any type|any form of|any and all|any recorded|any reported|any sort of|even 1',
  Article: 'a|an|any|any current',
  No: 'no|zero|not any|0|no known|not a|no sort of|no record of|no recorded|no reported|absolutely no|no evidence of',
  Person:
    'applicant|candidate|tenant|all borrower|customers|renter|borrower|person|people|anyone|anybody|someone|somebody|customer|they|them|those|prospect|individual|he|she|he or she|client|consumer|member|you|who|everyone|everybody|all applicant|all candidate|all tenant|every applicant|every candidate|each applicant|any applicant|any candidate|any tenant|any borrower|a applicant|an applicant|a candidate|a tenant|a borrower|a person|any person|each candidate|each borrower|a prospect|a member|any member|prospective tenant|prospective resident|resident|a resident|prospective renter|job candidate|a renter|any renter|all borrower|all member|everyone who applies|loan applicant|all renter|all people|all prospect|such applicant|such candidate|such person|such borrower|such tenant|such candidates|clients|any customer|any client|any prospect|each tenant|each renter|any resident|anyone applying|people applying|those applying|everyone applying|job applicant|any job applicant|any employee|new hire|any new hire|every borrower|every tenant|every renter|new resident|any loan applicant|prospective borrower|prospective employee|prospective hire|buyer|cardholder|card applicant|application|file|loan|request|a request|any application|every application|an application|a application|each application|any request|any file|every file|such file|such application',
  NoPerson: 'nobody|no one|noone|no applicant|no candidate|no tenant|no borrower|no person|no application|none',
  It: 'it|that|this|they|these|number',
  Else: 'otherwise|else|failing that|in absence of all of them|in absence of these|if none of these apply|if none applies|if none apply|where none apply|if none of them apply|in absence of any of these|in all other case|in any other case|in every other case|or else|if that is not case|in other case|failing which|in absence of all of these|in absence of those|in absence of any of them|absent these|barring that|barring these|if neither applies|if none of those apply|if none of these is true|if none of these are true|where none applies|anything short of that',
  Unless:
    'unless|except if|except when|except where|save if|save where|unless and until|but not if|but not where|but not when|other than where',
  Then: 'then',
  and: 'and|as well as|and also|& |and they|and that|,and',
  or: 'or',
  that: 'that|which',
  Bar: 'other than|except|except for|excluding|not counting|not including|with exception of|but not|save|save for|excepting',
  Ones: 'lower one|lower ones|one|ones|case|cases|filing|filings',
  OnReport:
    'on|in|from|per|shown on|listed on|reported on|shown in|as reported on|as shown on|that appear on|reported in',
  Either: 'either',
  Neither: 'neither',
  NoneOf: 'none of',
  These:
    'following|these|below|those|them|following condition|following criteria|following requirement|these condition|these criteria|these requirement|above|below criteria|following apply|following is true|following are true|these are true|these apply|these is true|following are met|following is met|following point|following test|following item|these thing|following applies|these applies|these are met|following holds|following hold|these hold|following statement|following standard|following fact|following conditions apply|these point|above requirement|above criteria',
  Holds:
    'is true|are true|applies|apply|is met|are met|hold|holds|is satisfied|are satisfied|is present|are present|is found|are found|must hold|must be met|is the case|must be true|must be satisfied|exist|exists|is fulfilled',
  between: 'between|in range of|in range|ranging from|anywhere from|anywhere between',
  to: 'to|–|through|thru|up to|up through|up to and including|to and including',
  Times: 'x|time|times|fold',
  Percent: '%|percent|per cent|pct',
  Payment:
    'payment|loan payment|car payment|vehicle payment|auto payment|new payment|proposed payment|proposed monthly payment|loan monthly payment|monthly loan payment|monthly car payment|payment on loan|payment of loan|payment for loan|requested payment|requested loan payment|proposed loan payment|new loan payment|installment|monthly installment|loan installment',
  Rent: 'rent|monthly rent|rental amount|monthly rental amount|monthly rental|rent amount|rent per month|rent for unit|asking rent|monthly rent amount|rent for apartment|rent of unit|rent on unit|unit rent|monthly asking rent|rent due|amount of rent|monthly amount of rent|rent rate|rental rate|quoted rent|advertised rent|rent being charged|rent charged|contract rent',
  Income: 'income|gross income',
  MonthlyIncome: 'monthly income|gross monthly income|monthly gross income',
  Sep: ':|->|→|=>|—',
  Landlord:
    'a landlord|landlord|any landlord|a former landlord|former landlord|a previous landlord|previous landlord|a prior landlord|prior landlord|any previous landlord|any prior landlord|any former landlord|a past landlord',
  Pronoun:
    'them|it|applicant|application|file|they|candidate|case|these|those|person|an applicant|a applicant|him or her|him|request|you|this|loan|tenant|borrower|applicants application|their application|offer|an offer|such applicant|such candidate|such application|such file|such case|such person|such borrower|such request|your application|client|customer|member|prospect|individual|renter',
  InLast:
    'in last|in past|within last|within past|over last|over past|during last|during past|in previous|within previous|in prior|over previous|over prior|within prior|during previous|in most recent|within|from last|from past|within most recent|newer than|no older than|not older than|filed within|filed in last|filed within last|filed in past|filed within past|dated within last|for last|for past|in preceding|within preceding|inside last|inside of|in immediately preceding|during preceding|over preceding|during prior|reported in last|reported within last|dating from last|from within last',
  since:
    'since|filed since|on or after|since start of|filed on or after|dated on or after|reported since|dated since|at any time since|since beginning of',
  Total:
    'total|totaling|totalling|adding up to|a total of|worth|amounting to|with a balance of|with balance of|of|with balance|with a balance|in amount of',
  Live: 'live in|lives in|living in|reside in|resides in|residing in|located in|in|from|who live in|is in|are in|of|based in|for',
  Go: 'go|goes|moves|move|proceed|proceeds|head|heads|gets sent|go on|is|are|will go',
  Toward: 'to|for|into|in for|over to|up to|on to|to a|to an|for a|for an|before|by',
  ReviewNoun:
    'review|human review|manual review|manual check|individualized assessment|individual assessment|an individualized assessment|second look|a second look|closer look|a closer look|manual decision|human decision|a manual review|a human review|a review|further review|additional review|individual review|an individual review|case by case review|individualized review|hand review|underwriting review|personal review|manual underwriting|manual assessment|human check|manual handling|a manual check|review by hand|assessment|an assessment|reviewing|a person to review|another look|a full review|decision by hand|a decision|decision|sign off|a sign off|adjudication|an adjudication|escalation|an individual look|individual consideration|an individual decision|individual decision|manager approval|supervisor approval|management approval|underwriter approval|a person to look at it|a manual decision|manual look|a manual look|a human decision|a human look|special review|secondary review|second level review|a second review|consideration|case by case consideration|a conversation|an interview with manager|a look|a judgment|a ruling|a determination|determination|a final decision|final decision|a case by case decision|an underwriter|exception review|an exception review|examination|closer review|a closer review|special handling|a personal review|judgment|verification by hand',
  Staff:
    'manager|underwriter|underwriting|hr|human resources|person|human|human being|committee|staff|coordinator|desk|supervisor|officer|reviewer|team|owner|specialist|analyst|office|department|loan officer|compliance officer|compliance|credit committee|leasing office|leasing team|management|property manager|leasing manager|leasing agent|agent|board|panel|director|adjudicator|adjudication|counsel|legal|us|me|hiring manager|recruiter|underwriters|colleague|associate|partner|screener|back office|person on team|someone|somebody|credit desk|credit officer|one of us|somebody on team|someone on team|person on staff|a processor|authority|processor|fraud analyst|fraud team|screening team|fair housing coordinator|principal|senior underwriter|loan committee|hiring committee|security|head|lead|advisor|administrator|executive|president|vice president|controller|credit analyst|regional manager|branch manager|adjudication team|review board|review committee|review team|review desk|general manager|site manager|community manager|area manager|senior manager|hiring team|recruiting manager|recruiting|risk team|risk|risk desk|credit team|credit manager|credit department|hr department|hr manager|hr partner|our counsel|lawyer|attorney|chief|supervising manager|case manager|screening desk|landlord|dispatch|chair|dean|director of hr|operations|headquarters|home office|corporate|corporate office|regional office|main office|real person|a real person|loan processor|trust & safety',
  Look: 'look at|looks at|review|reviews|decide on|decides on|examine|examines|check|checks|assess|assesses|consider|considers|handle|handles|evaluate|evaluates|take a look at|takes a look at|take a look|takes a look|look over|looks over|verify by hand|verifies by hand|have a look at|has a look at|read|reads|look into|looks into|judge|judges|weigh|weighs|take over|takes over|make call|makes call|make decision|makes decision|should look at|should check|should review|will review|will look at|will decide|must review|must decide|has to review|have to review|must look at|sign off|signs off|must sign off|must approve|has to sign off|rule on|rules on|takes it from there|take it from there|decides case|will examine|will check|will assess|will evaluate|will consider|will take a look|to decide|to review|adjudicates|adjudicate|should decide|gets to decide|takes a closer look|take a closer look|takes a second look|calls employer|must examine|reviews it|should assess|considers it',
  Looked:
    'reviewed|decided|examined|checked|assessed|considered|handled|evaluated|looked at|looked over|looked into|reviewed individually|individually assessed|individually reviewed|reviewed manually|reviewed by hand|manually reviewed|judged|weighed|assessed individually|decided by hand|checked by hand|considered individually|read|individually considered|examined by hand|adjudicated|evaluated individually|evaluated case by case|reviewed case by case|considered case by case|decided case by case|decided individually|assessed case by case|vetted|looked at individually|looked at by hand|weighed individually|referred|escalated',
  With: 'with|subject to|on|against|given|in exchange for|provided they pay|if they pay|for|upon payment of|upon receipt of|provided there is|provided that they pay|conditioned on|contingent on|plus|if they provide|if there is|once they pay|along with',
  First: 'first|firstly|first of all',
  Next: 'then|next|finally|after that|afterwards',
  Despite:
    'regardless of|irrespective of|no matter|even if|even with|whatever|no matter what|whatever is|despite|notwithstanding|in spite of|no matter how bad|even where',
  Standard:
    'requirement|requirements|criteria|criterion|condition|conditions|standard|standards|test|tests|point|these|them|those|minimum|minimum requirement|minimums|rule|bar|threshold|minimum standard|these standard|floor|cutoff|cut off|requirement above|above requirement|above criteria|above standard|above condition|guideline|guidelines|this requirement|this rule|this standard|this test|this|this policy|our criteria|our standard|hurdle|those two hurdle|these hurdle|both hurdle|mark|benchmark|minimum criteria|item|two requirement|this criterion|checks|check|screen|screens|it',
} as const satisfies Readonly<Record<string, string>>;

type Valued<T> = Readonly<Record<string, T>>;
const spread = <T>(of: Readonly<Record<string, T>>): Valued<T> =>
  Object.fromEntries(
    Object.entries(of).flatMap(([phrases, value]) => phrases.split('|').map((phrase) => [phrase, value])),
  );

const ORDER = {
  '>=': 'greater_than_or_equal',
  '>': 'greater_than',
  '<=': 'less_than_or_equal',
  '<': 'less_than',
  '=': 'equals',
} as const;
const ordered = (of: Readonly<Record<string, string>>): Valued<Order> =>
  spread(
    Object.fromEntries(
      Object.entries(ORDER).flatMap(([sign, order]) => (of[sign] === undefined ? [] : [[of[sign], order]])),
    ),
  );

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, index) => [word, index + 1]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, index) => [word, (index + 2) * 10]),
  ['single', 1],
  ['a single', 1],
  ['a dozen', 12],
]) as Readonly<Record<string, number>>;

/** Words with a meaning of their own. */
export const WORDS: Readonly<Record<string, Valued<unknown>>> = {
  Spelled: NUMBERS,
  Op: ordered({
    '>=': 'not less than|not below|not under|not lower than|not fewer than|at least|no less than|greater than or equal to|at or above|at or over|>=|≥|no lower than|no fewer than|equal to or greater than|equal to or above|reach|reaches|is no less than|more than or equal to|meet or exceed|meets or exceeds|meeting or exceeding|above or equal to|reaching|no smaller than|come to at least|comes to at least|no younger than',
    '>': 'over|above|more than|greater than|higher than|exceed|exceeds|exceeding|in excess of|>|larger than|beyond|bigger than|older than|longer than|anything over|anything above',
    '<=': 'not more than|not higher than|not above|not over|not exceed|not exceeding|not greater than|does not exceed|do not exceed|not in excess of|at most|no more than|up to|less than or equal to|<=|≤|no higher than|no greater than|at or below|at or under|up to and including|equal to or less than|below or equal to|no longer than',
    '<': 'under|below|less than|lower than|fewer than|smaller than|<|beneath|short of|anything under|anything below|shy of',
    '=': 'exactly|equal to|equal|equals|precisely|=|==',
  }),
  Post: ordered({
    '>=': 'or more|or higher|or above|or greater|and up|and above|and higher|and over|or over|at least|or up|and more|or older|or longer|or upward|and upward|and greater|or beyond',
    '<=': 'or less|or lower|or below|or fewer|or under|and below|and under|and lower|at most|and less|and down|or down',
  }),
  /** Of what is better where there is more of it. */
  BetterPost: ordered({ '>=': 'or better|and better', '<=': 'or worse' }),
  Limit: ordered({
    '>=': 'minimum|lowest|minimum acceptable|lowest acceptable|min',
    '<=': 'maximum|highest|maximum allowed|maximum acceptable|max|highest acceptable|maximum permitted',
  }),
  Time: spread({
    'second|seconds': 'seconds',
    'minute|minutes': 'minutes',
    'hour|hours|hr': 'hours',
    'day|days|calendar day': 'days',
    'week|weeks': 'weeks',
    'month|months|mo|mos|calendar month': 'months',
    'year|years|yr|yrs|full year': 'years',
  } as const),
  Period: spread({
    'monthly|a month|per month|each month|every month|/ month|/ mo|month|in a month|of monthly': 'month',
    'annual|yearly|a year|per year|each year|/ year|/ yr|per annum|annually|every year|in a year': 'year',
  } as const),
  State: spread({
    'verified|verifiable|confirmed|validated|authenticated|fully verified|fully confirmed|verify': 'verified',
    'partial|partially verified|partly verified|only partly verified|only partially verified|partly confirmed|only partly confirmed|partially confirmed|verified only in part|confirmed only in part|verified in part|a partial match|only partially confirmed':
      'partial',
    'matched|match|matches|matching|a match|a full match|fully match|fully matches': 'matched',
    'expired|out of date': 'expired',
    'unreadable|illegible': 'unreadable',
    'passed|pass|passes': 'passed',
    'failed|fail|fails': 'failed',
    valid: 'valid',
    'a misdemeanor': 'a misdemeanor',
    'a felony': 'a felony',
    'an infraction': 'an infraction',
  }),
  Do: spread({
    'approve|accept|pass|hire|clear|approves|admit|greenlight|we approve|we accept|we hire|we rent to|rent to|lend to|we lend to|grant|fund|extend an offer to|extend offer to|make an offer to|we make an offer to|offer job to|lease to|we lease to|proceed with offer|proceed with|move forward with|we move forward with|go ahead with|continue with|we fund|lend|we lend|issue card|issue a card|we say yes|say yes|say yes to|clear for hire|onboard|let in|we approve of|green light|extend offer|make offer|issue an approval|proceed|go ahead|offer a lease to|we offer a lease to|we pass|we clear|advance|we admit|offer position to|we qualify|qualify':
      'approve',
    'deny|decline|reject|refuse|turn down|disqualify|denies|declines|rejects|we deny|we decline|we reject|we refuse|we turn down|turn away|we turn away|rule out|screen out|do not approve|do not accept|we do not approve|we do not accept|we do not rent to|do not rent to|we do not hire|do not hire|we can not approve|we can not accept|we will not approve|we will not accept|we will not rent to|never approve|we never approve|we never accept|we do not lend to|do not lend to|we can not rent to|we will not lend to|we never rent to|never accept|can not approve|not approve|not accept|do not extend an offer to|do not extend offer to|do not make an offer to|do not lend|we do not lend|we do not fund|do not fund|we say no|say no|say no to|we say no to|do not rent|we do not rent|do not proceed with|do not proceed|rescind offer|rescind|withdraw offer|knock out|do not issue|do not issue card|can not issue card|we can not issue card|we can not lend|we can not lend to|we can not fund|can not hire|we can not hire|disapprove|eliminate|we screen out|we rule out|weed out|we do not qualify|do not offer a lease to|do not lease to|we do not lease to|not hire|not rent to|we do not move forward with|do not move forward with|we do not proceed with|do not pass':
      'deny',
    'review|manually review|we review|refer|we manually review|escalate|hand review|individually assess|we individually assess|reviews|refer to review|look at by hand|hand check|consider individually':
      'review',
  } as const) satisfies Valued<Decision>,
  Done: spread({
    'approved|accepted|passed|hired|admitted|qualified|cleared|granted|funded|welcomed|greenlit|eligible|good to go|offered a lease|offered job|hireable|hirable|cleared to start|cleared for hire|lendable|rentable|prequalified|pre qualified|pre approved|placed|offer confirmed|start date confirmed|offered a unit|offered position|offered an apartment|admissible|allowed in|clear to hire|eligible for hire|eligible for approval|waved through':
      'approve',
    'denied|declined|rejected|refused|turned down|disqualified|ineligible|turned away|ruled out|screened out|unacceptable|unsuccessful|barred|nope|automatically disqualified|a no|out of running|offer rescinded|offer withdrawn|rescinded|withdrawn|knocked out|eliminated':
      'deny',
    'reviewed|manually reviewed|reviewed manually|escalated|reviewed by hand|individually assessed|individually reviewed|assessed individually':
      'review',
  } as const),
  Verdict: spread({
    'approval|an approval|automatic approval|a pass|pass|an automatic approval|acceptance|auto approval|a yes|yes|immediate approval|an acceptance|admission|a green light|yep|yeah|an automatic pass|a go|automatic yes|a hire|an offer|an auto approval':
      'approve',
    'denial|a denial|decline|a decline|rejection|a rejection|automatic denial|automatic decline|automatic rejection|an automatic denial|an automatic decline|an automatic rejection|disqualification|refusal|a refusal|a no|no|immediate denial|immediate rejection|a fail|fail|a failure|auto denial|immediate decline|an immediate decline|an immediate denial|a disqualification|a knockout|immediate refusal|nope|no go|a no go|hard no|a hard no|automatic no|an automatic no|automatic fail|an automatic fail|auto fail|hard stop|a hard stop|a deal breaker|deal breaker|dealbreaker|a dealbreaker|a reject|reject|an automatic reject|automatic reject|no hire|a no hire|immediate disqualification|automatic disqualification|an automatic disqualification|a knock out|not a fit|a turn down|an outright denial|outright denial|an outright decline|a flat no|denied':
      'deny',
    'review|manual review|human review|a manual review|a human review|a review|underwriter review|hr review|an individual review|manager review|underwriting review|a referral|referral|individualized assessment|an individualized assessment|further review|additional review|individual review|a second look|second look|escalation|an escalation|adjudication|a manual check|a hand review|human look|a judgment call by manager|case by case|case by case basis|supervisor review|team review|committee review|pending review|second review|a second review|compliance review|legal review|manager decision|an underwriter review':
      'review',
  } as const),
  Doubtful: spread({ 'out|excluded|exclude|exclusion|is out|are out': 'deny' } as const),
  Fares: spread({
    'passes|pass|qualifies|qualify|moves forward|move forward|proceeds|proceed|gets in|get in|moves ahead|move ahead|clears|moves on|move on|advances|advance|go through|goes through|move on to an offer|moves on to an offer|succeeds|succeed|starts work|start work|gets job|get job|is good to go|are good to go|is through|make it|makes it|makes cut|make cut|gets apartment|get apartment|begins work|proceeds to hire|proceeds to offer|proceed to an offer|proceeds to an offer|proceed to offer|gets a lease|get a lease|gets an offer|get an offer|gets offer|get offer|gets loan|get loan|gets card|passes screening|pass screening|passes through|start|begin|is cleared|join':
      'approve',
    'fails|fail|does not qualify|do not qualify|not qualify|does not pass|do not pass|disqualifies|disqualify|is disqualifying|are disqualifying|not pass|rules you out|rules candidate out|rules applicant out|rules out an applicant|does not get in|knocks you out|knocks applicant out|knocks candidate out|need not apply|may not start|can not start|does not make cut|do not make cut|is a no|are a no|can not work|may not be placed|can not be placed|does not make it|do not make it|rules a candidate out|rule a candidate out|rule candidate out|rules an applicant out|rule an applicant out|rule out a candidate|will not do|will not work|does not work|does not fly|is not good enough|are not good enough|can not be hired|ends process|end process|ends application|ends it|sinks application|kills deal|prevents approval|prevent approval|bars approval|disqualify you|disqualifies you|disqualifies an applicant|disqualify an applicant|disqualifies a candidate|disqualify a candidate|disqualifies applicant|disqualifies candidate|is a deal breaker|are deal breaker|is an automatic fail':
      'deny',
  } as const),
};
