import fc from 'fast-check';
import { personName, readName } from '../../core/person-name.ts';
import { describe, expect, test } from '../support/jest.ts';

describe('the name of a person', () => {
  // Rules: 11.2.2
  test.each([
    [{ first_name: 'Felix', last_name: 'Ashdown' }, 'Felix Ashdown'],
    [{ suffix: 'Jr.', last_name: 'Ashdown', middle_name: 'Jo', first_name: 'Felix' }, 'Felix Jo Ashdown Jr.'],
    [{ first_name: 'Felix', last_name: 'Ashdown Jr.', suffix: 'JR' }, 'Felix Ashdown Jr.'],
    [{ firstName: 'Felix', middleInitial: 'J', lastName: 'Ashdown', nameSuffix: 'III' }, 'Felix J Ashdown III'],
    [{ given_name: 'Felix', family_name: 'Ashdown' }, 'Felix Ashdown'],
    [{ full_name: 'Felix Ashdown' }, 'Felix Ashdown'],
    [{ name: '  Felix \n Ashdown\t', first_name: 'F' }, 'Felix Ashdown'],
    [{ name: { first: 'Felix', middle: 'Jo', last: 'Ashdown', suffix: 'Sr.' } }, 'Felix Jo Ashdown Sr.'],
    [{ name: { given: ['Felix', 'Jo'], family: 'Ashdown' } }, 'Felix Jo Ashdown'],
    [{ name: ' ', first_name: 'Felix' }, 'Felix'],
    [{ name: 'N/A', first_name: 'Felix' }, 'Felix'],
    [{ first_name: 'J', last_name: 'Li' }, 'J Li'],
    [{ first_name: 'Omar', last_name: 'Haddad', generational_suffix: 'III' }, 'Omar Haddad III'],
    [{ name: '李' }, '李'],
    [{ last_name: 'O’Néill' }, 'O’Néill'],
    [{ first_name: 'Felix', last_name: 'Ashdown', suffix: '2' }, 'Felix Ashdown 2'],
  ])('%j is %s', (person, name) => {
    expect(personName(person)).toBe(name);
    expect(readName({ ...person, name: 'name' in person ? person.name : null }).name).toBe(name);
  });

  // Rules: 11.2.3
  test.each([
    [{}],
    [{ email: 'felix.ashdown@example.com' }],
    [{ name: 'felix.ashdown@example.com' }],
    [{ full_name: 'felix.ashdown\uFF20example.com' }],
    [{ name: '{{applicant.first_name}}' }],
    [{ name: '', full_name: null, first_name: '  ' }],
    [{ suffix: 'Jr.' }],
    [{ middle_name: 'Jo' }],
    [{ name: 7 }],
    [{ first_name: 7, last_name: '8' }],
    [{ name: '–' }],
    // Fillers, which Unicode counts among letters and signs.
    [{ name: '\u3164\uffa0' }],
    [{ first_name: '\u115f\u1160', last_name: '\u2800' }],
    [{ name: 'N/A' }],
    [{ first_name: 'n/a', last_name: '–' }],
    [{ first_name: '.', last_name: 'X' }],
    [{ name: '\uFF5B\uFF5Bname\uFF5D\uFF5D' }],
    [{ name: ['Felix', { last: 'Ashdown' }] }],
    [['Felix']],
    ['Felix'],
    [null],
    [undefined],
  ])('is not in %j', (person) => {
    expect(personName(person)).toBeNull();
  });

  test.each([
    [{ name: 'Felix Ashdown', suffix: 'Jr.', last_name: 'Ashdown' }, ['suffix']],
    [{ first_name: 'a@example.com', last_name: 'Ashdown' }, ['first_name']],
    [{ name: { first: 'Felix', last: 'Ashdown', title: 'Dr' } }, ['name.title']],
    [{ name: 7, first_name: 'Felix' }, ['name']],
    [{ first_name: 'Felix', email: 'felix@example.com', address: 'x' }, []],
  ])('%j: what is not in it is named', (person, notRead) => {
    expect(readName(person).notRead).toEqual(notRead);
  });
});

test('nothing of a name is lost unnamed, whatever its members hold', () => {
  const keys = ['name', 'full_name', 'first_name', 'middle_name', 'last_name', 'suffix', 'familyName', 'surname'];
  const word = fc.stringMatching(/^[A-Z][a-z]{1,6}$/);
  const value = fc.oneof(
    word,
    fc.tuple(word, word).map((two) => two.join(' ')),
    fc.constant(null),
    fc.integer(),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), (person) => {
      const { name, notRead } = readName(person);
      for (const [key, said] of Object.entries(person)) {
        if (said === null || notRead.includes(key)) continue;
        for (const part of String(said).split(' ')) expect(name).toContain(part);
      }
    }),
  );
});
