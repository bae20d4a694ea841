import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { NoticePurpose } from '../../../core/cascade/notice-request.ts';
import type { NoticeDue } from '../../../core/notices/due.ts';
import type { JsonObject } from '../../../core/json.ts';
import { World } from '../interpreter/world.ts';

/*
 * C.12 and C.16: whoever was denied and got no letter is named, and when the letter is due. Source: semantics 10.9.3
 * and 10.15.
 */

const ACCEPTED = Date.UTC(2026, 0, 5, 11);
const IN_30_DAYS = '2026-02-04T11:00:00.000Z';
const IN_20_DAYS = '2026-01-25T11:00:00.000Z';

type Node = Record<string, unknown>;

const START = { id: 'start', type: 'ApplicantSource', next_step: ['pull'] };
const PULL = { id: 'pull', type: 'BillingProduct', billing_product_code: 'eviction_history', next_step: ['decide'] };
const APPROVE = { id: 'approve', type: 'Action', action_type: 'Approve' };
const RESULTS = { id: 'results', type: 'ShowResults' };

function condition(operator: string) {
  const conditions = [{ source_node_id: 'pull', field: 'filings_count', operator, value: 1 }];
  return { group_logic: 'or', condition_groups: [{ logic: 'and', conditions }] };
}

const AUTOMATIC = {
  id: 'decide',
  type: 'IfElse',
  branches: { pass: condition('less_than') },
  pass_steps: ['approve'],
  fail_steps: ['decline'],
};
/** Everybody who was sued goes to a person. */
const REVIEWED = {
  ...AUTOMATIC,
  branches: { pass: condition('less_than'), human_review: condition('greater_than_or_equal') },
};

function notice(settings: JsonObject = {}, more: JsonObject = {}): Node {
  return {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: 'dana@example.com', ...settings },
    ...more,
  };
}

interface Options {
  readonly useCase?: string;
  readonly defaultPurpose?: NoticePurpose;
  readonly payload?: JsonObject;
}

function worldOf(nodes: readonly Node[], { useCase, defaultPurpose, payload = {} }: Options = {}): World {
  const world = new World(nodes as unknown as CascadeDefinition, {
    mode: 'live',
    payload: { applicant: { email: 'dana@example.com' }, ...payload },
    noticeClock: { acceptedAt: ACCEPTED, defaultPurpose: defaultPurpose ?? null },
    ...(useCase === undefined ? {} : { useCase }),
  });
  world.advance();
  world.finish('pull', { report: { filings_count: 2, judgments_count: 0 } });
  return world;
}

/** The notices that an ended run owes. */
function dueOf(world: World): readonly NoticeDue[] {
  expect(['completed', 'failed']).toContain(world.last?.status);
  return world.last?.noticesDue ?? [];
}

describe('an application whose run decided nothing', () => {
  const pending = (options: Options): World => {
    const world = new World([START, PULL, AUTOMATIC, APPROVE, notice()] as unknown as CascadeDefinition, {
      mode: 'live',
      payload: { applicant: { email: 'dana@example.com' }, ...options.payload },
      noticeClock: { acceptedAt: ACCEPTED, defaultPurpose: options.defaultPurpose ?? null },
      ...(options.useCase === undefined ? {} : { useCase: options.useCase }),
    });
    world.advance();
    world.fail('pull');
    return world;
  };

  // Rules: 10.15.11
  test('is owed an answer 30 days after it was complete, if it is for credit and the run failed', () => {
    const owed = { applicant: 'applicant', kind: 'credit', why: 'no_decision', node_id: 'pull' };
    expect(dueOf(pending({ useCase: 'credit' }))).toEqual([{ ...owed, due_at: IN_30_DAYS }]);
    expect(dueOf(pending({ defaultPurpose: 'credit' }))).toEqual([{ ...owed, due_at: IN_30_DAYS }]);
    const payload = { applicant: { application_completed_at: '2026-01-03T11:00:00Z' } };
    expect(dueOf(pending({ useCase: 'auto_loan', payload }))).toEqual([
      { ...owed, due_at: '2026-02-02T11:00:00.000Z' },
    ]);
  });

  test.each(['tenant', 'employment'])('is owed none for a %s', (useCase) => {
    expect(dueOf(pending({ useCase }))).toEqual([]);
  });
});

