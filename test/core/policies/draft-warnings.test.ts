import { describe, expect, test } from '../../support/jest.ts';
import { draftOf, generateFromDraft, type DraftAnswer } from '../../../core/drafts/index.ts';
import type { WrittenCondition, WrittenRule } from '../../../core/drafts/form.ts';

/* What of a policy that a model read is warned of, and what is only listed. */

const NOW = Date.UTC(2026, 10, 25);

function made(prompt: string, rules: readonly WrittenRule[], remarks: readonly string[] = []) {
  const answer: DraftAnswer = { name: 'Policy', rules, not_expressed: [], ambiguous: [], remarks };
  const draft = draftOf(answer, prompt);
  expect(draft.errors).toEqual([]);
  const generation = generateFromDraft(
    draft,
    { prompt, useCase: 'tenant_screening', now: NOW },
    { model: 'm', repaired: false },
  );
  if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
  return generation;
}

const rule = (quote: string, decision: WrittenRule['decision'], when: WrittenCondition | null): WrittenRule => ({
  quote,
  decision,
  when,
});
const REST = rule('Approve the rest', 'approve', null);
const score = (operator: 'less_than' | 'greater_than_or_equal', value: number): WrittenCondition => ({
  field: 'credit_report.score',
  operator,
  value,
});
const records = (severity: string, disposition: string): WrittenCondition => ({
  field: 'criminal_background.records.count',
  where: [
    { field: 'severity', operator: 'equals', value: severity },
    { field: 'disposition', operator: 'equals', value: disposition },
  ],
  operator: 'greater_than',
  value: 0,
});
const draftCodes = (generation: ReturnType<typeof made>): string[] =>
  generation.warnings.map(({ code }) => code).filter((code) => code !== 'jurisdiction_review');
const messages = (generation: ReturnType<typeof made>): string =>
  generation.warnings.map(({ message }) => message).join('\n');

describe('words of a policy that no rule was made of', () => {
  // Rules: 2.6.15
  test.each([
    'SUNRISE APARTMENTS, CREDIT AND BACKGROUND CHECKS',
    'We are a family business and love our garden',
    'Questions? Write to us at any time',
  ])('are listed and not warned of if they decide nothing: %s', (words) => {
    const prompt = `${words}\nDeny if the score is below 600. Approve the rest.`;
    const generation = made(prompt, [rule('Deny if the score is below 600', 'deny', score('less_than', 600)), REST]);
    expect(draftCodes(generation)).toEqual([]);
    expect(generation.unrecognized.length).toBeGreaterThan(0);
  });

  test.each([
    'Applicants must not smoke',
    'Two references are required',
    'An eviction is a no',
    'No more than 2 pets weighing 40 pounds',
  ])('are warned of if they may decide something: %s', (words) => {
    const prompt = `Deny if the score is below 600. Approve the rest. ${words}.`;
    const generation = made(prompt, [rule('Deny if the score is below 600', 'deny', score('less_than', 600)), REST]);
    expect(draftCodes(generation)).toContain('not_accounted_for');
    expect(messages(generation)).toContain(words);
  });

  test('that the model calls a remark are listed, and warned of if they limit what a report knows', () => {
    const prompt =
      'Deny if the score is below 600. Approve the rest. Rent is due on the first. Evictions of the last 3 years are denied.';
    const rules = [rule('Deny if the score is below 600', 'deny', score('less_than', 600)), REST];
    const remarks = ['Rent is due on the first', 'Evictions of the last 3 years are denied'];
    const generation = made(prompt, rules, remarks);
    expect(generation.unrecognized.map(({ text }) => text)).toEqual(expect.arrayContaining(remarks));
    expect(messages(generation)).toContain('Evictions of the last 3 years are denied');
    expect(messages(generation)).not.toContain('Rent is due');
  });
});

