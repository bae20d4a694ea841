/**
 * The name of a field as words with a space on each side: `context.applicant.dateOfBirth` is " date of birth ", and
 * `overdraftsLast12Mo` " overdrafts last 12 mo ". `w2` is one word.
 */
export function wordsOfField(field: string): string {
  const own = field.replace(/^(?:context\.)?(?:applicant\.)?/, '');
  const words = own
    .replaceAll(/['’]s\b/g, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Za-z]{2})(?=\d)/g, '$1 ')
    .replaceAll(/(\d)(?=[A-Za-z])(?!(?:st|nd|rd|th|k)(?![A-Za-z]))/g, '$1 ')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ');
  return ` ${words.toLowerCase().trim()} `;
}

/*
 * The one list of what identifies a person, by the name of a field. What it is decides who sees it: national numbers and
 * births are printed nowhere and masked in answers; account numbers are masked too; addresses and references are shown to
 * those who read the case, and not printed.
 */

const NATIONAL =
  /ssn | ssn|social ?(?:security|insurance)| itin | tin | tax ?(?:payer ?)?id(?: |ent)| national ?(?:id|insurance)/;
const BIRTH = / dob|dob | born |birth/;
const AGE = / age /;
const LAST_FOUR = / last (?:4|four) /;
/** The name alone is the number. */
const NUMBERS = 'passport|licen[sc]e|iban|pin|ein';
/** Things that have numbers. */
const NUMBERED = 'account|card|routing|policy|document|member|employee|student|tax|id';
/** Found in public, or meant to be given out: shown to those who read the case. */
const REFERENCES = 'id|routing|swift|phone|telephone|mobile|cell|fax|e ?mail';

/** In front of short ones stands a word, and other ones may end one: `bankaccountnumber`. */
const ACCOUNT = new RegExp(
  String.raw`(?: (?:id|pin|ein|tax)|account|acct|card|iban|routing|policy|loan|passport|licen[sc]e|document|member|employee|student)s? ?` +
    String.raw`(?:number|num|no|nr)s? |iban | (?:${NUMBERS}|(?:bank ?)?accounts?|acct) $`,
);
/**
 * The last word of a name says what it is: `licence` and `licence_no` identify somebody, and `licence_years` and
 * `phone_calls` don't.
 */
const IDENTIFIES = new RegExp(
  String.raw` (?:${NUMBERS}|${REFERENCES}|numbers?|no|last (?:4|four)|reference|ref|contact|handle|user ?name|login) ` +
    String.raw`(?:(?:any|all|min|max|sum) )?$`,
);
/** Something about an identifier may still be one, if it has the digits of one: `phone_home`. */
const MENTIONS_IDENTIFIER = new RegExp(String.raw` (?:${NUMBERS}|${NUMBERED}|${REFERENCES}|case) `);
const DIGITS_OF_IDENTIFIER = 7;

/** `ssn_match`, `date_of_birth_verified`: what was found out about a number, and not the number. */
const FINDING =
  / (?:match|matches|matched|valid|verified|verification|status|result|level|present|provided|type|kind|score|count|flag|state|country|source|is|has) /;
/** `account.closed_on`, `account.balance_usd`: what is said of an account, and not its number. */
const MEASURE =
  / (?:on|at|date|due|days|weeks|months|years|age|amount|balance|limit|payment|payments|rate|percent|usd|cents|currency) $/;

/** What of a person a member holds: its digits are masked. */
type Identifier = 'national' | 'birth' | 'account';

/** By the name of a member and of what it stands in; a member of an identifier is one too (`ssn: {"number": …}`). */
export function identifierOf(key: string, parent: string, around: Identifier | null = null): Identifier | null {
  const [own, whole] = [wordsOfField(key), wordsOfField(`${parent} ${key}`)];
  if (FINDING.test(own)) return null;
  if (NATIONAL.test(own) || NATIONAL.test(whole)) return 'national';
  if (BIRTH.test(own) || BIRTH.test(whole)) return 'birth';
  if (MEASURE.test(own)) return around === 'account' ? null : around;
  return ACCOUNT.test(own) || ACCOUNT.test(whole) ? 'account' : around;
}

export function namesNationalNumber(words: string): boolean {
  return NATIONAL.test(wordsOfField(words));
}

/** Whether somebody is so old says how old they are. */
const OF_AGE = new RegExp(
  String.raw` (?:years?|yrs?) old | (?:adult|elderly) $|^ (?:is )?(?:a )?(?:minor|senior(?: citizen)?) $|` +
    String.raw`^ (?:is )?(?:(?:over|under|above|below|at least|(?:older|younger) than) \d\d|\d\d (?:plus|(?:or|and) (?:older|over|up|above|younger|under))) (?:years )?$`,
);
/** `vehicle_age`, `wallet_age_days`, `accounts.min.age`, `age_of_the_oldest_account`: how old something is, and what. */
const AGE_OF_SOMETHING =
  /(?<= )(?:age of (?:(?:the|each|every|all|any|oldest|youngest|newest|latest) )*(?<of>[a-z]+)|(?<noun>[a-z]+)(?: (?:any|all|min|max|sum|minimum|maximum|average|avg|mean|median|oldest|youngest|lowest|highest|is|in|\d+))* (?:age|(?:years?|yrs?) old)(?! of ))(?= )/g;

/** Whose age tells that of a person; and words before "age" that name no thing, so that the age is somebody's. */
const PERSONS = new Set(
  (
    'applicant borrower debtor customer client consumer tenant renter lessee resident occupant roommate flatmate housemate lodger member ' +
    'guest visitor driver operator rider passenger owner buyer purchaser seller holder cardholder policyholder insured employee worker ' +
    'candidate hire staff manager student pupil learner patient caregiver carer nanny sitter volunteer user player participant subscriber ' +
    'donor guarantor cosigner signer cosignatory signatory obligor spouse husband wife partner parent mother father guardian grandparent ' +
    'child children kid baby babies infant toddler teen teenager minor adult senior elder sibling brother sister son daughter dependent ' +
    'dependant heir beneficiary relative family household head person people individual man men woman women boy girl veteran soldier ' +
    'officer principal director shareholder founder landlord host jockey pilot captain crew dancer performer artist athlete coach trainer ' +
    'instructor teacher nurse doctor inmate defendant offender victim witness claimant trustee recipient retiree pensioner refugee ' +
    'sailor skipper chef cook farmer grower hunter angler lawyer judge clerk guard mechanic plumber builder carpenter painter baker barber ' +
    'tutor aide attendant assistant apprentice intern trainee contractor freelancer courier cleaner keeper worker laborer helper singer ' +
    'musician writer author teller cashier vendor operator interpreter translator cadet recruit ward orphan widow widower twin cousin uncle ' +
    'aunt nephew niece friend neighbor fiance bride groom ' +
    'legal current actual real stated verified reported declared own min max minimum maximum average avg mean median oldest youngest ' +
    'lowest highest first second primary main full any all exact required retirement drinking voting working pension school is at of'
  ).split(' '),
);

/** `fishermen`, `therapists`, `technician`, `engineers`. */
const PERSON_BY_ENDING = /(?:man|men|person|(?<!l)ist|ician|eer)s?$/;

function isPerson(noun: string): boolean {
  return PERSONS.has(noun) || PERSONS.has(noun.replace(/s$/, '')) || PERSON_BY_ENDING.test(noun);
}

/** The last four of a card are no social security number's; alone they may be. */
const LAST_FOUR_OF_THINGS =
  / (?:accounts?|accts?|card|line|loan|bank|checking|savings|credit|debit|routing|iban|membership|policy|phone|plate|vin) (?:\w+ )?last (?:4|four) /;

/** How much of something there is, or since when, is nobody's number. */
const HOW_MUCH = new RegExp(
  String.raw`^ (?:number|count|total|sum|days|weeks|months|years|hours|minutes|times?|percent|share|rate|amount|value|cost|price|average) (?:of|since|with|in|on|to|per|from|until|between|without) |` +
    String.raw` (?:years|yrs|months|mos?|mths|days|count|percent|pct|usd|since|points|lost|per (?:day|week|month|year)|(?:points|violations|accidents|suspensions) on (?:the |their )?licen[sc]e|(?:issued?|expir(?:es|y|ation)|valid (?:from|to|until|through))(?: (?:on|at|date))?) $`,
);

const SPEAKS_OF_AGE = / (?:age|old) /;

/** The words of a field without those that tell how old a thing is. */
export function withoutAgeOfThings(words: string): string {
  if (!SPEAKS_OF_AGE.test(words)) return words;
  return words
    .replaceAll(AGE_OF_SOMETHING, (phrase: string, of: string | undefined, noun: string | undefined) =>
      isPerson(of ?? noun ?? '') ? phrase : '',
    )
    .replaceAll('  ', ' ');
}

/** Whether a field identifies a person or tells their age, with this value. */
export function isPersonal(field: string, value: unknown = null): boolean {
  const words = withoutAgeOfThings(wordsOfField(field));
  if (saysSecret(words)) return true;
  if (HOW_MUCH.test(words)) return false;
  if (IDENTIFIES.test(words)) return true;
  const isLong = typeof value === 'number' && Number.isInteger(value) && String(value).length >= DIGITS_OF_IDENTIFIER;
  return isLong && MENTIONS_IDENTIFIER.test(words) && !MEASURE.test(words);
}

/** Whether a field tells a number of the social security, a birth or the age: what no letter needs, not even cut. */
export function isSecret(field: string): boolean {
  return saysSecret(withoutAgeOfThings(wordsOfField(field)));
}

function saysSecret(all: string): boolean {
  const words = all.replace(LAST_FOUR_OF_THINGS, ' ');
  if (OF_AGE.test(words) || AGE.test(words) || BIRTH.test(words)) return true;
  return !HOW_MUCH.test(words) && (NATIONAL.test(words) || LAST_FOUR.test(words));
}
