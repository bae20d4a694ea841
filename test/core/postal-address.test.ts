import fc from 'fast-check';
import type { JsonObject } from '../../core/json.ts';
import { postalAddress, writtenAddress } from '../../core/postal-address.ts';
import { describe, expect, test } from '../support/jest.ts';

const TOWN = { city: 'Dayton', state: 'OH', zip: '45402' };
const LAST = 'Dayton, OH 45402';
const ZIP = 'a postal code of 5 or 9 digits (ZIP code)';

const complete = (lines: readonly string[]) => expect.objectContaining({ lines, lacks: [], notRead: [] });

describe('the forms of an address, each of which can be posted to', () => {
  // Rules: 11.3.4
  test.each<[JsonObject, string[]]>([
    [{ address: { street: '14 Alder Court', unit: '2B', ...TOWN } }, ['14 Alder Court', 'Unit 2B', LAST]],
    [{ address: { line1: '14 Alder Court', line2: 'Apt 2B', ...TOWN } }, ['14 Alder Court', 'Apt 2B', LAST]],
    [{ address: { street1: '14 Alder Court', street2: 'Apt 2B', ...TOWN } }, ['14 Alder Court', 'Apt 2B', LAST]],
    [{ address: { street: ['14 Alder Court', 'Apt 2B'], ...TOWN } }, ['14 Alder Court', 'Apt 2B', LAST]],
    [{ address: { lines: ['14 Alder Court'], apt: '7', ...TOWN } }, ['14 Alder Court', 'Apt 7', LAST]],
    [{ address: { lines: ['14 Alder Court', LAST] } }, ['14 Alder Court', LAST]],
    [{ address: ['14 Alder Court', LAST] }, ['14 Alder Court', LAST]],
    [{ address: `14 Alder Court\r\n\n ${LAST}` }, ['14 Alder Court', LAST]],
    [{ address: { formatted: `14 Alder Court\n${LAST}`, country: 'USA' } }, ['14 Alder Court', LAST]],
    [{ address_line1: '14 Alder Court', addressLine2: 'Apt 2B', ...TOWN }, ['14 Alder Court', 'Apt 2B', LAST]],
    [{ address1: '14 Alder Court', ...TOWN }, ['14 Alder Court', LAST]],
    [{ street: '14 Alder Court', suite: '300', ...TOWN }, ['14 Alder Court', 'Suite 300', LAST]],
    [{ address: '14 Alder Court', unit: '2B', ...TOWN }, ['14 Alder Court', 'Unit 2B', LAST]],
    [{ address: '14 Alder Court\nApt 2B', ...TOWN }, ['14 Alder Court', 'Apt 2B', LAST]],
    [{ address: `14 Alder Court\n${LAST}`, ...TOWN }, ['14 Alder Court', LAST]],
    [{ address: { house_number: 14, street_name: 'Alder Court', ...TOWN } }, ['14 Alder Court', LAST]],
    [{ address: { house_number: '14', street: '14 Alder Court', ...TOWN } }, ['14 Alder Court', LAST]],
    [{ address: { street: '14 Alder Court Unit 2B', unit: '2B', ...TOWN } }, ['14 Alder Court Unit 2B', LAST]],
    [{ address: { street: '14 Elm Unit 2B', unit: '2', ...TOWN } }, ['14 Elm Unit 2B', 'Unit 2', LAST]],
    [{ address: { careOf: 'Ann Lee', street: '14 Alder Court', ...TOWN } }, ['c/o Ann Lee', '14 Alder Court', LAST]],
    [
      {
        address: {
          streetAddress: '14 Alder Court',
          addressLocality: 'Dayton',
          addressRegion: 'OH',
          postalCode: '45402',
          addressCountry: 'US',
        },
      },
      ['14 Alder Court', LAST],
    ],
    [
      {
        mailing_address: { line1: 'PO Box 9', ...TOWN },
        address: { line1: '14 Alder Court', ...TOWN },
      },
      ['PO Box 9', LAST],
    ],
    [{ mailing_street: '1 Oak', mailing_city: 'Dayton', mailing_zip: '45402' }, ['1 Oak', 'Dayton, 45402']],
  ])('%j', (person, lines) => {
    expect(postalAddress(person)).toEqual(complete(lines));
  });
});

