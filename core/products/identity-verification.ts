import type { JsonObject } from '../json.ts';
import { personName } from '../person-name.ts';
import { postalAddress } from '../postal-address.ts';
import type { Product } from './contract.ts';
import {
  ABOVE,
  date,
  differs,
  equals,
  flag,
  integer,
  list,
  nullable,
  object,
  ofKind,
  oneOf,
  state,
  text,
} from './schema.ts';
import { daysBefore, identityOf, seededRandom, textOf, type SeededRandom } from './seeded.ts';

const MATCHES = ['full', 'partial', 'none', 'not_provided'] as const;
type Match = (typeof MATCHES)[number];

const REASON = {
  identity: 'Unable to verify identity',
  residence: 'Unable to verify residence',
  document: 'Unable to verify the identity document',
  watchlist: 'Identity information matched a government watchlist',
  deceased: 'Identity information is reported as that of a deceased person',
} as const;

/** The detail was given and could not be verified. A detail that was not provided was not compared. */
function unconfirmed(field: string) {
  return state(equals(field, 'partial'), equals(field, 'none'));
}

const schema = object(
  'Identity verification',
  'How far the identity that a person gave could be confirmed.',
  {
    overall_result: oneOf(
      'Result of the identity verification',
      'The result as a whole.',
      ['verified', 'partial', 'not_verified'],
      {
        reason: REASON.identity,
        when: state(differs('overall_result', 'verified')),
      },
    ),
    checked_on: date('Check date', 'Date of the check.'),
    name_match: oneOf('Verification of the name', 'Name.', MATCHES, {
      reason: 'Unable to verify the name that was given',
      when: unconfirmed('name_match'),
    }),
    date_of_birth_match: oneOf('Verification of the date of birth', 'Date of birth.', MATCHES, {
      reason: 'Unable to verify the date of birth that was given',
      when: unconfirmed('date_of_birth_match'),
    }),
    ssn_match: oneOf('Verification of the social security number', 'Social security number.', MATCHES, {
      reason: 'Unable to verify the social security number that was given',
      when: unconfirmed('ssn_match'),
    }),
    address_match: oneOf('Verification of the address', 'Address.', MATCHES, {
      reason: REASON.residence,
      when: state(differs('address_match', 'full')),
    }),
    phone_match: oneOf('Verification of the telephone number', 'Telephone number.', MATCHES, {
      reason: 'Unable to verify the telephone number that was given',
      when: unconfirmed('phone_match'),
    }),
    document: object(
      'Document',
      'The identity document.',
      {
        status: oneOf(
          'Verification of the identity document',
          'Result of the check of the document.',
          ['verified', 'expired', 'unreadable', 'not_provided'],
          {
            reason: REASON.document,
            when: state(differs('document.status', 'verified')),
          },
        ),
        type: nullable(
          oneOf('Type of the identity document', 'Kind of document; null where none was provided.', [
            'drivers_license',
            'passport',
            'state_id',
          ]),
        ),
        country: nullable(
          text(
            'Country of the identity document',
            'ISO 3166-1 code of the issuing country; null where none was provided.',
          ),
        ),
        expires_on: nullable(date('Document expiry date', 'Date of expiry; null where none was provided.')),
      },
      ['status'],
    ),
    watchlist_match: flag('Watchlist match', 'True if the person is on a watchlist.', {
      reason: REASON.watchlist,
      when: state(equals('watchlist_match', true)),
    }),
    watchlists: list(
      'Government watchlists',
      'The watchlists that hold the person.',
      text('Watchlist', 'Name of the list.'),
      { one: 'watchlist', many: 'watchlists', empty: 'best' },
      { reason: REASON.watchlist, when: state({ field: 'watchlists', operator: 'is_not_empty' }) },
    ),
    deceased_indicator: flag('Deceased indicator', 'True if the number is reported as that of a deceased person.', {
      reason: REASON.deceased,
      when: state(equals('deceased_indicator', true)),
    }),
    risk_score: ofKind(
      'score',
      integer(
        'Risk score',
        'Risk of identity fraud; 0 is none, 100 the highest.',
        { unit: 'points', minimum: 0, maximum: 100 },
        { factors: 'risk_signals', factorsWhen: ABOVE },
      ),
    ),
    risk_signals: list(
      'Signals of the identity verification',
      'Factors that raised the risk score.',
      text('Risk signal', 'One signal.'),
      { one: 'risk signal', many: 'risk signals', empty: 'best' },
      {
        factors: 'risk_signals',
        factorsWhen: state({ field: 'risk_signals', operator: 'is_not_empty' }),
      },
    ),
  },
  ['overall_result', 'watchlist_match', 'deceased_indicator', 'risk_score'],
);

