import { differences, readExamples, type Tried } from '../../core/examples/example.ts';
import { junitOf } from '../../cli/junit.ts';
import { describe, expect, test } from '../support/jest.ts';

const EXPECTED = { outcome: 'denied' };
const example = (more: object = {}) => ({ name: 'Thin file', expected: EXPECTED, ...more });

describe('examples of a file', () => {
  // Rules: 2.13.1
  test('are read as a list or under their name, and what is left out is empty', () => {
    const read = { name: 'Thin file', payload: {}, reports: {}, decisions: {}, expected: EXPECTED };
    expect(readExamples([example()])).toEqual({ examples: [read], faults: [] });
    expect(readExamples({ examples: [example()] })).toEqual({ examples: [read], faults: [] });
  });

  // Rules: 2.13.1
  test.each<[unknown, string]>([
    [7, 'examples must be a list'],
    [null, 'examples must be a list'],
    [{}, 'examples must be a list'],
    [[], 'examples must not be empty: nothing would be tested'],
    [[7], 'examples[0] must be an object'],
    [[{ expected: EXPECTED }], 'examples[0].name must be a text'],
    [[example({ name: ' ' })], 'examples[0].name must be a text'],
    [
      [example({ expects: {} })],
      'examples[0].expects is not known; there are name, payload, reports, decisions, as_of, expected',
    ],
    [[example({ payload: [] })], 'examples[0].payload must be an object'],
    [
      [example({ reports: { credit_report: 7 } })],
      'examples[0].reports must be an object with an object for each product',
    ],
    [
      [example({ decisions: { decide: 'maybe' } })],
      'examples[0].decisions must be an object with `approved` or `denied` for each node',
    ],
    [[{ name: 'A' }], 'examples[0].expected must be an object'],
    [
      [example({ expected: { outcome: 'declined' } })],
      'examples[0].expected.outcome must be one of approved, denied, conditional, review, undecided, failed',
    ],
    [[example({ expected: { ...EXPECTED, rule: 7 } })], 'examples[0].expected.rule must be a text'],
    [[example({ expected: { ...EXPECTED, reasons: [7] } })], 'examples[0].expected.reasons must be a list of texts'],
    [
      [example({ expected: { ...EXPECTED, reason: 'x' } })],
      'examples[0].expected.reason is not known; there are outcome, rule, reasons',
    ],
    [[example(), example()], 'examples: 2 have the name "Thin file"'],
  ])('%j are refused by the name of what is wrong', (value, fault) => {
    expect(readExamples(value)).toEqual({ examples: null, faults: [fault] });
  });

  test('with more than one fault are refused with all of them', () => {
    expect(readExamples([{}, 7]).faults).toHaveLength(3);
  });
});

const DENIED: Tried = {
  outcome: 'denied',
  rules: ['r1', 'check:pass'],
  reasons: ['Bankruptcy', 'Insufficient income'],
};

// Rules: 2.13.2
test.each<[string, Parameters<typeof differences>[0], readonly string[]]>([
  ['the outcome alone', { outcome: 'denied' }, []],
  [
    'row and reasons, in any order',
    { outcome: 'denied', rule: 'r1', reasons: ['Insufficient income', 'Bankruptcy'] },
    [],
  ],
  ['the node and branch', { outcome: 'denied', rule: 'check:pass' }, []],
  ['another outcome', { outcome: 'review' }, ['outcome: expected review, was denied']],
  ['another rule', { outcome: 'denied', rule: 'r2' }, ['rule: expected r2, was r1']],
  [
    'no reason',
    { outcome: 'denied', reasons: [] },
    ['reasons: the letter says "Bankruptcy", "Insufficient income", too'],
  ],
  [
    'another reason',
    { outcome: 'denied', reasons: ['Bankruptcy', 'Residency'] },
    ['reasons: the letter does not say "Residency"', 'reasons: the letter says "Insufficient income", too'],
  ],
])('where %s was expected, what is otherwise is said', (_what, expected, found) => {
  expect(differences(expected, DENIED)).toEqual(found);
});

// Rules: 2.13.3
test('results are XML that no name breaks', () => {
  const name = `<&">\u0000\uD800 "it's"\n`;
  const xml = junitOf([
    {
      name: 'a.json',
      cases: [
        { name, seconds: 0.5, faults: ['a < b & c'] },
        { name: 'fine', seconds: 0.25, faults: [] },
      ],
    },
  ]);
  expect(xml).toContain('<testsuites tests="2" failures="1" errors="0" time="0.750">');
  expect(xml).toContain('name="&lt;&amp;&quot;&gt;\uFFFD\uFFFD &quot;it\'s&quot;&#10;"');
  expect(xml).toContain('<failure message="a &lt; b &amp; c">a &lt; b &amp; c</failure>');
  expect(xml).toContain('name="fine" time="0.250"/>');
});
