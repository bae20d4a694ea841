import { describe, expect, test } from '../support/jest.ts';
import { sql } from 'kysely';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { JsonObject } from '../../core/json.ts';
import { mortal } from './support/deaths.ts';
import { artifactsOf, clock, db, run, runOf, smtp, tenant, useNotices } from './support/notices.ts';
import { decide, executionOf, stepsOf } from './support/runs.ts';

/*
 * C.14 and C.17 in the database: letters that wait for a second look or a variable's value, and a process that dies
 * between the writes.
 */

useNotices();

const REASON = 'The employer says that the job ends in May';

/** A person decides about everybody; a denied applicant gets the letter at once. */
const reviewed = (notice: JsonObject) =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        human_review: {
          condition_groups: [
            { conditions: [{ source_node_id: 'context', field: 'applicant.email', operator: 'is_not_empty' }] },
          ],
        },
      },
      human_review_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'credit', ...notice },
    },
  ] as unknown as CascadeDefinition;

async function denied(notice: JsonObject = {}) {
  const started = await runOf(reviewed(notice));
  await started.settle();
  await decide(db, started.id, 'denied', { reasons: [REASON] });
  return started;
}

const openRound = (id: number) =>
  db.kysely
    .selectFrom('review_round')
    .selectAll()
    .where('execution_id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();

// Rules: 6.10.3
test('the final letter of two waits for a person where a report was corrected since the first', async () => {
  const settings = { action_taken: 'adverse_employment', purpose: 'employment', send_strategy: 'auto_send' };
  const { id, settle } = await run(settings, { product: 'criminal_background' });
  const { wakeAt } = await settle();
  const key = '00000000-0000-4000-8000-000000000017';
  await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, poll_at, deadline_at, ended_at, ended_as, corrections)
    select ${key}, account_id, api_client_id, id, 1, 'report', 1, 'criminal_background', 'a', now(), now(), now(), 'reported',
      '[{"came_at": "2026-03-02T10:00:00.000Z", "report": {}}]'
    from execution where id = ${id}`.execute(db.kysely);
  clock.now = (wakeAt ?? 0) + 1;
  expect((await settle()).done).toBe(false);
  expect(await openRound(id)).toMatchObject({ kind: 'notice', why: 'report_corrected' });
  expect(smtp.letters).toHaveLength(1);
  await decide(db, id, 'approved');
  expect((await settle()).done).toBe(true);
  expect(smtp.letters).toHaveLength(2);
});

describe("a letter that rests on a reviewer's own words", () => {
  // Rules: 10.8.1
  test('waits for a second look and says why; approved, it goes out once', async () => {
    const { id, settle } = await denied();
    await settle();
    expect(await openRound(id)).toMatchObject({ node_id: 'deny', kind: 'notice', why: 'free_text_only', needs: null });
    expect(smtp.letters).toHaveLength(0);
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
    expect((await artifactsOf(id, 'notice')).map(({ notice_status: status }) => status)).toEqual(['sent']);
  });

  // Rules: 10.8.2
  test('goes at once where the account wants no second look', async () => {
    await db.kysely
      .updateTable('account')
      .set({ reviews_free_text: false })
      .where('id', '=', tenant.accountId)
      .execute();
    const { id, settle } = await denied();
    expect((await settle()).done).toBe(true);
    expect(await openRound(id)).toBeUndefined();
    expect(smtp.letters).toHaveLength(1);
  });
});

describe('a letter with a variable that has no value', () => {
  const GAP = { action_taken: 'other_action', statement: 'We can lend you {{offer.amount}}.' };

  // Rules: 10.7.2
  test('waits, names the variable, and goes out with the value that a person gives', async () => {
    const { id, settle } = await denied(GAP);
    await settle();
    expect(await openRound(id)).toMatchObject({
      node_id: 'deny',
      needs: 'variables',
      missing_variables: ['offer.amount'],
      artifact_id: null,
    });
    expect([smtp.letters, await artifactsOf(id, 'notice')]).toEqual([[], []]);
    await decide(db, id, 'approved', { variables: { 'offer.amount': '$4,000' } });
    await settle();
    // The reviewer's own words are its only reason.
    expect(await openRound(id)).toMatchObject({ needs: null, why: 'free_text_only' });
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
    const [letter, ...others] = await artifactsOf(id, 'notice');
    expect([letter?.document, others]).toMatchObject([{ statement: 'We can lend you $4,000.' }, []]);
    expect(smtp.letters).toHaveLength(1);
  });

  test('owes the notice if the run ends without one', async () => {
    const { id, settle } = await denied({ ...GAP, action_taken: 'denied' });
    await settle();
    await decide(db, id, 'denied');
    expect((await settle()).done).toBe(true);
    const { notices_due: due } = await executionOf(db, id);
    expect(due).toMatchObject([{ kind: 'credit', why: 'draft_discarded', node_id: 'deny' }]);
  });

  test('goes out once, wherever the process dies between its writes', async () => {
    let deaths = 0;
    const { writes } = await sentWith(GAP, () => null);
    expect(writes).toBeGreaterThan(10);
    for (let at = 1; at <= writes; at += 1) {
      deaths += (await sentWith(GAP, (write) => (write === at ? 'before' : null))).deaths;
      deaths += (await sentWith(GAP, (write) => (write === at ? 'after' : null))).deaths;
    }
    expect(deaths).toBe(2 * writes);
  });
});

/**
 * Denied by a person, the gap filled, looked at, sent: every step that is cut short is repeated from the database.
 * `dieAt`: as of `mortal`.
 */
async function sentWith(
  notice: JsonObject,
  dieAt: Parameters<typeof mortal>[0],
): Promise<{ readonly writes: number; readonly deaths: number }> {
  const { id, settle } = await runOf(reviewed(notice));
  await settle();
  const life = mortal(dieAt);
  const untilItStands = async () => {
    for (let lives = 0; lives < 3; lives += 1) {
      try {
        return await settle();
      } catch (error) {
        if (!life.isDead()) throw error;
        life.beginAgain();
      }
    }
    throw new Error('it never stands');
  };
  const decided = async () => {
    await decide(db, id, 'denied', { reasons: [REASON] });
    await untilItStands();
    await decide(db, id, 'approved', { variables: { 'offer.amount': '$4,000' } });
    await untilItStands();
    await decide(db, id, 'approved');
    return untilItStands();
  };
  const { done } = await decided().finally(life.end);

  expect(done).toBe(true);
  const letters = await artifactsOf(id, 'notice');
  expect(letters.map((letter) => [letter.notice_status, letter.document?.statement])).toEqual([
    ['sent', 'We can lend you $4,000.'],
  ]);
  const rounds = await db.kysely
    .selectFrom('review_round')
    .select(['status', 'needs', 'why'])
    .where('execution_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rounds).toEqual([
    { status: 'decided', needs: null, why: null },
    { status: 'decided', needs: 'variables', why: null },
    { status: 'decided', needs: null, why: 'free_text_only' },
  ]);
  expect((await stepsOf(db, id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  return { writes: life.writes(), deaths: life.deaths() };
}