function synthetic(applicant: JsonObject, asOf: string): JsonObject {
  const random = seededRandom(identityOf(applicant), 'identity_verification');
  const given = (key: string): boolean => textOf(applicant, key) !== '';
  const hasAddress = postalAddress(applicant).lines.length > 0;
  const nameMatch = match(random, personName(applicant) !== null, 0.95);
  const birthMatch = match(random, given('date_of_birth'), 0.94);
  const ssnMatch = match(random, given('ssn'), 0.93);
  const addressMatch = match(random, hasAddress, 0.85);
  const phoneMatch = match(random, given('phone'), 0.82);
  const document = makeDocument(random, asOf);
  const isDeceased = ssnMatch === 'none' && random.chance(0.1);
  const signals = [
    ...(ssnMatch === 'none' ? ['Social security number belongs to another name'] : []),
    ...(addressMatch === 'none' ? ['No record of the person at the address'] : []),
    ...(phoneMatch === 'none' ? ['Telephone number is registered to somebody else'] : []),
    ...(document.status === 'unreadable' ? ['Document could not be read'] : []),
    ...(isDeceased ? ['Social security number is reported as that of a deceased person'] : []),
  ];
  return {
    overall_result: overall({ name: nameMatch, birth: birthMatch, ssn: ssnMatch, address: addressMatch }, isDeceased),
    checked_on: asOf.slice(0, 10),
    name_match: nameMatch,
    date_of_birth_match: birthMatch,
    ssn_match: ssnMatch,
    address_match: addressMatch,
    phone_match: phoneMatch,
    document,
    watchlist_match: false,
    watchlists: [],
    deceased_indicator: isDeceased,
    risk_score: Math.min(100, random.integer(2, 18) + signals.length * 24),
    risk_signals: signals,
  };
}

function match(random: SeededRandom, wasGiven: boolean, fullShare: number): Match {
  const drawn = random.unit();
  if (!wasGiven) return 'not_provided';
  return drawn < fullShare ? 'full' : drawn < fullShare + (1 - fullShare) * 0.65 ? 'partial' : 'none';
}

function makeDocument(random: SeededRandom, asOf: string) {
  const status = random.pick([
    'verified',
    'verified',
    'verified',
    'verified',
    'verified',
    'verified',
    'verified',
    'expired',
    'unreadable',
  ]);
  return {
    status,
    type: random.pick(['drivers_license', 'drivers_license', 'passport', 'state_id']),
    country: 'US',
    expires_on:
      status === 'expired' ? daysBefore(asOf, random.integer(10, 900)) : daysBefore(asOf, -random.integer(60, 2_800)),
  };
}

/**
 * A person is verified if the name and either birth date or number were given and match, and nothing given fails to
 * match. The telephone number is not considered: it alone makes nobody unverified.
 */
function overall(
  { name, birth, ssn, address }: Record<'name' | 'birth' | 'ssn' | 'address', Match>,
  isDeceased: boolean,
) {
  if (isDeceased || name === 'none' || ssn === 'none') return 'not_verified';
  const isAnchored = name === 'full' && (birth === 'full' || ssn === 'full');
  return isAnchored && [birth, ssn, address].every((each) => each === 'full' || each === 'not_provided')
    ? 'verified'
    : 'partial';
}

export const identityVerification: Product = {
  code: 'identity_verification',
  name: 'Identity verification',
  called: ['identity check', 'ID check'],
  description: 'Match levels of name, birth date, number and address, the document, watchlists, and a risk score.',
  schema,
  synthetic,
  hasLocalRules: false,
  words: [
    {
      field: 'overall_result',
      nouns: [
        'identity',
        'id',
        'identity result',
        'identity check',
        'identity verification',
        'id check',
        'id verification',
        'kyc',
        'kyc check',
      ],
      states: { verified: 'verified', partial: 'partial', passed: 'verified', failed: 'not_verified' },
    },
    { field: 'name_match', nouns: ['name'], states: { matched: 'full', partial: 'partial' } },
    {
      field: 'ssn_match',
      nouns: ['ssn', 'social security number', 'social security'],
      states: { matched: 'full', partial: 'partial', verified: 'full' },
    },
    {
      field: 'date_of_birth_match',
      nouns: ['date of birth', 'dob', 'birth date', 'birthdate'],
      states: { matched: 'full', partial: 'partial', verified: 'full' },
    },
    {
      field: 'address_match',
      nouns: ['address', 'home address'],
      states: { matched: 'full', partial: 'partial', verified: 'full' },
    },
    {
      field: 'phone_match',
      nouns: ['phone', 'phone number', 'telephone number'],
      states: { matched: 'full', partial: 'partial', verified: 'full' },
    },
    {
      field: 'document.status',
      nouns: ['document', 'id document', 'identity document', 'photo id', 'government id'],
      states: {
        verified: 'verified',
        expired: 'expired',
        unreadable: 'unreadable',
        passed: 'verified',
        valid: 'verified',
      },
    },
    {
      field: 'watchlist_match',
      nouns: [
        'watchlist match',
        'watchlist hit',
        'watch list match',
        'watch list hit',
        'ofac match',
        'ofac hit',
        'sanction match',
        'sanction hit',
        'watchlist',
        'ofac list match',
      ],
      person: {
        'on a watchlist': true,
        'on any watchlist': true,
        'on watchlist': true,
        'on a watch list': true,
        'on a government watchlist': true,
        'on a sanction list': true,
        'on any watch list': true,
      },
    },
    {
      field: 'deceased_indicator',
      nouns: ['deceased indicator', 'deceased flag'],
      person: {
        deceased: true,
        'reported deceased': true,
        'reported as deceased': true,
        dead: true,
        'flagged as deceased': true,
        'flagged deceased': true,
      },
    },
    {
      field: 'risk_score',
      nouns: [
        'fraud risk score',
        'fraud risk',
        'risk score',
        'fraud score',
        'identity risk score',
        'identity risk',
        'identity fraud risk score',
        'identity fraud score',
      ],
    },
  ],
};
