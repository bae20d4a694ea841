import { describe, expect, test } from '../support/jest.ts';
import { interpolate } from '../../core/interpolate.ts';
import type { Json } from '../../core/json.ts';
import { readPath } from '../../core/path.ts';
import { Work } from '../../core/work.ts';

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
  // Rules: 5.1.1, 5.2.2
  test.each([
    ['Hello {{applicant.first_name}}!', 'Hello Ann!'],
    ['Hello {{  applicant.first_name }}!', 'Hello Ann!'],
    ['{{applicant.dependents}}, {{applicant.veteran}}', '2, false'],
    ['{{applicant.aliases}} or {{applicant.aliases.1}}', 'Anna, Annie or Annie'],
    ['{{applicant.address}} {{applicant.address.city}}', '{"city":"Austin"} Austin'],
    ['no placeholders, { one } brace, {{ open', 'no placeholders, { one } brace, {{ open'],
  ])('renders %j', (template, text) => {
    expect(interpolate(template, SCOPE, new Work())).toEqual({ text, unresolved: [], isTooLarge: false });
  });

  // Rules: 5.2.3
  test('gives empty text for paths without a value and lists each once, in order', () => {
    expect(interpolate('[{{b}}][{{applicant.middle_name}}][{{a.b.c}}][{{b}}]', SCOPE, new Work())).toEqual({
      text: '[][][][]',
      unresolved: ['b', 'applicant.middle_name', 'a.b.c'],
      isTooLarge: false,
    });
  });

  // Rules: 5.2.1
  test.each([
    'constructor',
    '__proto__',
    'applicant.toString',
    'applicant.aliases.length',
    'applicant.first_name.length',
  ])('does not see the inherited or built-in %s', (path) => {
    expect(interpolate(`{{${path}}}`, SCOPE, new Work())).toEqual(
      path === 'applicant.aliases.length'
        ? { text: '', unresolved: [], isTooLarge: false }
        : { text: '', unresolved: [path], isTooLarge: false },
    );
  });

  test('sees an own property of a name that objects inherit', () => {
    const scope = JSON.parse('{"__proto__":{"constructor":"mine"}}');
    expect(interpolate('{{__proto__.constructor}}', scope, new Work()).text).toBe('mine');
  });

  // Rules: 12.7.5
  test('percent-encodes values, and only values, for a URL', () => {
    const scope = { a: 'x&admin=1#y/../%2e?z é\ud800' };
    expect(interpolate('https://example.com/a&b#c?d={{a}}', scope, new Work(), 'url').text).toBe(
      'https://example.com/a&b#c?d=x%26admin%3D1%23y%2F..%2F%252e%3Fz%20%C3%A9%EF%BF%BD',
    );
  });

  // Rules: 5.2.4
  test('escapes values, and only values, for HTML', () => {
    expect(interpolate('<p title="{{applicant.note}}">', SCOPE, new Work(), 'html').text).toBe(
      '<p title="&lt;b&gt;&quot;5 &gt; 3&quot; &amp; &#39;so&#39;&lt;/b&gt;">',
    );
    expect(interpolate('{{applicant.note}}', SCOPE, new Work()).text).toBe(SCOPE.applicant.note);
  });

  // Rules: 5.2.5
  test('does not read a placeholder in a value, nor a replacement pattern', () => {
    expect(interpolate('{{applicant.tricky}}', SCOPE, new Work()).text).toBe('{{applicant.ssn}}');
    expect(interpolate('{{a}}', { a: '$& $1' }, new Work()).text).toBe('$& $1');
  });

  test('asks a function for paths', () => {
    expect(
      interpolate('{{steps.a.b.score}}', (path) => (path === 'steps.a.b.score' ? 700 : undefined), new Work()).text,
    ).toBe('700');
  });

  test('takes time in proportion to the text, whatever it holds', () => {
    const text = '{{'.repeat(60_000) + ' '.repeat(60_000);
    expect(interpolate(text, {}, new Work()).text === text).toBe(true);
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
    expect(readPath(report, path, new Work())).toEqual(expected);
  });
});

describe('a text that would grow beyond its budget', () => {
  const whole = 'x'.repeat(256 * 1024);

  // Rules: 8.3.1, 8.3.2
  test('is refused one byte beyond, in UTF-8', () => {
    expect(interpolate('{{a}}', { a: whole }, new Work()).isTooLarge).toBe(false);
    expect(interpolate('{{a}}.', { a: whole }, new Work())).toEqual({ text: '', unresolved: [], isTooLarge: true });
    expect(interpolate('{{a}}', { a: '€'.repeat(90_000) }, new Work()).isTooLarge).toBe(true);
    expect(interpolate('{{a}}', { a: '<'.repeat(70_000) }, new Work(), 'html').isTooLarge).toBe(true);
  });

  test('looks a path up once, however often it is repeated, and stops at the budget', () => {
    let lookUps = 0;
    const scope = () => {
      lookUps += 1;
      return 'y'.repeat(300_000);
    };
    expect(interpolate('{{applicant.x}}'.repeat(900), scope, new Work()).isTooLarge).toBe(true);
    expect(lookUps).toBe(1);
  });

  // Rules: 8.3.1
  test('is refused if it names more than 500 distinct paths', () => {
    const naming = (count: number) => Array.from({ length: count }, (_, index) => `{{a.x${index}}}`).join('');
    expect(interpolate(naming(500), {}, new Work()).unresolved).toHaveLength(500);
    expect(interpolate(naming(501), {}, new Work()).isTooLarge).toBe(true);
  });
});
