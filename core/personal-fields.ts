/**
 * The name of a field as words with a space on each side: `context.applicant.dateOfBirth` is " date of birth ", and
 * `overdraftsLast12Mo` " overdrafts last 12 mo ". `w2` is one word.
 */
export function wordsOfField(field: string): string {
  const own = field.replace(/^(?:context\.)?(?:applicant\.)?/, '');
  const words = own
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Za-z]{2})(?=\d)/g, '$1 ')
    .replaceAll(/(\d)(?=[A-Za-z])(?!(?:st|nd|rd|th|k)(?![A-Za-z]))/g, '$1 ')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ');
  return ` ${words.toLowerCase().trim()} `;
}

/** What identifies a person, or tells their age, whatever the value is: of the field's name as words. */
const PERSONAL = new RegExp(
  String.raw` (?:ssn\d?|itin|tin|ein|social (?:security|insurance)|national id|passport|licen[sc]e|dob|birth ?(?:date|day|year)?|` +
    String.raw`(?:date|year|month|day) of birth|born|age|phone|telephone|mobile|cell|fax|e ?mail|iban|swift|routing|pin|` +
    String.raw`(?:id|license|licence|passport|account|routing|card|member|case|policy|document|employee|student|tax|reference|phone) (?:number|no)|` +
    String.raw`last (?:4|four)|last4|id) | (?:number|no|reference|ref|contact|handle|user ?name|login) $`,
);
/** Of these what a letter needs least. */
const SECRET =
  / (?:ssn\d?|itin|tin|social (?:security|insurance)|national id|tax id|dob|birth ?(?:date|day|year)|date of birth|(?:year|month|day) of birth|born|age|last (?:4|four)|last4) /;
const AGE = / (?:age|born|birth) /;
/** Whether somebody is so old says how old they are. */
const OF_AGE = new RegExp(
  String.raw` years? old | (?:adult|elderly) $|^ (?:is )?(?:a )?(?:minor|senior(?: citizen)?) $|` +
    String.raw`^ (?:is )?(?:(?:over|under|above|below|at least|(?:older|younger) than) \d\d|\d\d (?:plus|(?:or|and) (?:older|over|up|above|younger|under))) (?:years )?$`,
);
const THINGS =
  '(?:vehicle|car|truck|boat|trailer|machine|engine|equipment|asset|collateral|building|roof|home|house|dwelling|residence|property|unit|' +
  'accounts?|accts?|card|credit|file|company|business|biz|employer|tradelines?|inquiry|bankruptcy|eviction|judgment|record|invoice|receivables?|' +
  'wallet|rig|rv|camper|motor ?home|vessel|yacht|slip|barge|bike|motorcycle|scooter|tractor|aircraft|plane|drone|instrument|furnace|hvac|appliance|' +
  'barn|shop|store|restaurant|firm|startup|practice|subscription|contract|title|deed|warranty|certificate|delinquency|charge ?off|' +
  'accident|violation|incident|claim|foreclosure|repossession|appraisal|inspection|valuation|report|score|permit|licen[sc]e|quote|offer|application|loan|mortgage|lease|debt|lien|collection|listing|profile|policy|e ?mail|phone|device|domain|ip|address|document|statement|pay ?stub|membership|relationship|' +
  'animal|pet|dog|cat|horse|pony|cow|goat|sheep|llama|bird|hen|hive)';
/** `vehicle_age` tells nothing of a person. */
const AGE_OF_THINGS = new RegExp(
  String.raw` ${THINGS}s?(?: (?:any|all|min|max|sum))?(?: is| in)? (?:age|years? old) |` +
    String.raw` age of (?:the |each |every )?(?:oldest |youngest |newest )?${THINGS}s? `,
);

/** The last four of a card are no social security number's; alone they may be. */
const LAST_FOUR_OF_THINGS =
  / (?:accounts?|accts?|card|line|loan|bank|checking|savings|credit|debit|routing|iban|membership|policy|phone|plate|vin) (?:\w+ )?last (?:4|four) /;

/** `licence_years` is how long somebody has had one, `license_issued_on` since when, `phone_calls_per_month` how often. */
const HOW_MUCH =
  / (?:years|yrs|months|mos?|mths|days|count|percent|pct|usd|since|points|lost|per (?:day|week|month|year)|(?:points|violations|accidents|suspensions) on (?:the |their )?licen[sc]e|(?:issued?|expir(?:es|y|ation)|valid (?:from|to|until|through))(?: (?:on|at|date))?) $/;

/** The words of a field without those that tell how old a thing is. */
export function withoutAgeOfThings(words: string): string {
  return words.replace(AGE_OF_THINGS, ' ');
}

/** Whether a field identifies a person or tells their age. */
export function isPersonal(field: string): boolean {
  const words = wordsOfField(field);
  const ofPerson = withoutAgeOfThings(words);
  if (OF_AGE.test(ofPerson)) return true;
  return !(HOW_MUCH.test(words) && !AGE.test(ofPerson)) && PERSONAL.test(ofPerson);
}

/** Whether a field tells a number of the social security, a birth or the age: what no letter needs, not even cut. */
export function isSecret(field: string): boolean {
  const words = withoutAgeOfThings(wordsOfField(field)).replace(LAST_FOUR_OF_THINGS, ' ');
  if (OF_AGE.test(words)) return true;
  return !(HOW_MUCH.test(words) && !AGE.test(words)) && SECRET.test(words);
}