describe('a denial whose notice did not go out is named', () => {
  // Rules: 10.15.1, 10.15.2, 10.15.7
  test('denied by a person, with results behind the denial (C.12)', () => {
    const world = worldOf([START, PULL, { ...REVIEWED, fail_steps: ['results'] }, APPROVE, RESULTS], {
      useCase: 'credit',
    });
    world.decide('decide', 'denied');
    expect(dueOf(world)).toEqual([
      { applicant: 'applicant', kind: 'credit', due_at: IN_30_DAYS, why: 'no_notice_step', node_id: 'decide' },
    ]);
  });

  // Rules: 10.15.1, 10.15.2, 10.15.7
  test('declined by data, and nothing behind it (C.12)', () => {
    const world = worldOf([START, PULL, { ...AUTOMATIC, fail_steps: [] }, APPROVE], { useCase: 'tenant' });
    expect(dueOf(world)).toEqual([
      { applicant: 'applicant', kind: 'tenant', due_at: IN_20_DAYS, why: 'no_notice_step', node_id: 'decide' },
    ]);
  });

  test('declined on the side of `pass`, by a rule that declines', () => {
    const rule = {
      ...AUTOMATIC,
      branches: { pass: condition('greater_than') },
      pass_steps: ['results'],
      fail_steps: ['approve'],
    };
    const world = worldOf([START, PULL, rule, APPROVE, RESULTS], { defaultPurpose: 'tenant' });
    expect(dueOf(world)).toMatchObject([{ kind: 'tenant', why: 'no_notice_step', node_id: 'decide' }]);
  });

  test('denied by a person on the side of `pass`, where a value could not be compared', () => {
    const rule = {
      ...AUTOMATIC,
      branches: {
        pass: {
          condition_groups: [
            {
              conditions: [{ source_node_id: 'context', field: 'applicant.debt', operator: 'greater_than', value: 9 }],
            },
          ],
        },
      },
      on_not_comparable: 'review',
      pass_steps: ['mail'],
      fail_steps: ['approve'],
    };
    const mail = { id: 'mail', type: 'Action', action_type: 'SendEmail', email: { to: 'nobody', body: 'x' } };
    const steps = [START, PULL, rule, APPROVE, { ...mail, next_step: ['decline'] }, notice({ purpose: 'tenant' })];
    const payload = { applicant: { email: 'dana@example.com', debt: '$9,000' } };
    const world = worldOf(steps, { defaultPurpose: 'tenant', payload });
    world.decide('decide', 'denied');
    expect(dueOf(world)).toMatchObject([{ kind: 'tenant', why: 'step_stopped' }]);
  });

  // Rules: 10.15.3
  test('declined by data, and approved by a person behind it: nobody was denied', () => {
    const ask = {
      ...{ id: 'ask', type: 'IfElse', pass_steps: ['results'], fail_steps: ['results'] },
      branches: { human_review: condition('greater_than') },
    };
    const steps = [START, PULL, { ...AUTOMATIC, fail_steps: ['ask'] }, APPROVE, ask, RESULTS];
    const world = worldOf(steps, { useCase: 'tenant' });
    world.decide('ask', 'approved');
    expect(dueOf(world)).toEqual([]);
  });

  test('declined by data on one way and approved on another one beside it', () => {
    const also = { ...AUTOMATIC, id: 'also', branches: { pass: condition('greater_than') }, fail_steps: [] };
    const steps = [START, { ...PULL, next_step: ['decide', 'also'] }, { ...AUTOMATIC, fail_steps: [] }, also, APPROVE];
    expect(dueOf(worldOf(steps, { useCase: 'tenant' }))).toEqual([]);
  });

  // Rules: 10.15.7
  test('a draft that was discarded (C.12)', () => {
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, notice({ purpose: 'tenant' })]);
    world.finish('decline', { artifact_id: 9 });
    world.decide('decline', 'denied');
    world.finish('decline', {});
    expect(dueOf(world)).toMatchObject([{ kind: 'tenant', why: 'draft_discarded', node_id: 'decline' }]);
  });

  // Rules: 10.15.2, 10.15.7
  test('a notice that lacks something, so its step failed (C.12)', () => {
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, notice({ purpose: 'credit' })]);
    world.fail('decline', 'notice_incomplete', 'The notice lacks: a purpose.');
    expect(dueOf(world)).toMatchObject([{ kind: 'credit', due_at: IN_30_DAYS, why: 'step_failed' }]);
  });

  // Rules: 10.15.7
  test('a letter that waited for reasons nobody gave', () => {
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, notice({ purpose: 'credit' })]);
    world.finish('decline', { needs: 'reasons' });
    world.decide('decline', 'denied');
    expect(dueOf(world)).toMatchObject([{ why: 'draft_discarded' }]);
  });

  // Rules: 10.15.7
  test('a step between the denial and its notice failed', () => {
    const mail = {
      id: 'tell',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'x', body: 'x' },
      next_step: ['decline'],
    };
    const world = worldOf([START, PULL, { ...AUTOMATIC, fail_steps: ['tell'] }, mail, APPROVE, notice()], {
      useCase: 'credit',
    });
    world.fail('tell');
    expect(dueOf(world)).toMatchObject([{ why: 'step_stopped', node_id: 'decide' }]);
  });

  // Rules: 10.15.5
  test('of two applicants the one whose letter did not go', () => {
    const both = { ...AUTOMATIC, fail_steps: ['decline', 'other'] };
    const other = {
      ...notice({ purpose: 'credit', applicant: 'applicant.co_applicant', recipient: 'felix@example.com' }),
      id: 'other',
    };
    const payload = { applicant: { email: 'dana@example.com', co_applicant: { email: 'felix@example.com' } } };
    const world = worldOf(
      [START, PULL, both, APPROVE, notice({ purpose: 'credit', send_strategy: 'auto_send' }), other],
      { payload },
    );
    world.finish('decline', { artifact_id: 9 });
    world.finish('decline', { message_id: 'm', sent_at: 'now' });
    world.fail('other', 'notice_incomplete');
    expect(dueOf(world)).toEqual([
      { applicant: 'applicant.co_applicant', kind: 'credit', due_at: IN_30_DAYS, why: 'step_failed', node_id: 'other' },
    ]);
  });

  // Rules: 10.15.5
  test('whoever applied, on whom the report was, when only another person was told', () => {
    const payload = { applicant: { email: 'dana@example.com', co_applicant: { email: 'felix@example.com' } } };
    const other = notice({
      ...{ purpose: 'tenant', applicant: 'applicant.co_applicant', send_strategy: 'auto_send' },
      recipient: 'felix@example.com',
    });
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, other], { payload });
    world.finish('decline', { artifact_id: 9 });
    world.finish('decline', { message_id: 'm', sent_at: 'now' });
    expect(dueOf(world)).toEqual([
      { applicant: 'applicant', kind: 'tenant', due_at: IN_20_DAYS, why: 'no_notice_step', node_id: 'decide' },
    ]);
  });

  // Rules: 10.15.6
  test('a counter-offer that went out does not stand for a denial that came after it', () => {
    const offer = notice(
      { purpose: 'credit', action_taken: 'other_action', statement: 'Less.', send_strategy: 'auto_send' },
      { next_step: ['deny'] },
    );
    const deny = { ...notice({ purpose: 'credit', applicant: 'applicant' }), id: 'deny' };
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, offer, deny]);
    world.finish('decline', { artifact_id: 9 });
    world.finish('decline', { message_id: 'm', sent_at: 'now' });
    world.fail('deny', 'notice_incomplete');
    expect(dueOf(world)).toMatchObject([{ node_id: 'deny', why: 'step_failed' }]);
  });
});

