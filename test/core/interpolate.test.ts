import { describe, expect, test } from '../support/jest.ts';
import { interpolate } from '../../core/interpolate.ts';
import type { Json } from '../../core/json.ts';
import { readPath } from '../../core/path.ts';

const SCOPE = {
  applicant: {
    first_name: 'Ann',
    note: '<b>"5 > 3" & \'so\'</b>',
    tricky: '{{applicant.ssn}}',
    ssn: '900-00-0000',
    middle_name: null,
    aliases: ['Anna', 'Annie'],
    address: { city: 'Austin' },
    dependents: 2,
    veteran: false,
  },
};

describe('interpolate', () => {
  test.each([
    ['Hello {{applicant.first_name}}!', 'Hello Ann!'],
    ['Hello {{  applicant.first_name }}!', 'Hello Ann!'],
    ['{{applicant.dependents}}, {{applicant.veteran}}', '2, false'],
    ['{{applicant.aliases}} or {{applicant.aliases.1}}', 'Anna, Annie or Annie'],
    ['{{applicant.address}} {{applicant.address.city}}', '{"city":"Austin"} Austin'],
    ['no placeholders, { one } brace, {{ open', 'no placeholders, { one } brace, {{ open'],
  ])('renders %j', (template, text) => {
    expect(interpolate(template, SCOPE)).toEqual({ text, unresolved: [] });
  });

  test('gives empty text for paths without a value and lists each once, in order', () => {
    expect(interpolate('[{{b}}][{{applicant.middle_name}}][{{a.b.c}}][{{b}}]', SCOPE)).toEqual({
      text: '[][][][]',
      unresolved: ['b', 'applicant.middle_name', 'a.b.c'],
    });
  });

  test.each([
    'constructor',
    '__proto__',
    'applicant.toString',
    'applicant.aliases.length',
    'applicant.first_name.length',
  ])('does not see the inherited or built-in %s', (path) => {
    expect(interpolate(`{{${path}}}`, SCOPE)).toEqual(
      path === 'applicant.aliases.length' ? { text: '', unresolved: [] } : { text: '', unresolved: [path] },
    );
  });

  test('sees an own property of a name that objects inherit', () => {
    const scope = JSON.parse('{"__proto__":{"constructor":"mine"}}');
    expect(interpolate('{{__proto__.constructor}}', scope).text).toBe('mine');
  });

  test('escapes values, and only values, for HTML', () => {
    expect(interpolate('<p title="{{applicant.note}}">', SCOPE, 'html').text).toBe(
      '<p title="&lt;b&gt;&quot;5 &gt; 3&quot; &amp; &#39;so&#39;&lt;/b&gt;">',
    );
    expect(interpolate('{{applicant.note}}', SCOPE).text).toBe(SCOPE.applicant.note);
  });

  test('does not read a placeholder in a value, nor a replacement pattern', () => {
    expect(interpolate('{{applicant.tricky}}', SCOPE).text).toBe('{{applicant.ssn}}');
    expect(interpolate('{{a}}', { a: '$& $1' }).text).toBe('$& $1');
  });

  test('asks a function for paths', () => {
    expect(interpolate('{{steps.a.b.score}}', (path) => (path === 'steps.a.b.score' ? 700 : undefined)).text).toBe(
      '700',
    );
  });

  test('takes time in proportion to the text, whatever it holds', () => {
    const text = '{{'.repeat(200_000) + ' '.repeat(200_000);
    expect(interpolate(text, {}).text).toBe(text);
  });
});

describe('readPath', () => {
  const report: Json = {
    records: [{ severity: 'felony', tags: ['a'] }, { severity: 'misdemeanor', tags: ['b', 'c'] }, {}],
  };

  test.each([
    ['records.0.severity', 'felony'],
    ['records.3.severity', undefined],
    ['records.-1.severity', []],
    ['records.00.severity', []],
    ['records.severity', ['felony', 'misdemeanor']],
    ['records.tags', ['a', 'b', 'c']],
    ['records.1.tags.0', 'b'],
    ['records.nothing', []],
    ['', undefined],
    ['records.', []],
  ])('%j', (path, expected) => {
    expect(readPath(report, path)).toEqual(expected);
  });
});