describe('addresses of the United States', () => {
  // Rules: 11.3.1
  test.each<[JsonObject, string[]]>([
    [{ ...TOWN, zip: '454021234' }, ['1 Oak', 'Dayton, OH 45402-1234']],
    [{ ...TOWN, zip: '45402 1234' }, ['1 Oak', 'Dayton, OH 45402 1234']],
    [{ ...TOWN, zip: 45402 }, ['1 Oak', LAST]],
    [{ ...TOWN, zip4: '1234' }, ['1 Oak', 'Dayton, OH 45402-1234']],
    [{ ...TOWN, country: 'u.s.a.' }, ['1 Oak', LAST]],
    [{ ...TOWN, country: 'United States of America' }, ['1 Oak', LAST]],
    [{ city: 'San Juan', country: 'Puerto Rico', zip: '00926' }, ['1 Oak', 'San Juan, PR 00926']],
    [
      { city: 'San Juan', state: 'PR', zip: '00926', urbanization: 'URB Sol' },
      ['URB Sol', '1 Oak', 'San Juan, PR 00926'],
    ],
    [{ city: 'APO', state: 'AE', zip: '09012-1234' }, ['1 Oak', 'APO AE 09012-1234']],
    [{ city: 'FPO', state: 'AP', zip: '96601' }, ['1 Oak', 'FPO AP 96601']],
    [{ city: 'Hagåtña', state: 'GU', zip: '96910' }, ['1 Oak', 'Hagåtña, GU 96910']],
  ])('%j', (town, lines) => {
    expect(postalAddress({ address: { street: '1 Oak', ...town } })).toEqual(complete(lines));
  });

  // Rules: 11.3.1
  test('a post office box stands for the street', () => {
    expect(postalAddress({ address: { po_box: '77', ...TOWN } })).toEqual(complete(['PO Box 77', LAST]));
    expect(postalAddress({ po_box: 'P.O. Box 77', ...TOWN })).toEqual(complete(['P.O. Box 77', LAST]));
  });
});

describe('what a letter by post lacks', () => {
  test.each<[JsonObject, string[]]>([
    [{}, ['a street line', 'a town', ZIP]],
    [{ address: '14 Alder Court, Dayton, OH 45402' }, ['a town', ZIP]],
    [{ address: '-\n14 Alder Court' }, ['a town', ZIP]],
    [{ address: { unit: '2B', ...TOWN } }, ['a street line']],
    [{ address: { street: '–', ...TOWN } }, ['a street line']],
    [{ address: { street: '1 Oak', zip: '45402' } }, ['a town']],
    [{ address: { line1: '1 Oak', line2: 'Apt 2', state: 'OH' } }, ['a town', ZIP]],
    [{ address: { street: '1 Oak', city: 'Boston', zip: 2134 } }, [ZIP]],
    [{ address: { street: '1 Oak', ...TOWN, zip: '4540' } }, [ZIP]],
    [{ address: { street: '1 Oak', ...TOWN, zip: '45402-12' } }, [ZIP]],
    [{ address: { street: '1 Oak', ...TOWN, zip: 'OH 45402' } }, [ZIP]],
    [{ address: { street: '1 Oak', city: 'APO', state: 'AE' } }, [ZIP]],
    [{ address: { street: '1 Oak', city: 'Toronto', postal_code: 'M5V 2T6' } }, [ZIP]],
    [{ address: [{ line1: '1 Oak', ...TOWN }] }, ['a street line', 'a town', ZIP]],
    [{ address: { street: { name: 'Alder' }, ...TOWN } }, ['a street line']],
  ])('%j: %j', (person, lacks) => {
    expect(postalAddress(person).lacks).toEqual(lacks);
  });
});

