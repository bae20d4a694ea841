import { describe, expect, test } from '../../support/jest.ts';
import { generate } from '../../../core/policies/generation.ts';
import { nearestForms, NO_RULE } from '../../../core/policies/nearest/index.ts';
import type { Unread } from '../../../core/rules/generation.ts';

const NOW = Date.parse('2026-01-05');
const asked = (prompt: string) => generate({ prompt, useCase: 'tenant_screening', now: NOW });

function unreadOf(prompt: string): readonly Unread[] {
  const answer = asked(prompt);
  return answer.ok ? [] : answer.unread;
}

const textsOf = (prompt: string): string[][] =>
  unreadOf(prompt).map(({ suggestions }) => suggestions.map(({ text }) => text));

/** A sentence that is not read leaves nobody alone, and decides nothing by itself. */
describe('suggestions', () => {
  // Rules: 2.6.9
  test('of two readings each is one', () => {
    const prompt = 'Approve if score is at least 700 and no evictions or income is at least 5x rent. Deny the rest.';
    expect(textsOf(prompt)).toEqual([
      [
        'Approve if (the credit score is at least 700 and the number of evictions is 0) or the income to rent ratio is at least 5',
        'Approve if the credit score is at least 700 and (the number of evictions is 0 or the income to rent ratio is at least 5)',
      ],
    ]);
    expect(textsOf('Deny anyone with an unpaid eviction judgment. Approve the rest.')).toEqual([
      [
        'Deny if the judgment balance is more than $0',
        'Deny if the number of eviction cases listed whose disposition is "judgment_for_landlord" and whose satisfied is no is more than 0',
      ],
    ]);
  });

  // Rules: 2.6.9
  test('of a policy that leaves somebody out each way to decide everybody else is one', () => {
    expect(textsOf('Approve if the score is above 700. Deny if the score is below 600.')).toEqual([
      [
        'Deny if the score is below 600.\nOtherwise, send to human review',
        'Deny if the score is below 600.\nOtherwise, deny',
      ],
    ]);
  });

  test.each([
    ['of what the figure is', 'Scores below 550: nope, sorry. 700 and up passes. 550 to 699 goes to a manager.'],
    ['a figure', 'Deny anyone with an eviction and 3 gizmos. Approve the rest.'],
    ['a condition', 'Deny evictions if the moon is full. Approve the rest.'],
    ['an exception', 'Deny evictions unless the landlord sings. Approve the rest.'],
    ['a negation', 'Deny applicants with either an eviction or felony but not both. Approve the rest.'],
    ['an act', 'Deny evictions and notify my gardener. Approve the rest.'],
    ['what takes it back', 'Usually deny evictions. Approve the rest.'],
    ['whom it is about', 'Deny if the landlord has an eviction. Approve the rest.'],
    ['a side of a figure', 'Deny if score is 650. Approve the rest.'],
    ['the good side of a figure', 'Approve if rent is 30% of income. Deny the rest.'],
    ['a part', 'Deny half of evictions. Approve the rest.'],
    ['the unit of a figure', 'Deny if the last eviction was over 3 years ago. Approve the rest.'],
    ['nothing that a report knows', 'Deny women. Approve men.'],
    ['of whom only', 'Deny anyone who owns a large dog. Approve the rest.'],
    ['of whom only, in a few words', 'Deny anyone with credit problems. Approve the rest.'],
    ['one of several conditions', 'Deny anyone who has no job or a score under 600. Approve the rest.'],
    ['how sure it is', 'Scores below 600 may be denied. Approve the rest.'],
    ['how sure a review is', 'Evictions older than 7 years may be considered. Approve the rest.'],
    ['an "only"', 'Deny only felonies. Approve the rest.'],
    ['an "only" before a noun', 'Approve if the only conviction is a misdemeanor. Deny the rest.'],
    ['a "currently"', 'Deny applicants currently in bankruptcy. Approve the rest.'],
    ['a "being"', 'Deny anyone who is being evicted. Approve the rest.'],
    ['a "but"', 'Deny evictions, but review if the score is over 700. Approve the rest.'],
    ['another "but"', 'Deny evictions but approve if the score is over 700. Approve the rest.'],
    ['an "unless" of another rule', 'Evictions are reviewed unless there is more than one, then denied.'],
    ['half of a word', 'Open charge-offs are declined. Approve the rest.'],
    ['whose it is', 'Deny if the co-applicant has an eviction. Approve the rest.'],
    ['that it is a question', 'Do you accept felonies? No. Minimum score 600.'],
    ['that it is asked', 'Should we approve evictions? Minimum score 600.'],
    ['that more is to come', 'Approve with score of at least 600 and:\nsome savings\nincome over 3x rent'],
    ['how a case ended', 'Deny anyone with an eviction ruled for the tenant. Approve the rest.'],
    ['that somebody was acquitted', 'Reject candidates acquitted of a felony. Hire the rest.'],
    ['that somebody is only charged', 'Reject candidates charged with a felony. Hire the rest.'],
    ['of what there are so many', 'Groups of more than 4 are denied. No evictions.'],
    ['of which some it is', 'Deny evictions. Those with a score over 700 are reviewed. Approve the rest.'],
    ['what it is in place of', 'Deny evictions. If the score is over 700, review instead. Approve the rest.'],
    ['which ones', 'Deny recent evictions. Approve the rest.'],
    ['which one it is', 'A second bankruptcy is declined. Approve the rest.'],
    ['what is left out', 'Deny records other than misdemeanors and infractions. Approve the rest.'],
    ['of what the number is', 'Approve scores over 700 with at most one eviction or felony. Deny the rest.'],
  ])('there is none that would lose %s', (_, prompt) => {
    expect(textsOf(prompt).flat()).toEqual([]);
  });

  test('each one, put in the place of its sentence, is read as what it says', () => {
    const prompts = [
      'Deny anyone with an unpaid eviction judgment. Approve the rest.',
      'Approve if score is at least 700 and no evictions or income is at least 5x rent. Deny the rest.',
      'Approve if the score is above 700. Deny if the score is below 600.',
      'Deny if the score is below 600. Review evictions.',
      'Approve if the income is at least 5x rent. Deny anyone with an unpaid eviction judgment. Review the rest.',
    ];
    let tried = 0;
    for (const prompt of prompts) {
      const [unread] = unreadOf(prompt);
      for (const { text, read_as: readAs } of unread?.suggestions ?? []) {
        const end = (unread?.offset ?? 0) + (unread?.text.length ?? 0);
        const answer = asked(`${prompt.slice(0, unread?.offset)}${text}${prompt.slice(end)}`);
        const said = answer.ok ? answer.explanation.sentences.map(({ read_as: own }) => own) : answer.errors;
        expect([prompt, said]).toEqual([prompt, expect.arrayContaining([readAs])]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(6);
  });

  // Rules: 2.6.36
  test('the empty one, put in the place of its sentence, leaves the sentence out', () => {
    const prompt = 'Deny if the score is below 600. Felons are welcome. Approve the rest.';
    const refused = generate({ prompt, useCase: 'tenant_screening', now: NOW }, nearestForms);
    const [unread] = refused.ok ? [] : refused.unread;
    const { suggestions = [], offset = 0, text = '' } = unread ?? {};
    expect(suggestions.at(-1)).toEqual(NO_RULE);
    const answer = asked(prompt.slice(0, offset) + prompt.slice(offset + text.length));
    const sentences = ['Approve the rest', 'Deny if the score is below 600'];
    expect(answer.ok && answer.explanation.sentences.map((each) => each.text).toSorted()).toEqual(sentences);
  });

  test('a policy that is read has none, and a sentence that decides nothing only says what it is', () => {
    expect(unreadOf('Minimum score 600.')).toEqual([]);
    expect(unreadOf('Minimum score 600. Hello there.')).toEqual([
      {
        text: 'Hello there',
        offset: 19,
        message: expect.stringContaining('"Hello" is not understood'),
        suggestions: [],
      },
    ]);
  });

  // Rules: 2.6.35
  test('a refused policy keeps the sentences that are read', () => {
    const prompt =
      'Deny if the score is below 600. Pull a credit report. Scores under 620 get the boot. Approve the rest.';
    const answer = asked(prompt);
    expect(answer.ok).toBe(false);
    expect(answer.explanation?.sentences).toEqual([
      ...[['Deny if the score is below 600', 'deny'] as const, ['Pull a credit report', 'pull'] as const].map(
        ([text, decision]) => ({
          text,
          decision,
          offset: prompt.indexOf(text),
          node_ids: [],
          read_as: expect.any(String),
        }),
      ),
      {
        ...{ text: 'Approve the rest', decision: 'approve', offset: prompt.indexOf('Approve') },
        node_ids: [],
        read_as: expect.any(String),
      },
    ]);
    const gap = asked('Deny if the score is below 600. Review evictions.');
    expect(gap.explanation?.sentences.map(({ text }) => text)).toEqual(['Deny if the score is below 600']);
  });
});
