import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import type { EffectOutcome } from '../../services/executor/perform/effect.ts';
import { createPerformer, type Executors } from '../../services/executor/perform/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPLICANT, EMAIL } from './support/definitions.ts';
import { createTenant, effectsOf, trigger, type Tenant } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
const log = createLogger('test', 'silent');

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
});
beforeEach(async () => {
  tenant = await createTenant(db);
});
afterAll(() => database.drop());

/** A run that has asked for a mail. */
async function asked(definition: typeof EMAIL) {
  const { id, runKey } = await trigger(db, tenant, { definition, payload: APPLICANT });
  const { sandbox } = loadReferenceData();
  const advance = createAdvance({ db: own, bus: { publish: () => undefined }, sandbox, log });
  const { effects } = await advance(id, runKey, Date.now());
  return { id, runKey, effectId: effects[0]?.id ?? 0 };
}
const unused = () => Promise.reject(new Error('is not used here'));

describe('an effect whose executor', () => {
  const executing = (mail: Executors['mail']) =>
    createPerformer({
      db: own,
      executors: { live_pull: unused, notification: unused, notice: unused, mail },
      log,
      pullGiveUpMs: 0,
    });
  const RESULT = { is: 'done', result: {} } as const;

  test('throws is tried again, and its reason is known', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const broken = executing(() => Promise.reject(new Error('a bug')));
    const performing = broken.perform(effectId, id, runKey, new AbortController().signal);
    await expect(performing).rejects.toMatchObject({ name: 'TryAgain', code: 'internal_error' });
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', error_code: 'internal_error', attempts: 1 }]);
  });

  test('throws because of its data fails at once', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const broken = executing(() => Promise.reject(Object.assign(new Error('bad'), { code: '22P05' })));
    await broken.perform(effectId, id, runKey, new AbortController().signal);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'internal_error', attempts: 1 }]);
  });

  test('is interrupted by a shutdown is tried again, and no reason is noted', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const stopping = new AbortController();
    const interrupted = executing(() => {
      stopping.abort();
      return Promise.reject(new Error('aborted'));
    });
    const performing = interrupted.perform(effectId, id, runKey, stopping.signal);
    await expect(performing).rejects.toMatchObject({ name: 'TryAgain', code: 'interrupted' });
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', error_code: null }]);
  });

  test('returns what cannot be stored fails, and what belongs to the result is not recorded', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const odd = executing(async () => ({ is: 'done', result: { text: 'a\u0000b' } }));
    await odd.perform(effectId, id, runKey, new AbortController().signal);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'internal_error', result: null }]);
  });

  test('succeeded is recorded once the database is there again', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    let tries = 0;
    const also = async (): Promise<void> => {
      tries += 1;
      if (tries === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    let attempts = 0;
    const sending = executing(async () => {
      attempts += 1;
      return { ...RESULT, also };
    });
    await sending.perform(effectId, id, runKey, new AbortController().signal);
    expect([attempts, tries]).toEqual([1, 2]);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  test.each<[EffectOutcome, string | undefined]>([
    [
      { is: 'transient', code: 'mail_unavailable', message: 'The mail server deferred the letter: 421 to DATA.' },
      'The mail server deferred the letter: 421 to DATA.',
    ],
    [{ is: 'failed', code: 'mail_refused', message: 'It was refused: 550 5.1.1.' }, 'It was refused: 550 5.1.1.'],
    [{ is: 'failed', code: 'invalid_report', message: 'It breaks the schema at ssn_of_ada.' }, undefined],
  ])(
    'did not succeed is logged with what its server said, and with nothing of a report: %j',
    async (outcome, reason) => {
      const { id, runKey, effectId } = await asked(EMAIL);
      const lines: Record<string, unknown>[] = [];
      const failing = createPerformer({
        db: own,
        executors: { live_pull: unused, notification: unused, notice: unused, mail: async () => outcome },
        log: createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) }),
        pullGiveUpMs: 0,
      });
      await failing.perform(effectId, id, runKey, new AbortController().signal).catch(() => undefined);
      const line = lines.find(({ msg }) => msg === 'effect attempted');
      expect(line).toMatchObject({ execution_id: id, outcome: outcome.is });
      expect(line?.reason).toBe(reason);
    },
  );

  test('is measured from its beginning to its end', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const reports: unknown[][] = [];
    const measured = createPerformer({
      db: own,
      executors: { live_pull: unused, notification: unused, notice: unused, mail: async () => RESULT },
      log,
      pullGiveUpMs: 0,
      onAttempt: (...report) => void reports.push(report),
    });
    const startedAt = performance.now();
    await measured.perform(effectId, id, runKey, new AbortController().signal);
    expect(reports).toEqual([['mail', 'done', expect.any(Number)]]);
    const seconds = Number(reports[0]?.[2]);
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan((performance.now() - startedAt) / 1_000);
  });

  test('succeeded at its second attempt leaves no error behind', async () => {
    const { id, runKey, effectId } = await asked(EMAIL);
    const outcomes: EffectOutcome[] = [{ is: 'transient', code: 'mail_unavailable', message: 'No.' }, RESULT];
    const flaky = executing(async () => outcomes.shift() ?? RESULT);
    const perform = () => flaky.perform(effectId, id, runKey, new AbortController().signal);
    await expect(perform()).rejects.toMatchObject({ code: 'mail_unavailable', retryAfterMs: undefined });
    await perform();
    const [effect] = await effectsOf(db, id);
    expect(effect).toMatchObject({ status: 'done', attempts: 2, error_code: null, error_message: null });
  });
});
