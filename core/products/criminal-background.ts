import type { Product } from './contract.ts';
import { SEVERITIES, synthetic } from './criminal-background-synthetic.ts';
import {
  count,
  curedByMore,
  date,
  equals,
  flag,
  integer,
  list,
  noneOnRecord,
  nullable,
  object,
  oneOf,
  ofKind,
  partOf,
  some,
  state,
  text,
} from './schema.ts';
const DISPOSITIONS = ['convicted', 'deferred', 'pending', 'dismissed'] as const;

const REASON = {
  any: 'Criminal charge or conviction in the background report',
  felony: 'Felony charge or conviction in the background report',
  misdemeanor: 'Misdemeanor charge or conviction in the background report',
  pending: 'Criminal charge pending in the background report',
  violent: 'Record of a violent offense in the background report',
  recent: 'Time since the most recent offense in the background report',
  registry: 'Listed in a sex-offender registry',
} as const;

const FOUND = state(some('records_count'));
const VIOLENT = state(some('violent_count'));

const schema = object(
  'Criminal background',
  'Criminal records found for one person.',
  {
    status: oneOf(
      'Result of the criminal background search',
      'Says if records were found.',
      ['clear', 'records_found'],
      { reason: REASON.any, when: FOUND },
    ),
    searched_on: date('Search date', 'Date of the search.'),
    jurisdictions_searched: list(
      'Places in which criminal records were searched',
      'Where records were searched, as ISO 3166-2 codes.',
      text('Jurisdiction searched', 'Such as `US-TX`.'),
      {
        one: 'jurisdiction searched',
        many: 'jurisdictions searched',
      },
    ),
    records_count: count('Number of criminal records', 'Records found.', { reason: REASON.any, when: FOUND }),
    convictions_count: partOf(
      'records_count',
      count('Number of convictions', 'Records that ended in a conviction.', {
        reason: 'Criminal conviction in the background report',
        when: state(some('convictions_count')),
      }),
    ),
    felony_count: partOf(
      'records_count',
      count('Number of felonies', 'Felonies among the records.', {
        reason: REASON.felony,
        when: state(some('felony_count')),
      }),
    ),
    misdemeanor_count: partOf(
      'records_count',
      count('Number of misdemeanors', 'Misdemeanors among the records.', {
        reason: REASON.misdemeanor,
        when: state(some('misdemeanor_count')),
      }),
    ),
    pending_count: partOf(
      'records_count',
      count('Number of pending charges', 'Charges without a disposition yet.', {
        reason: REASON.pending,
        when: state(some('pending_count')),
      }),
    ),
    violent_count: partOf(
      'records_count',
      count('Number of violent offenses', 'Records of offenses against persons.', {
        reason: REASON.violent,
        when: VIOLENT,
      }),
    ),
    highest_severity: oneOf('Severity of the gravest criminal record', 'The gravest record.', SEVERITIES, {
      reason: REASON.any,
      when: FOUND,
    }),
    most_recent_offense_on: noneOnRecord(
      date('Most recent offense date', 'Date of the most recent offense; null without records.', {
        reason: REASON.recent,
        when: FOUND,
        none: REASON.any,
      }),
    ),
    years_since_most_recent_offense: noneOnRecord(
      integer(
        'Years since most recent offense',
        'Whole years since the most recent offense; null without records.',
        { unit: 'years', minimum: 0 },
        { reason: REASON.recent, when: curedByMore(FOUND), none: REASON.any },
      ),
    ),
    sex_offender_registry_match: flag(
      'Sex offender registry match',
      'True if the person is in a sex-offender registry.',
      {
        reason: REASON.registry,
        when: state(equals('sex_offender_registry_match', true)),
      },
    ),
    records: list(
      'Criminal records',
      'The records, most recent offense first.',
      object(
        'Criminal record',
        'One record.',
        {
          offense: text('Offense', 'The offense in words.', { reason: REASON.any, when: FOUND }),
          severity: oneOf('Severity', 'Its class.', SEVERITIES.slice(1)),
          is_violent: flag('Violence', 'True if it was an offense against a person.', {
            reason: REASON.violent,
            when: VIOLENT,
            ofItem: { operator: 'equals', value: true },
          }),
          disposition: oneOf('Disposition', 'How the case ended.', DISPOSITIONS),
          offense_on: date('Offense date', 'Date of the offense.', {
            reason: REASON.recent,
            when: FOUND,
            figures: ['max'],
            none: REASON.any,
          }),
          disposed_on: nullable(date('Disposition date', 'Date of the disposition; null while the case is pending.')),
          jurisdiction: text('Jurisdiction', 'ISO 3166-2 code.'),
          court: text('Court', 'Name of the court.'),
          case_number: ofKind('identifier', text('Case number', "The court's number of the case.")),
        },
        ['offense', 'severity', 'disposition'],
      ),
      { one: 'criminal record', many: 'criminal records', empty: 'best' },
      { reason: REASON.any, when: FOUND },
    ),
  },
  ['records_count', 'felony_count', 'violent_count', 'highest_severity', 'sex_offender_registry_match'],
);

