import { describe, expect, test } from '../../support/jest.ts';
import places from '../../../data/notices/places.json' with { type: 'json' };
import rules from '../../../data/notices/jurisdictions.json' with { type: 'json' };
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { STANDARD } from '../../../core/fields/standard.ts';
import { missingForLive } from '../../../core/notices/live.ts';
import { faultOfPlace, placeOfRule, unknownPlaces } from '../../../core/notices/places.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { loadNoticeData } from '../../../platform/reference-data/index.ts';
import { plenty } from '../../support/work.ts';
import { branch, group, oneChoice } from './letter-of.ts';

const INCOME = { branches: { pass: branch(group('and', ['start', 'applicant.income', 'greater_than', 3000])) } };
const cascade = (settings: object) =>
  oneChoice({}, INCOME, { recipient: '{{applicant.email}}', ...settings }) as unknown as CascadeDefinition;
const warned = (settings: object, useCase: string | null = null) =>
  lintDefinition(cascade(settings), plenty(), noticeRules(useCase), NODES).map(({ code, message }) => [code, message]);

describe('a jurisdiction', () => {
  // Rules: 10.6.3
  test.each(['US-CA', 'US-DC', 'US-PR', 'US-GU', 'US-MP', 'US-CA-037', 'US-MD-033', 'US-AK-063', 'US-PR-001', 'CA-ON'])(
    'is a place: %s',
    (code) => expect(faultOfPlace(code)).toBeNull(),
  );

  test.each(['US-CT-001', 'US-CT-015', 'US-CT-110', 'US-CT-190'])(
    "is a county or a planning region of Connecticut, which replaced each other's: %s",
    (code) => expect(faultOfPlace(code)).toBeNull(),
  );

  test.each([
    ['US-ZZ', '`ZZ` is no part of US'],
    ['US-XX', 'is no part of US'],
    ['US-CA-999', 'California has none with the FIPS code 999; its codes are from 001 to 115'],
    ['US-CA-002', 'names no county'],
    ['US-CT-017', 'names no county'],
    ['US-CT-200', 'names no county'],
    ['US-AP', 'is no part of US'],
    ['ZZ-CA', 'is no country'],
    ['CA-ZZ', 'is no part of CA'],
    ['CA-ON-001', 'only a state or territory of the United States'],
  ])('that is none is named: %s', (code, fault) => {
    expect(faultOfPlace(code)?.replaceAll('"', '`')).toContain(fault);
  });

  test('has a list with a source, each code once, and each place of a rule is in it', () => {
    for (const { source, codes } of [places.subdivisions, places.counties]) {
      expect(source.length).toBeGreaterThan(40);
      for (const [of, text] of Object.entries(codes)) {
        const parts = text.split(' ');
        expect([of, new Set(parts).size]).toEqual([of, parts.length]);
      }
    }
    expect(Object.values(places.counties.codes).flatMap((codes) => codes.split(' ')).length).toBeGreaterThan(3_200);
    expect(Object.keys(rules.jurisdictions).filter((code) => faultOfPlace(code) !== null)).toEqual([]);
  });

  // Rules: 10.6.4
  test('that is no place is refused where it is new in a node, and nowhere else', () => {
    const [old, other] = [cascade({ jurisdiction: 'US-ZZ' }), cascade({ jurisdiction: 'US-CA-999' })];
    const field = expect.stringMatching(/^definition\[\d\]\.adverse_action\.jurisdiction$/);
    expect(unknownPlaces(old, [])).toEqual([{ field, message: expect.stringContaining('ISO 3166-2') }]);
    expect(unknownPlaces(old, old)).toEqual([]);
    expect(unknownPlaces(other, old)).toHaveLength(1);
    const moved = old.map((node) => (node.type === 'Action' ? { ...node, id: `${node.id}2` } : node));
    expect(unknownPlaces(moved, old)).toHaveLength(1);
    expect(validateDefinition(old).total).toBe(0);
  });

  // Rules: 10.6.5, 2.9.30
  test.each([
    ['US-NY', 'no rule of US-NY is known here, and the general rule of the United States is used instead'],
    ['US-CA-037', 'no rule of US-CA-037 is known here, and that of California (US-CA) is used instead'],
    ['US-MD', 'the general rule of the United States'],
    ['US-ZZ', 'is no part of US'],
  ])('without a rule of its own is warned of, with the rule that is used: %s', (jurisdiction, words) => {
    const found = warned({ purpose: 'tenant', jurisdiction });
    expect(found).toEqual([['no_rule_of_jurisdiction', expect.stringContaining(words)]]);
  });

  test.each(Object.keys(rules.jurisdictions))('with a rule of its own is fine: %s', (jurisdiction) => {
    expect(warned({ purpose: 'tenant', jurisdiction })).toEqual([]);
    expect(placeOfRule(jurisdiction).code).toBe(jurisdiction);
  });
});

describe('a use case of which no purpose is known', () => {
  const account = { id: 1, legal_name: 'A', address: 'B', phone: '', default_purpose: 'tenant', ecoa_agency: null };
  const agencies = new Map(Object.entries(loadNoticeData().testAgencies));
  const lacking = (settings: object, useCase: string | null) =>
    missingForLive({ definition: cascade(settings), useCase, dictionary: STANDARD }, account as never, agencies).map(
      ({ message }) => message,
    );

  // Rules: 10.2.9, 2.9.31
  test.each(['car_loan', 'Tenant', 'rental', 'student_loan', ''])(
    'is warned of, and its live letters need a purpose of their own: %j',
    (useCase) => {
      expect(warned({}, useCase).map(([code]) => code)).toEqual(['unknown_purpose']);
      expect(lacking({}, useCase)).toEqual([expect.stringContaining("the account's default is not taken for it")]);
      expect(warned({ purpose: 'tenant' }, useCase)).toEqual([]);
      expect(lacking({ purpose: 'tenant' }, useCase)).toEqual([]);
    },
  );

  test.each([null, 'tenant', 'leasing'])('is not %j', (useCase) => {
    expect(warned({}, useCase)).toEqual([]);
    expect(lacking({}, useCase)).toEqual([]);
  });
});