describe('addresses of other countries', () => {
  const at = (town: JsonObject) => postalAddress({ address: { street: '1 Oak', city: 'Town', ...town } });

  test.each([
    ['CA', 'K1A 0B1', 'Canada'],
    ['canada', 'k1a0b1', 'Canada'],
    ['GBR', 'SW1A 1AA', 'United Kingdom'],
    ['England', 'M1 1AE', 'United Kingdom'],
    ['DE', '10115', 'Germany'],
    ['Germany', 'D-10115', 'Germany'],
    ['LV', 'LV-1010', 'Latvia'],
    ['NLD', '1012 AB', 'Netherlands'],
    ['México', '06000', 'Mexico'],
    ['BR', '01310-100', 'Brazil'],
    ['IE', 'D02 AF30', 'Ireland'],
    ['AE', '', 'United Arab Emirates'],
    ['Côte d’Ivoire', '', 'Côte d’Ivoire'],
  ])('%s with the postal code "%s" can be posted to', (country, code, line) => {
    const { lines, lacks } = at({ country, postal_code: code });
    expect(lacks).toEqual([]);
    expect(lines.at(-1)).toBe(line);
  });

  // Rules: 11.3.1
  test.each([
    ['CA', '12345'],
    ['DE', '1011'],
    ['GB', ''],
    ['JP', 'ABC-1234'],
  ])('%s asks for a postal code of its form, and "%s" is none', (country, code) => {
    expect(at({ country, postal_code: code }).lacks).toEqual([expect.stringMatching(/^a postal code of the form /)]);
  });

  // Rules: 11.3.4
  test.each([['Atlantis'], ['ZZ'], [{ code: 'DE' }], [true]])('%j is no country that is known', (country) => {
    const { lacks, notRead } = at({ country, postal_code: '10115' });
    expect(lacks).toEqual([expect.stringContaining('a country that is known')]);
    expect(notRead).toEqual(['address.country']);
  });

  test('lines that a person would copy need no country that is known', () => {
    expect(postalAddress({ address: 'Hafenweg 3\n48155 Münster\nDeutschland' }).lacks).toEqual([]);
  });
});

