import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUDIT_ACTION_NAMES } from '../../../core/audit.ts';
import { declared, dictionaryOf, kindOf } from '../../../core/fields/dictionary.ts';
import { PERSON_SPECS } from '../../../core/fields/person.ts';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';

const ROOT = join(import.meta.dirname, '../../..');
const dictionary = dictionaryOf(STANDARD_SPECS);

const sources = ['core', 'services', 'data/templates'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ts|json)$/.test(path) && !path.startsWith('gateway/docs/'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(ROOT, folder, path), 'utf8') })),
);

/** Without comments: what they name nobody reads. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The forms in which code reads a payload by name: one name or several, and the object around them. */
const FORMS: readonly (readonly [what: string, form: RegExp, within: string])[] = [
  ['a path', /(?:['"`]|\{\{)((?:applicant|property|co_applicant|loan|job)\.[a-zA-Z_.]+)(?:['"`]|\}\})/g, ''],
  ['an amount of the applicant', /amountOf\(applicant, ([^)]+)\)/g, 'applicant.'],
  ['an amount of the property', /amountOf\(property, ([^)]+)\)/g, 'property.'],
  ['a text of the applicant', /text(?:Of|At)\(applicant, ('\w+')/g, 'applicant.'],
  ['what is given of the applicant', /given\(('\w+')\)/g, 'applicant.'],
  ['a date of the law', /export const (?:COMPLETED_AT|ESIGN_CONSENT) = ('\w+')/g, 'co_applicant.'],
  ['a list of members of a person', /(?:IDENTIFYING|APPLICANT_KEYS) = \[([^\]]+)\]/g, 'applicant.'],
];
/** Examples in messages and descriptions, which nothing reads. */
const EXAMPLES = ['applicant.ltv_percent', 'applicant.x', 'applicant.employers.name', 'applicant.contact_email'];

const read = sources.flatMap(({ path: at, text }) => {
  const code = at.endsWith('.ts') ? codeOf(text) : text;
  return FORMS.flatMap(([, form, within]) =>
    [...code.matchAll(form)].flatMap(([, found = '']) =>
      (found.match(/[\w.]+/g) ?? []).map((name) => ({ at, path: within + name })),
    ),
  );
});

describe('the standard dictionary', () => {
  test.each(FORMS.map(([what]) => what))('is held against code that reads %s', (what) => {
    const [, form] = FORMS.find(([name]) => name === what) ?? [];
    expect(sources.some(({ text }) => form !== undefined && new RegExp(form).test(codeOf(text)))).toBe(true);
  });

  // Rules: 20.3.3
  test('has each path of a payload that code reads by name', () => {
    expect(new Set(read.map(({ path }) => path)).size).toBeGreaterThan(15);
    const others: ReadonlySet<string> = new Set([...EXAMPLES, ...AUDIT_ACTION_NAMES]);
    const lacking = read.filter(({ path }) => !others.has(path) && declared(dictionary, path) === undefined);
    expect(lacking).toEqual([]);
  });

  test('says of each field what it is called, and of each value of what kind it is', () => {
    for (const [path, { label, kind, type }] of [...STANDARD_SPECS, ...PERSON_SPECS]) {
      expect({ path, isLabelled: label !== undefined }).toEqual({ path, isLabelled: true });
      if (!['object', 'person'].includes(type)) expect({ path, kind }).toEqual({ path, kind: expect.any(String) });
    }
  });

  test('makes nothing that identifies a person a fact', () => {
    for (const member of [
      'ssn',
      'date_of_birth',
      'name',
      'lastName',
      'email',
      'phone',
      'address',
      'zip',
      'address.line2',
    ])
      expect(kindOf(dictionary, `applicant.${member}`)).toMatch(/^(?:identifier|birth|name|contact)$/);
  });
});
