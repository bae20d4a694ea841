import { phrasesOf, type Meaning, type Word } from './meaning.ts';

const words = (is: Word, phrases: readonly string[]) => phrasesOf({ is }, phrases);

/** Who a rule is about, and phrases that say nothing about who gets what. */
export const OTHER_WORDS: readonly (readonly [string, Meaning])[] = [
  ...words('applicant', [
    'applicant',
    'candidate',
    'tenant',
    'renter',
    'borrower',
    'person',
    'people',
    'anyone',
    'anybody',
    'someone',
    'somebody',
    'customer',
    'they',
    'them',
    'those',
    'employee',
    'prospect',
    'the person',
    'individual',
    'applicants',
    'people',
    'he',
    'she',
    'client',
    'user',
    'consumer',
    'household',
    'application',
    'applicant file',
    'job candidate',
    'member',
    'anything',
    'any application',
  ]),
  ...words('filler', [
    'dollar',
    'usd',
    'point',
    'make sure',
    'on record',
    'on file',
    'on their record',
    'this is about',
    'to approve',
    'before the final notice',
    'before the final one',
    'before sending the final notice',
    'with a person',
  ]),
  ['with', { is: 'filler', word: 'with' }],
  ['having', { is: 'filler', word: 'with' }],
  ['in', { is: 'filler', word: 'in' }],
  ...words('semicolon', ['; then']),
  // What an income is made of: to take it for the income itself would approve whoever has any.
  ['income comes from', { is: 'unknown' }],
  ['income coming from', { is: 'unknown' }],
  ['income from', { is: 'unknown' }],
  ...words('deposit', ['deposit', 'security deposit', 'cosigner', 'co signer', 'guarantor', 'higher rent']),
];

/** Words that say nothing about who gets what. Anything else that is unknown makes its rule a refusal. */
export const FILLER: readonly string[] =
  `a an the of on at by for as is are was were be been being has have had having do does did can could will would may might
  get gets got go goes going gone it its it's that this these there their his her our your my we us i you who whose whom which what
  please kindly then so also too very only always still just now already total totals current currently
  all every each case cases rule rules policy policies following true apply applies applicable
  send sent sends put place placed move moved forward pass along treat treated consider considered call calls called mean means meaning
  result results resulting lead leads decision decisions decide make sure want like let report reports reported
  run pull order obtain check checks screen screening process processed start starts begin
  file record records on about regarding concerning their them show shows showing shown find found come comes back
  we've they're whom someone's than number amount level value average overall
  human manual person hand team staff hr manager underwriter underwriting underwriters
  loan loans lease leases application applications apartment unit tenancy rental job position hiring
  live lives living located reside resides resident residents
  former landlord landlords previous history reads read reading loud exists existing
  criteria criterion condition conditions meets meet meeting satisfy satisfies satisfied
  borderline step first third finally next lastly after afterwards
  home family-owned thanks thank hi hello dear regards
  stop look range bracket band knock gray grey zone tier section part gos
  reviewer reviewers notice notices letter letters issue issued them out away up
  between-them bureau minimum-wage because-of since`.split(/\s+/);
