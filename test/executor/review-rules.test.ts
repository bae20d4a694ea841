import { expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import { accepted, compiled } from '../core/rows/support.ts';
import { db, runOf, useNotices } from './support/notices.ts';

/* The reason why a person is asked, as the review stores it for lists. */

useNotices();

async function rulesOfReview(prompt: string, applicant: JsonObject) {
  const { id, settle } = await runOf(compiled(prompt), { applicant });
  await settle();
  return db.kysely
    .selectFrom('review_round')
    .select(['kind', 'rules'])
    .where('execution_id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
}

// Rules: 9.5.9
test('a review keeps the rule that asks, with its number, its sentence and the value that was found', async () => {
  const prompt =
    'Deny if the monthly income is below $1,000. Deny if there are more than 2 evictions. Review if the monthly income is from $1,000 ' +
    'to $1,999. Approve everyone else.';
  const { rules } = await rulesOfReview(prompt, { monthly_income: 1_500, annual_income: 18_000 });
  expect(rules).toMatchObject([
    { number: 3, text: expect.stringContaining('Review if the monthly income is from'), decision: 'review' },
  ]);
  const found = rules?.[0]?.conditions.map((condition) => condition.found);
  expect(found).toEqual([expect.stringMatching(/^\$1,\d{3}$/), found?.[0]]);
});

// Rules: 2.12.20
test('a review of everyone else keeps the rule that lacked least to approve, with the value that was found', async () => {
  const prompt = 'Approve if the monthly income is at least $6,000. Review everyone else.';
  const { rules } = await rulesOfReview(prompt, { monthly_income: 1_500, annual_income: 18_000 });
  expect(rules).toMatchObject([{ number: null, nearest: { number: 1, decision: 'approve' } }]);
  expect(rules?.[0]?.nearest?.conditions).toMatchObject([
    { found: expect.stringMatching(/^\$1,\d{3}$/), text: expect.stringContaining('at least $6,000') },
  ]);
});

// Rules: 9.5.9
test('a review that no rule of a list asks for keeps none', async () => {
  const { id, settle } = await runOf(
    accepted([
      { id: 'start', type: 'ApplicantSource', next_step: ['first'] },
      ...(['first', 'second'] as const).map((name) => ({
        ...{
          id: name,
          type: 'IfElse',
          human_review_steps: [name === 'first' ? 'second' : 'done'],
          fail_steps: ['done'],
        },
        branches: {
          human_review: {
            condition_groups: [
              { conditions: [{ source_node_id: 'context', field: 'applicant.email', operator: 'is_not_empty' }] },
            ],
          },
        },
      })),
      { id: 'done', type: 'ShowResults' },
    ]),
  );
  await settle();
  const round = await db.kysely
    .selectFrom('review_round')
    .select('rules')
    .where('execution_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(round.rules).toBeNull();
});
