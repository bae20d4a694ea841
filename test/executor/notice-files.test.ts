import { describe, expect, test } from '../support/jest.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createPerformer } from '../../services/executor/perform/index.ts';
import {
  artifactsOf,
  attachmentsOf,
  clock,
  db,
  eventNames,
  log,
  published,
  run,
  sandbox,
  signal,
  smtp,
  tenant,
  useNotices,
} from './support/notices.ts';
import { decide, effectsOf } from './support/runs.ts';

useNotices();

describe('what a notice needs of the artifacts service', () => {
  test('is asked for when it is prepared, and again when it carries another day', async () => {
    const { id, runKey, settle, effects } = await run({ send_strategy: 'draft_first' });
    const advance = createAdvance({ db, bus: { publish: () => undefined }, sandbox, log });
    const performer = createPerformer({ db, executors: effects.executors, log, pullGiveUpMs: 60_000 });
    const performNext = async (): Promise<void> => {
      const [effect] = (await advance(id, runKey, clock.now)).effects;
      await performer.perform(effect?.id ?? 0, id, runKey, signal);
    };
    await performNext();
    expect(published).toEqual(['artifacts.ready']);
    await settle();
    await decide(db, id, 'approved');
    published.length = 0;
    clock.now += 86_400_000;
    await performNext();
    expect(published).toEqual(['artifacts.ready']);
    const [artifact] = await artifactsOf(id, 'notice');
    expect(artifact).toMatchObject({ status: 'pending', attempts: 0, lease_until: null });
    expect(smtp.letters).toHaveLength(0);
  });
});

describe('a notice whose files are gone', () => {
  const storedOf = (id: number, kind: 'notice' | 'enclosure') =>
    db.kysely.selectFrom('artifact').select('id').where('execution_id', '=', id).where('kind', '=', kind);

  test.each([
    ['its own', 'notice'],
    ['an enclosure', 'enclosure'],
  ] as const)('(%s) is not sent, and its step says so', async (_, kind) => {
    const settings = { action_taken: 'adverse_employment', purpose: 'employment', send_strategy: 'draft_first' };
    const { id, settle } = await run(settings, { product: 'criminal_background' });
    await settle();
    await db.kysely.deleteFrom('artifact_blob').where('artifact_id', 'in', storedOf(id, kind)).execute();
    await decide(db, id, 'approved');
    await settle();
    expect(smtp.letters).toHaveLength(0);
    expect(await eventNames(id)).toContain('adverse_action.failed');
    expect((await effectsOf(db, id)).at(-1)).toMatchObject({ status: 'failed', error_code: 'notice_not_stored' });
  });

  test('is sent as one whole: the files of another execution never take their place', async () => {
    const settings = { action_taken: 'adverse_employment', purpose: 'employment' };
    const [one, two] = [
      await run(settings, { product: 'criminal_background' }),
      await run(settings, { product: 'criminal_background' }),
    ];
    await one.settle();
    await two.settle();
    const names = smtp.letters.map(({ raw }) => attachmentsOf(raw));
    expect(names.map((each) => each.length)).toEqual([3, 3]);
    expect(names.map((each) => each.filter((name) => name?.includes(String(one.id))).length)).toEqual([3, 0]);
    expect(names.map((each) => each.filter((name) => name?.includes(String(two.id))).length)).toEqual([0, 3]);
  });
});

describe('the purpose of a notice', () => {
  const purposeOf = async ({ output, settle }: Awaited<ReturnType<typeof run>>) => {
    await settle();
    const { purpose, purpose_source } = (await output()) as { purpose?: string; purpose_source?: string };
    return [purpose, purpose_source];
  };

  // Rules: 10.2.1, 10.2.6
  test.each([
    ["the account's if the cascade names none", 'credit', ['credit', 'account']],
    ['that of a tenant if the account names none either, in test mode', null, ['tenant', 'test_mode_default']],
  ] as const)('is %s', async (_, accounts, purpose) => {
    await db.kysely
      .updateTable('account')
      .set({ default_purpose: accounts })
      .where('id', '=', tenant.accountId)
      .execute();
    const started = await run({});
    await db.kysely
      .updateTable('workflow_version')
      .set({ name: 'Screening', use_case: null })
      .where('workflow_id', 'in', db.kysely.selectFrom('execution').select('workflow_id').where('id', '=', started.id))
      .execute();
    expect(await purposeOf(started)).toEqual(purpose);
  });
});
