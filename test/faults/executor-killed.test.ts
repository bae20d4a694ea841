import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PRODUCTS } from '../../core/products/index.ts';
import { until } from '../support/until.ts';
import { MAIL_ONLY, PULL_DECIDE_MAIL } from './cascades.ts';
import { END_TIMEOUT_MS, expectNothingLostOrDoubled, setScene, type Scene } from './support.ts';

const REPORT = PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01');

let scene: Scene;
let onLetter: (() => void) | undefined;
beforeEach(async () => {
  onLetter = undefined;
  scene = await setScene({ report: REPORT, onLetter: () => onLetter?.() });
}, 120_000);
afterEach(() => scene.stop(), 60_000);

test(
  'an executor killed twice in the middle of 50 runs loses and doubles nothing',
  async () => {
    const workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
    const ids = await scene.triggerMany(workflowId, 50, { execution_mode: 'live' });
    await until(() => scene.vendor.pulls.size >= 5, END_TIMEOUT_MS);
    await scene.stack.restart('executor');
    await until(() => scene.smtp.letters.length >= 10, END_TIMEOUT_MS);
    await scene.stack.restart('executor');
    await scene.untilEnded(ids);
    await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1, pullsEach: 1 });
    const billed = await scene.stack.db.kysely.selectFrom('billing_entry').select('execution_id').execute();
    expect(billed).toHaveLength(50);
  },
  END_TIMEOUT_MS * 2,
);

test(
  'an executor killed between the acceptance of a letter and its record sends no second Message-ID',
  async () => {
    const workflowId = await scene.createWorkflow(MAIL_ONLY);
    let killed: Promise<void> | undefined;
    onLetter = () => {
      killed ??= scene.stack.kill('executor');
    };
    const ids = await scene.triggerMany(workflowId, 1);
    await until(() => killed !== undefined, END_TIMEOUT_MS);
    await killed;
    await scene.stack.restart('executor');
    await scene.untilEnded(ids);
    // It was sent again, since nobody could know; the receiver tells by the Message-ID that it is the same letter.
    expect(scene.smtp.letters.length).toBeGreaterThanOrEqual(2);
    await expectNothingLostOrDoubled(scene, ids, { status: 'completed', lettersEach: 1 });
  },
  END_TIMEOUT_MS,
);

test(
  'a vendor that fails for good ends in failed, without a notice, a letter or an adverse_action event',
  async () => {
    scene.vendor.refuse();
    const workflowId = await scene.createWorkflow(PULL_DECIDE_MAIL);
    const ids = await scene.triggerMany(workflowId, 1, { execution_mode: 'live' });
    await scene.untilEnded(ids);
    await expectNothingLostOrDoubled(scene, ids, { status: 'failed', pullsEach: 1 });
    const { kysely } = scene.stack.db;
    const events = await kysely.selectFrom('event').select('name').execute();
    expect(events).toEqual([{ name: 'execution.failed' }]);
    expect(await kysely.selectFrom('artifact').select('id').execute()).toEqual([]);
    expect(await kysely.selectFrom('mail_message').select('message_id').execute()).toEqual([]);
  },
  END_TIMEOUT_MS,
);