describe('a rule', () => {
  const FELONY = 'Roughly, a felony conviction means we deny';

  // Rules: 2.6.14
  test('that takes other records than its words is warned of, and the right one is not', () => {
    const prompt = `${FELONY}. Approve the rest.`;
    const right = made(prompt, [rule(FELONY, 'deny', records('felony', 'convicted')), REST]);
    expect(draftCodes(right)).toEqual([]);
    const wrong = made(prompt, [rule(FELONY, 'deny', records('felony', 'pending')), REST]);
    expect(messages(wrong)).toContain('does not hold "felony conviction", of which it takes other records');
  });

  test('that joins by "and" what its words join by "or" is warned of', () => {
    const words = 'Roughly, a felony conviction or a pending felony means we deny';
    const prompt = `${words}. Approve the rest.`;
    const parts = [records('felony', 'convicted'), records('felony', 'pending')];
    expect(draftCodes(made(prompt, [rule(words, 'deny', { any: parts }), REST]))).toEqual([]);
    expect(messages(made(prompt, [rule(words, 'deny', { all: parts }), REST]))).toContain('all of "');
  });

  test('that reviews somebody else than the grammar reads is told with an applicant', () => {
    const words = 'Review if the score is below 640';
    const wrong = made(`${words}. Approve the rest.\nWe like plants a lot.`, [
      rule(words, 'review', score('less_than', 700)),
      REST,
    ]);
    expect(draftCodes(wrong)).toContain('readings_disagree');
  });

  test('for everybody else that decides what its words do not say is warned of', () => {
    const deny = rule('Deny if the score is below 600', 'deny', score('less_than', 600));
    const words = 'Everything left over: the office takes a closer look';
    const prompt = `Deny if the score is below 600. ${words}.`;
    expect(draftCodes(made(prompt, [deny, rule(words, 'review', null)]))).toEqual([]);
    expect(messages(made(prompt, [deny, rule(words, 'approve', null)]))).toContain('that the decision is "approve"');
  });

  test('of which the words hold more than one thing is told once, with all of them', () => {
    const words = 'Roughly, deny an eviction, a bankruptcy or a score below 600';
    const generation = made(`${words}. Approve the rest.`, [rule(words, 'deny', score('less_than', 600)), REST]);
    const told = generation.warnings.filter(({ code }) => code === 'not_accounted_for');
    expect(told.map(({ message }) => message)).toEqual([
      `The rule of "${words}" does not hold the word "eviction", the word "bankruptcy". Compare what it was read as.`,
    ]);
  });
});

describe('a figure', () => {
  test('of a pair is on its side of what lies between, and no other', () => {
    const words = 'Roughly, one or two misdemeanors go to the manager for review';
    const prompt = `${words}. Approve the rest.`;
    const between = (least: number, most: number): WrittenCondition => ({
      all: [
        { field: 'criminal_background.misdemeanor_count', operator: 'greater_than_or_equal', value: least },
        { field: 'criminal_background.misdemeanor_count', operator: 'less_than_or_equal', value: most },
      ],
    });
    const right = draftCodes(made(prompt, [rule(words, 'review', between(1, 2)), REST]));
    expect(right).not.toContain('not_accounted_for');
    expect(right).not.toContain('figure_not_said');
    expect(draftCodes(made(prompt, [rule(words, 'review', between(1, 3)), REST]))).toContain('figure_not_said');
  });
});

describe('what is said elsewhere', () => {
  test('a figure to which the words refer is one of theirs, and another is not', () => {
    const first = 'Those with a score below 600 are denied, more or less';
    const second = 'From that up to 640 the manager looks at it';
    const prompt = `${first}. ${second}. Approve the rest.`;
    const middle = (from: number): WrittenCondition => ({
      all: [
        score('greater_than_or_equal', from),
        { field: 'credit_report.score', operator: 'less_than_or_equal', value: 640 },
      ],
    });
    const deny = rule(first, 'deny', score('less_than', 600));
    expect(draftCodes(made(prompt, [deny, rule(second, 'review', middle(600)), REST]))).toEqual([]);
    expect(draftCodes(made(prompt, [deny, rule(second, 'review', middle(610)), REST]))).toContain('figure_not_said');
  });
});