describe('nothing is due', () => {
  // Rules: 10.15.6
  test('once the letter went out', () => {
    const world = worldOf([START, PULL, AUTOMATIC, APPROVE, notice({ purpose: 'credit', send_strategy: 'auto_send' })]);
    world.finish('decline', { artifact_id: 9 });
    world.finish('decline', { message_id: 'm', sent_at: 'now' });
    expect(dueOf(world)).toEqual([]);
    expect(world.last?.settles).toEqual({ applicants: ['applicant'] });
  });

  // Rules: 10.15.3
  test('for who is approved, or denied by a first person and approved by a second', () => {
    const second = { ...REVIEWED, id: 'second', fail_steps: ['results'] };
    const world = worldOf([START, PULL, { ...REVIEWED, fail_steps: ['second'] }, second, APPROVE, RESULTS], {
      useCase: 'credit',
    });
    world.decide('decide', 'denied');
    world.decide('second', 'approved');
    expect(dueOf(world)).toEqual([]);
  });

  // Rules: 10.15.4
  test('for who is declined on the application alone, if it is not for credit: no report was used', () => {
    const conditions = [{ source_node_id: 'start', field: 'applicant.smoker', operator: 'is_true' }];
    const rule = {
      ...AUTOMATIC,
      branches: { pass: { group_logic: 'or', condition_groups: [{ logic: 'and', conditions }] } },
      fail_steps: [],
    };
    const nodes = [{ ...START, next_step: ['decide'] }, rule, APPROVE];
    const dueFor = (useCase: string) => {
      const world = new World(nodes as unknown as CascadeDefinition, {
        useCase,
        mode: 'live',
        noticeClock: { acceptedAt: ACCEPTED, defaultPurpose: null },
      });
      world.advance();
      return dueOf(world);
    };
    expect(dueFor('tenant')).toEqual([]);
    expect(dueFor('credit')).toHaveLength(1);
  });

  // Rules: 10.15.4
  test('between the two letters of employment, where nothing is decided; a final one that is discarded is due', () => {
    const world = worldOf([START, PULL, { ...REVIEWED }, APPROVE, notice({ action_taken: 'adverse_employment' })]);
    world.decide('decide', 'denied');
    world.finish('decline', { artifact_id: 9 });
    world.decide('decline', 'denied');
    world.finish('decline', {});
    expect(world.last?.outcome).toBeNull();
    expect(dueOf(world)).toEqual([]);

    const second = worldOf([START, PULL, { ...REVIEWED }, APPROVE, notice({ action_taken: 'adverse_employment' })]);
    second.decide('decide', 'denied');
    second.finish('decline', { artifact_id: 9 });
    second.decide('decline', 'approved');
    second.finish('decline', { message_id: 'm', sent_at: 'now', decide_at: '2026-01-20T00:00:00Z' });
    second.wake();
    second.finish('decline', { artifact_id: 10 });
    second.decide('decline', 'denied');
    second.finish('decline', {});
    expect(dueOf(second)).toMatchObject([{ kind: 'employment', why: 'draft_discarded' }]);
  });
});

