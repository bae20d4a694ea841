import { dictionaryIn } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { World } from './world.ts';

const HOUR_MS = 3_600_000;
const DUE = '2026-02-04T12:00:00.000Z';

/** One report, one condition that it never meets, one notice. */
function cascade(settings: JsonObject): CascadeDefinition {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['records'] },
    { id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        pass: {
          condition_groups: [
            { conditions: [{ source_node_id: 'records', field: 'records_count', operator: 'less_than', value: -1 }] },
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
      adverse_action: { recipient: 'dana@example.com', ...settings },
    },
  ] as unknown as CascadeDefinition;
}

/** The possible results of `gate` are unknown until the other branch has pulled its report, days later. */
const TWO_BRANCHES = [
  { id: 'start', type: 'ApplicantSource', next_step: ['records', 'wait'] },
  { id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['gate'] },
  { ...decision('gate', 'records', 'records_count', -1), pass_steps: ['second'], fail_steps: ['third'] },
  { ...decision('third', 'records', 'felony_count', -1), pass_steps: [], fail_steps: ['deny'] },
  { id: 'wait', type: 'Wait', wait: { duration: 2, unit: 'days' }, next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['second'] },
  { ...decision('second', 'credit', 'utilization_percent', 1_000), pass_steps: ['approve'], fail_steps: ['late'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  letter('deny'),
  letter('late'),
] as unknown as CascadeDefinition;

function letter(id: string) {
  const settings = { recipient: 'd@example.com', action_taken: 'adverse_employment', send_strategy: 'auto_send' };
  return { id, type: 'Action', action_type: 'AdverseAction', adverse_action: settings };
}

function decision(id: string, source_node_id: string, field: string, value: number) {
  const conditions = [{ source_node_id, field, operator: 'less_than', value }];
  return { id, type: 'IfElse', branches: { pass: { condition_groups: [{ conditions }] } } };
}

function world(settings: JsonObject, options: { skipWaits?: boolean } = {}): World {
  const made = new World(cascade(settings), options);
  made.advance();
  return made;
}

const prepared = (artifactId: number, more: JsonObject = {}): JsonObject => ({
  artifact_id: artifactId,
  purpose: 'tenant',
  purpose_source: 'account',
  delivery: 'email',
  due_at: DUE,
  ...more,
});
const SENT = { message_id: '<1@example.com>', sent_at: '2026-01-05T12:00:00.000Z' };
const names = (of: World) => of.events.map(({ name }) => name);
const lastEffect = (of: World) => of.allEffects.at(-1)?.request;
const noticesOf = (of: World) => (of.outputs.get('deny') as { notices: JsonObject[] }).notices;

describe('adverse employment action', () => {
  const EMPLOYMENT = { action_taken: 'adverse_employment', send_strategy: 'auto_send' };
  const DECIDE_AT = '2026-01-12T12:00:00.000Z';

  // Rules: 10.1.2, 10.1.5
  test('sends a pre-adverse notice, waits, sends the final one, and only then is completed', () => {
    const run = world(EMPLOYMENT);
    expect(lastEffect(run)).toMatchObject({
      operation: 'prepare',
      notice: { stage: 'pre_adverse', purpose: 'employment' },
    });
    run.finish('deny', prepared(1));
    const waiting = run.finish('deny', { ...SENT, decide_at: DECIDE_AT });
    expect(waiting).toMatchObject({ status: 'waiting', wakeAt: Date.parse(DECIDE_AT) });
    expect(names(run)).toEqual(['adverse_action.triggered']);
    run.wake();
    expect(lastEffect(run)).toMatchObject({ operation: 'prepare', notice: { stage: 'final' } });
    run.finish('deny', prepared(2));
    expect(run.finish('deny', SENT).status).toBe('completed');
    expect(names(run)).toEqual(['adverse_action.triggered', 'adverse_action.completed', 'execution.completed']);
    expect(noticesOf(run)).toMatchObject([
      { artifact_id: 1, stage: 'pre_adverse', status: 'sent' },
      { artifact_id: 2, stage: 'final', status: 'sent' },
    ]);
  });

  // Rules: 10.4.1
  test("hands the node's own waiting period and jurisdiction to the sending", () => {
    const period = { duration: 10, unit: 'business_days' };
    const run = world({ ...EMPLOYMENT, waiting_period: period, jurisdiction: 'US-CA' });
    run.finish('deny', prepared(1));
    expect(lastEffect(run)).toMatchObject({ operation: 'send', waiting_period: period, jurisdiction: 'US-CA' });
  });

  // Rules: 10.1.6
  test('gives the same reasons in both letters, whatever another branch comes to know in between', () => {
    const run = new World(TWO_BRANCHES);
    run.advance();
    run.finish('deny', prepared(1));
    run.finish('deny', { ...SENT, decide_at: DECIDE_AT });
    run.wake();
    // With the credit report at hand the first choice would speak too.
    expect(run.steps.get('second#1')).toMatchObject({ output: { branch: 'pass' } });
    run.wake();
    const [first, final] = run.allEffects.flatMap(({ request }) => ('notice' in request ? [request.notice] : []));
    expect(first).toMatchObject({ stage: 'pre_adverse', decided: { choices: [{ node_id: 'third' }] } });
    expect(final).toEqual({ ...first, stage: 'final' });
  });

  // Rules: 10.1.3
  test('parks each of the two as a draft', () => {
    const run = world({ ...EMPLOYMENT, send_strategy: 'draft_first' });
    run.finish('deny', prepared(1));
    run.decide('deny', 'approved');
    run.finish('deny', { ...SENT, decide_at: DECIDE_AT });
    run.wake();
    run.finish('deny', prepared(2));
    run.decide('deny', 'approved');
    expect(run.finish('deny', SENT).status).toBe('completed');
  });

  // Rules: 10.1.4
  test('ends without a final notice if the first draft is discarded', () => {
    const run = world({ ...EMPLOYMENT, send_strategy: 'draft_first' });
    run.finish('deny', prepared(1));
    run.decide('deny', 'denied');
    expect(run.finish('deny').status).toBe('completed');
    expect(names(run)).not.toContain('adverse_action.completed');
    expect(noticesOf(run)).toMatchObject([{ status: 'discarded' }]);
  });

  // Rules: 7.1.2
  test('waits for nothing in a run that skips waits', () => {
    const run = world(EMPLOYMENT, { skipWaits: true });
    run.finish('deny', prepared(1));
    run.finish('deny', { ...SENT, decide_at: DECIDE_AT });
    run.advance();
    expect(lastEffect(run)).toMatchObject({ notice: { stage: 'final' } });
  });

  test('retries a pre-adverse notice without telling of the schedule', () => {
    const run = world(EMPLOYMENT);
    run.finish('deny', prepared(1));
    run.fail('deny', 'mail_unavailable');
    expect(names(run)).toEqual(['adverse_action.triggered', 'adverse_action.failed']);
    run.wake();
    expect(lastEffect(run)).toMatchObject({ operation: 'send', artifact_id: 1 });
  });
});

describe('an e-mail that is not accepted', () => {
  const AUTOMATIC = { send_strategy: 'auto_send' };

  // Rules: 12.5.1
  test('is tried again after 1, 6 and 24 hours, and then the step fails', () => {
    const run = world(AUTOMATIC);
    run.finish('deny', prepared(1));
    for (const hours of [1, 6, 24]) {
      const before = run.now;
      const result = run.fail('deny', 'mail_refused');
      expect(result).toMatchObject({ status: 'waiting', wakeAt: before + hours * HOUR_MS });
      run.wake();
    }
    expect(run.fail('deny', 'mail_refused').status).toBe('failed');
    const count = (name: string) => names(run).filter((each) => each === name).length;
    expect([count('adverse_action.failed'), count('adverse_action.retry_scheduled')]).toEqual([4, 3]);
  });

  test('fails the step at once if live mail is not configured', () => {
    const run = world(AUTOMATIC);
    run.finish('deny', prepared(1));
    expect(run.fail('deny', 'email_not_configured').status).toBe('failed');
  });

  test('waits for the next hour if the client has sent its letters, and that is no failure', () => {
    const run = world(AUTOMATIC);
    run.finish('deny', prepared(1));
    const until = '2026-01-05T13:00:00.000Z';
    expect(run.finish('deny', { deferred_until: until })).toMatchObject({ wakeAt: Date.parse(until) });
    run.wake();
    expect(run.finish('deny', SENT).status).toBe('completed');
    expect(names(run)).not.toContain('adverse_action.failed');
  });

  test('goes out at once when a draft of another day has been dated again', () => {
    const run = world(AUTOMATIC);
    run.finish('deny', prepared(1));
    run.finish('deny', { artifact_id: 1, send_again: true });
    expect(run.finish('deny', SENT).status).toBe('completed');
  });
});

describe('a draft', () => {
  test('is due when the executor says so, and the output names the purpose and its source', () => {
    const run = world({});
    const { rounds } = run.finish('deny', prepared(1));
    expect(rounds).toMatchObject([{ review: { kind: 'notice', artifactId: 1, dueAt: Date.parse(DUE) } }]);
    expect(run.outputs.get('deny')).toMatchObject({ purpose: 'tenant', purpose_source: 'account' });
  });

  test('that goes by post is completed by who posts it', () => {
    const run = world({ purpose: 'credit', send_strategy: 'auto_send' });
    run.finish('deny', prepared(1, { delivery: 'post' }));
    expect(lastEffect(run)).toMatchObject({ operation: 'date', artifact_id: 1 });
    const { rounds } = run.finish('deny', { artifact_id: 1 });
    expect(rounds).toMatchObject([{ review: { delivery: 'post', artifactId: 1 } }]);
    run.decide('deny', 'approved', { posted: { date: '2026-01-06', carrier: 'USPS' } });
    expect(noticesOf(run)).toMatchObject([
      { status: 'sent', sent_at: '2026-01-06', carrier: 'USPS', message_id: null },
    ]);
    expect(names(run)).toContain('adverse_action.completed');
  });

  test.each([
    ['a person has to see it', { purpose: 'credit' }, null],
    ['for nobody', { purpose: 'tenant', send_strategy: 'auto_send' }, 'recipient_unresolved'],
    ['for nobody of unknown purpose, before its preparation', { send_strategy: 'auto_send' }, null],
  ])('without a mail address: %s', (_, settings, code) => {
    const run = world({ ...settings, recipient: '{{applicant.email}}' });
    expect(run.steps.get('deny#1')?.error?.code ?? null).toBe(code);
    expect(lastEffect(run)?.kind ?? null).toBe(code === null ? 'notice' : null);
  });

  test('without a mail address belongs to nobody else, however many people have none either', () => {
    const run = new World(
      cascade({ purpose: 'credit', send_strategy: 'auto_send', recipient: '{{applicant.email}}' }),
      {
        payload: { applicant: { co_applicant: { email: '' } } },
      },
    );
    run.advance();
    run.finish('deny', prepared(1, { purpose: 'credit', delivery: 'post' }));
    expect(lastEffect(run)).toMatchObject({ operation: 'date', artifact_id: 1 });
  });

  // Rules: 9.6.2, 10.26.6
  test("without a specific reason waits for the reviewer's, and is compiled with them and not with the note", () => {
    const run = world({ purpose: 'credit', send_strategy: 'auto_send' });
    const { rounds } = run.finish('deny', { purpose: 'credit', delivery: 'email', due_at: DUE, needs: 'reasons' });
    expect(rounds).toMatchObject([{ review: { needs: 'reasons', artifactId: null } }]);
    run.decide('deny', 'approved', {
      reasons: ['Income could not be verified', 'Number of criminal records: 0 (required: less than -1)'],
      note: 'The employer did not pick up.',
    });
    expect(lastEffect(run)).toMatchObject({
      operation: 'prepare',
      notice: { reasons: ['Income could not be verified', 'Number of criminal records: 0 (required: less than -1)'] },
    });
    expect(JSON.stringify(lastEffect(run))).not.toContain('pick up');
    run.finish('deny', prepared(1));
    expect(run.finish('deny', SENT).status).toBe('completed');
  });
});

describe('a number of the applicant', () => {
  const payload = {
    applicant: { ssn: '900-10-1003', bank: { account_number: '0044556677889' }, clan: 'otter canary' },
  };

  // Rules: 10.7.4, 16.22.2
  test.each([
    ['900–10–1003', '***-**-1003'],
    ['９００\u00a010\u00a01003', '***-**-1003'],
    ['9001 01003', '***-**-1003'],
    ['900\u200b10\u200b1003', '***-**-1003'],
    ['004-4556-677889', '***'],
    ['876_54_3210', '***-**-3210'],
    ['4111 1111 1111 1111', '****1111'],
  ])('that a reviewer writes as %s stands masked on the letter', (number, mask) => {
    const run = new World(cascade({ purpose: 'credit', send_strategy: 'auto_send' }), { payload });
    run.advance();
    run.finish('deny', { purpose: 'credit', delivery: 'email', due_at: DUE, needs: 'reasons' });
    run.decide('deny', 'approved', { reasons: [`Number ${number} could not be verified`] });
    const effect = lastEffect(run);
    expect(effect?.kind === 'notice' && effect.operation === 'prepare' && effect.notice.reasons[0]).toBe(
      `Number ${mask} could not be verified`,
    );
  });

  test('is masked in the words of the node, and what is declared as an identifier is a variable without a value', () => {
    const identifier = { type: 'text', kind: 'identifier' } as const;
    const { dictionary } = dictionaryIn({ 'applicant.clan': identifier, 'applicant.bank.account_number': identifier });
    const statement = 'We closed {{applicant.bank.account_number}}.';
    const run = new World(cascade({ statement, reason: 'Of {{applicant.clan}}.' }), { payload, dictionary });
    run.advance();
    expect(lastEffect(run)).toMatchObject({
      notice: { statement: 'We closed ****7889.', unresolved: ['applicant.clan'] },
    });
  });

  test('that nobody declared is a variable without a value', () => {
    const run = new World(cascade({ statement: 'We closed {{applicant.bank.account_number}}.' }), { payload });
    run.advance();
    expect(lastEffect(run)).toMatchObject({ notice: { unresolved: ['applicant.bank.account_number'] } });
  });
});

describe('what the node says', () => {
  // Rules: 10.7.1
  test('the statement is interpolated', () => {
    const run = new World(cascade({ statement: 'We offer {{applicant.limit}} dollars.' }), {
      payload: { applicant: { limit: 500 } },
    });
    run.advance();
    expect(lastEffect(run)).toMatchObject({ notice: { statement: 'We offer 500 dollars.' } });
  });

  // Rules: 10.2.1
  test.each([
    [{}, null],
    [{ purpose: 'credit' }, 'credit'],
    [{ action_taken: 'adverse_employment' }, 'employment'],
  ])('the purpose of %j is %s: never guessed', (settings, purpose) => {
    expect(lastEffect(world(settings))).toMatchObject({ notice: { purpose } });
  });
});