export const criminalBackground: Product = {
  code: 'criminal_background',
  name: 'Criminal background',
  called: [
    'criminal background report',
    'criminal background check',
    'background check',
    'criminal check',
    'criminal report',
  ],
  description: 'Criminal records by county, state and national search, with the gravest severity and counts.',
  schema,
  synthetic,
  hasLocalRules: true,
  found: 'records_count',
  records: [
    {
      list: 'records',
      on: 'offense_on',
      qualities: {
        'violent|violent in nature': [{ field: 'is_violent', operator: 'is_true' }],
        'non violent|nonviolent': [{ field: 'is_violent', operator: 'is_false' }],
        'pending|open|unresolved|still pending|still open|active': [
          { field: 'disposition', operator: 'equals', value: 'pending' },
        ],
        'dismissed|thrown out|dropped': [{ field: 'disposition', operator: 'equals', value: 'dismissed' }],
        deferred: [{ field: 'disposition', operator: 'equals', value: 'deferred' }],
        convicted: [{ field: 'disposition', operator: 'equals', value: 'convicted' }],
        'felony level': [{ field: 'severity', operator: 'equals', value: 'felony' }],
        'misdemeanor level': [{ field: 'severity', operator: 'equals', value: 'misdemeanor' }],
      },
    },
  ],
  words: [
    {
      field: 'felony_count',
      nouns: ['felony', 'felony record', 'felony offense', 'felony crime'],
      items: { list: 'records', where: [{ field: 'severity', operator: 'equals', value: 'felony' }] },
    },
    {
      field: 'misdemeanor_count',
      nouns: ['misdemeanor', 'misdemeanour', 'misdemeanor record', 'misdemeanor offense'],
      items: { list: 'records', where: [{ field: 'severity', operator: 'equals', value: 'misdemeanor' }] },
    },
    {
      field: 'records.count',
      nouns: ['infraction', 'infraction record'],
      items: { list: 'records', where: [{ field: 'severity', operator: 'equals', value: 'infraction' }] },
    },
    {
      field: 'records.count',
      nouns: [
        'arrest that did not lead to conviction',
        'arrest that did not lead to a conviction',
        'arrest without conviction',
        'arrest without a conviction',
        'arrest not leading to conviction',
        'arrest that did not result in conviction',
        'arrest that did not result in a conviction',
        'non conviction',
      ],
      items: { list: 'records', where: [{ field: 'disposition', operator: 'not_equals', value: 'convicted' }] },
    },
    {
      field: 'violent_count',
      nouns: [
        'violent crime',
        'violent offense',
        'violent offence',
        'violent record',
        'crime of violence',
        'violence',
        'crime against person',
        'offense against person',
        'crime against a person',
        'offense against a person',
        'violent criminal record',
      ],
      items: { list: 'records', where: [{ field: 'is_violent', operator: 'is_true' }] },
    },
    {
      field: 'felony_count',
      nouns: ['drug felony', 'drug felony conviction'],
      unsaid:
        'A report does not say of what kind felonies are, but for violent ones: say "felonies" if all of them are meant.',
    },
    {
      field: 'convictions_count',
      nouns: ['conviction', 'criminal conviction', 'conviction of any kind'],
      items: { list: 'records', where: [{ field: 'disposition', operator: 'equals', value: 'convicted' }] },
    },
    {
      field: 'pending_count',
      nouns: [
        'pending charge',
        'pending case',
        'open charge',
        'pending criminal charge',
        'pending criminal case',
        'open criminal charge',
        'open criminal case',
      ],
      items: { list: 'records', where: [{ field: 'disposition', operator: 'equals', value: 'pending' }] },
    },
    {
      field: 'sex_offender_registry_match',
      nouns: [
        'sex offender registry match',
        'sex offender registry hit',
        'registry match',
        'registry hit',
        'lifetime registration as a sex offender',
        'registration as a sex offender',
        'sex offender',
        'registered sex offender',
        'sex offender record',
        'sex offender registration',
      ],
      person: {
        'on sex offender registry': true,
        'sex offender registry': true,
        'on a sex offender registry': true,
        'on any sex offender registry': true,
        'in sex offender registry': true,
        'listed on a sex offender registry': true,
        'listed on sex offender registry': true,
        'on sex offender list': true,
        'a sex offender': true,
        'a registered sex offender': true,
        'registered as a sex offender': true,
      },
    },
    {
      field: 'records_count',
      nouns: [
        'criminal record',
        'criminal offense',
        'criminal offence',
        'criminal history',
        'offense',
        'crime',
        'criminal case',
        'rap sheet',
        'record',
        'record at all',
        'criminal record of any kind',
        'record of any kind',
      ],
      since: { field: 'years_since_most_recent_offense', unit: 'years' },
      on: 'most_recent_offense_on',
      items: { list: 'records', where: [] },
    },
    {
      field: 'highest_severity',
      nouns: ['gravest record', 'most serious record', 'most serious offense', 'highest severity'],
      states: { 'a misdemeanor': 'misdemeanor', 'a felony': 'felony', 'an infraction': 'infraction' },
    },
  ],
};