describe('what is not read is named', () => {
  test.each<[JsonObject, string[]]>([
    [{ address: { street: '1 Oak', ...TOWN, gate: '7', entrance: 'left' } }, ['address.gate', 'address.entrance']],
    [{ address: { street: '12 Oak', ...TOWN, gate: '12' } }, ['address.gate']],
    [{ address: { street: '1 Oak', ...TOWN, zip_code: '45403' } }, ['address.zip_code']],
    [{ address: { street: '1 Oak', ...TOWN, municipality: 'Harrison' } }, ['address.municipality']],
    [{ address: { street: '1 Oak', ...TOWN, zip4: '12' } }, ['address.zip4']],
    [{ address: { street: '1 Oak' }, ...TOWN }, ['city', 'state', 'zip']],
    [{ address: { street: '1 Oak', ...TOWN }, city: 'Toledo', country: 'MX' }, []],
    [{ address_line1: '1 Oak', address_gate: '7', address_history: [{ street: '2 Elm' }], ...TOWN }, ['address_gate']],
    [{ home_address: { street: '1 Oak', ...TOWN }, email_address: 'a@example.com' }, ['home_address']],
    [{ addresses: [{ street: '1 Oak', ...TOWN }] }, ['addresses']],
    [{ contact: { address: { street: '1 Oak', ...TOWN }, email_address: 'a@example.com' } }, ['contact.address']],
    [{ contact: { mailing_address: `1 Oak\n${LAST}` } }, ['contact.mailing_address']],
    [{ mailing_address: 'same', address: { street: '1 Oak', ...TOWN } }, ['mailing_address']],
    [{ mailing_list: true, address: { street: '1 Oak', ...TOWN } }, []],
    [{ address: { formatted: 'Rear house\n1 Oak', street: '1 Oak', ...TOWN } }, ['address.formatted']],
    [{ address: { street: '1 Oak', ...TOWN, note: '', gate: null, lines: [] } }, []],
  ])('%j: %j', (person, notRead) => {
    expect(postalAddress(person).notRead).toEqual(notRead);
  });

  test('at most 20 members, and 200 characters of each', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}${'y'.repeat(300)}`, '1']));
    expect(postalAddress({ address: many }).notRead).toEqual(['address']);
    const parts = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, '1']));
    expect(postalAddress({ address: { street: '1 Oak', ...TOWN, ...parts } })).toMatchObject({
      ...{ lines: [], notRead: ['address'] },
    });
    const beside = postalAddress({ address: { street: '1 Oak', ...TOWN, ...many } }).notRead;
    expect(beside).toHaveLength(20);
    expect(new Set(beside.map(({ length }) => length))).toEqual(new Set([200]));
  });
});

test('each value of an address is on its lines or is named, whatever its members are', () => {
  const keys = [
    ...['street', 'line1', 'line2', 'unit', 'apt', 'city', 'town', 'state', 'region', 'zip', 'postal_code', 'zip4'],
    ...['country', 'country_code', 'formatted', 'lines', 'house_number', 'floor', 'po_box', 'care_of', 'gate', 'text'],
  ];
  const value = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9]{1,6}$/),
    fc.constantFrom('US', 'CA', 'Germany', '45402', 'Dayton', '14 Alder Court'),
    fc.integer({ min: 0, max: 99_999 }),
    fc.constantFrom(null, true, ''),
    fc.array(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), (address) => {
      const { lines, notRead } = postalAddress({ address } as JsonObject);
      const said = lines.join(' ').toLowerCase().replaceAll('-', '');
      for (const [key, held] of Object.entries(address)) {
        if (
          notRead.includes('address') ||
          notRead.includes(`address.${key}`) ||
          held === null ||
          held === '' ||
          key.startsWith('country')
        )
          continue;
        for (const part of [held].flat()) expect(said).toContain(String(part).toLowerCase());
      }
    }),
    { numRuns: 2_000 },
  );
});

test('an address of any size is read in no time', () => {
  const lines = Array.from({ length: 20_000 }, () => '1 Oak');
  const huge = [lines, lines.join('\n'), '1 Oak '.repeat(100_000), lines.map(() => [lines])];
  const begun = performance.now();
  for (const held of huge) {
    const { lacks, notRead } = postalAddress({ address: { street: held, lines: held, ...TOWN } } as JsonObject);
    expect({ lacks, notRead }).toEqual({ lacks: ['a street line'], notRead: ['address.street', 'address.lines'] });
  }
  expect(performance.now() - begun).toBeLessThan(200);
  const long = Array.from({ length: 40 }, (_, index) => `${index} Oak`);
  expect(postalAddress({ address: { lines: long, ...TOWN } })).toMatchObject({ notRead: ['address.lines'] });
});

// Rules: 11.3.2
test('an address that a person writes has two lines at least', () => {
  expect(writtenAddress(' 14 Alder Court \n\nDayton, OH 45402 ')).toEqual(complete(['14 Alder Court', LAST]));
  expect(writtenAddress('14 Alder Court, Dayton').lacks).not.toEqual([]);
  expect(writtenAddress('14 Alder Court\n...').lacks).not.toEqual([]);
});

// Rules: 11.3.2
test.each([['n/a\nn/a'], ['14 Alder Court\n14 Alder Court'], ['14 Alder Court\nALDER COURT'], ['–\nX\n14 Oak']])(
  '%j is no address of two lines',
  (text) => {
    expect(writtenAddress(text).lacks).not.toEqual([]);
    expect(postalAddress({ address: text }).lacks).not.toEqual([]);
    expect(postalAddress({ address: text.split('\n') }).lacks).not.toEqual([]);
  },
);

// Rules: 11.3.3
test.each<[JsonObject, string, string[]]>([
  [{ street: '{{applicant.street}}', ...TOWN }, 'a street line', ['address.street']],
  [{ street: '1 Oak', ...TOWN, city: '{{city}}' }, 'a town', ['address.city']],
  [{ street: '1 Oak', ...TOWN, zip: '\uFF5B\uFF5Bzip\uFF5D\uFF5D' }, ZIP, ['address.zip']],
  [{ street: 'n/a', ...TOWN }, 'a street line', []],
  [{ street: '1 Oak', ...TOWN, city: 'n/a' }, 'a town', []],
])('%j cannot be posted to', (address, lacks, notRead) => {
  expect(postalAddress({ address })).toMatchObject({ lacks: [lacks], notRead });
});
