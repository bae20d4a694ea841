import { sql } from 'kysely';
import { expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { lockDictionary, writeDictionary } from '../../platform/database/fields.ts';
import { db, runOf, tenant, useNotices } from './support/notices.ts';
import { decide } from './support/runs.ts';

/* An execution keeps the dictionary of its acceptance. */
useNotices();

/** Everybody who has an income is declined; a person sends the letter. */
const DECLINES = [
  { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'start', field: 'applicant.email', operator: 'is_empty' }] },
        ],
      },
    },
    pass_steps: ['approve'],
    fail_steps: ['deny'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', purpose: 'credit' },
  },
] as unknown as CascadeDefinition;

const declare = (spec: FieldSpec | null, accountId = tenant.accountId) =>
  db.transaction(async (trx) =>
    writeDictionary(trx, accountId, await lockDictionary(trx, accountId), {
      ...{ changes: new Map([['applicant.email', spec]]), author: { userId: null } },
    }),
  );
const set = (label: string, accountId?: number) => declare({ type: 'text', label }, accountId);

/** The reasons of each compiled letter, in the order of the requests. */
async function reasonsOf(executionId: number): Promise<readonly string[]> {
  const effects = await db.kysely
    .selectFrom('effect')
    .select('request')
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'notice')
    .orderBy('id')
    .execute();
  return effects.map(({ request }) => JSON.stringify(request)).filter((text) => text.includes('"prepare"'));
}

// Rules: 20.3.1
test('a letter says of a corrected value what the cascade declares of it', async () => {
  const fields = { 'applicant.email': { type: 'text', label: 'Where to write to', kind: 'contact' } };
  const declares = DECLINES.map((node) => (node.id === 'start' ? { ...node, config: { fields } } : node));
  const { id, settle } = await runOf(declares as unknown as CascadeDefinition);
  const by = { reason: 'A typing error.', corrected_by_user_id: 1, corrected_at: '2026-11-20T12:00:00Z' };
  const corrected = { product_code: null, field: 'applicant.email', corrected: null, reported: null, ...by };
  await sql`update execution set corrections = ${JSON.stringify([corrected])}::jsonb where id = ${id}`.execute(
    db.kysely,
  );
  await settle();
  const { document } = await db.kysely
    .selectFrom('artifact')
    .select('document')
    .where('execution_id', '=', id)
    .where('kind', '=', 'notice')
    .executeTakeFirstOrThrow();
  expect(document).toMatchObject({ corrections: [{ label: 'where to write to' }] });
});

/** The cascade with a person who denies: a credit letter then waits for their reasons. */
const REVIEWED = DECLINES.map((node) => {
  if (node.id !== 'decide' || !('branches' in node)) return node;
  const everybody = { source_node_id: 'start', field: 'applicant.first_name', operator: 'is_not_empty' };
  const branches = { ...node.branches, human_review: { condition_groups: [{ conditions: [everybody] }] } };
  return { ...node, branches, human_review_steps: ['approve'] };
}) as unknown as CascadeDefinition;

// Rules: 10.23.18
test('a letter says the label that there was when the execution was accepted, however often it is compiled', async () => {
  await set('Way to reach you');
  await set("Another account's", tenant.accountId + 1_000);
  const first = await runOf(REVIEWED);
  await first.settle();
  await decide(db, first.id, 'denied');
  await first.settle();
  const says = (words: string) => expect.stringContaining(`Information in your application: ${words}`);

  await set('Contact');
  const second = await runOf(DECLINES);
  await second.settle();
  expect(await reasonsOf(second.id)).toEqual([says('contact')]);

  // Versions are distinguished by their numbers, not by a clock that may be set back.
  await db.kysely
    .updateTable('dictionary_version')
    .set({ created_at: new Date(0) })
    .execute();
  await declare(null);
  const third = await runOf(DECLINES);
  await third.settle();
  expect(await reasonsOf(third.id)).toEqual([says('email')]);

  // The letter is compiled only after a person gives reasons, when the label was changed and removed.
  await decide(db, first.id, 'approved', { reasons: ['The references could not be reached'] });
  await first.settle();
  const letters = await reasonsOf(first.id);
  expect(letters).toEqual(letters.map(() => says('way to reach you')));
  expect(letters).toHaveLength(2);
});