describe('C.16: thirty days for an application for credit', () => {
  // Rules: 10.9.3
  test('from the trigger, or from the day on which the application was complete', () => {
    const nodes = [START, PULL, { ...REVIEWED, fail_steps: ['results'] }, APPROVE, RESULTS];
    expect(worldOf(nodes, { useCase: 'credit' }).last?.noticeDueAt).toBe(Date.parse(IN_30_DAYS));
    const beforeSummerTime = { applicant: { application_completed_at: '2025-02-10T23:30:00-05:00' } };
    expect(worldOf(nodes, { useCase: 'credit', payload: beforeSummerTime }).last?.noticeDueAt).toBe(
      Date.parse('2025-03-12T23:30:00-04:00'),
    );
    const payload = { applicant: { application_completed_at: '2026-01-01T00:00:00Z' } };
    expect(worldOf(nodes, { useCase: 'credit', payload }).last?.noticeDueAt).toBe(Date.parse('2026-01-31T00:00:00Z'));
    expect(worldOf(nodes, { useCase: 'tenant' }).last?.noticeDueAt).toBeNull();
    expect(worldOf(nodes, { defaultPurpose: 'credit' }).last?.noticeDueAt).toBe(Date.parse(IN_30_DAYS));
  });

  // Rules: 9.11.2, 10.9.3
  test('a review without a time limit of its own is due then; one with a limit when that ends, if it is earlier', () => {
    const dueAt = (review?: object) => {
      const node = { ...REVIEWED, fail_steps: ['results'], ...(review === undefined ? {} : { review }) };
      const world = new World([START, PULL, node, APPROVE, RESULTS] as unknown as CascadeDefinition, {
        mode: 'live',
        useCase: 'credit',
        noticeClock: { acceptedAt: ACCEPTED, defaultPurpose: null },
      });
      world.advance();
      return world.finish('pull', { report: { filings_count: 2 } }).rounds[0]?.review.dueAt;
    };
    expect(dueAt()).toBe(Date.parse(IN_30_DAYS));
    expect(dueAt({ due_in: { duration: 2, unit: 'days' } })).toBe(Date.UTC(2026, 0, 7, 12));
    expect(dueAt({ due_in: { duration: 60, unit: 'days' } })).toBe(Date.parse(IN_30_DAYS));
  });
});
