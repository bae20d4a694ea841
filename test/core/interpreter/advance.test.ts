import { describe, expect, test } from '../../support/jest.ts';
import { approve, credit, goTo, ifElse, mail, notice, results, source, wait, when } from './cascades.ts';
import { World } from './world.ts';

const ADA = { applicant: { email: 'ada@example.com', first_name: 'Ada', clear: true } };

describe('a run without the world', () => {
  test('goes from the applicant to the results in one advance', () => {
    const world = new World([source('pull'), credit('pull', 'ok'), approve('ok', 'show'), results('show')], {
      payload: ADA,
    });
    const result = world.advance();
    expect(result.status).toBe('completed');
    expect(result.outcome).toBe('approved');
    expect(world.path).toEqual(['start', 'pull', 'ok', 'show']);
    expect(result.events.map(({ name }) => name)).toEqual(['execution.completed']);
  });

  // Rules: 3.1.2, 3.1.3
  test('repeating an advance of an ended run changes nothing', () => {
    const world = new World([source('ok'), approve('ok')]);
    const first = world.advance();
    const state = first.state;
    const again = world.advance();
    expect(again.state).toEqual(state);
    expect(again.steps).toEqual([]);
  });

  // Rules: 6.4.1
  test('asks for a report PDF of a credit report only', () => {
    const world = new World(
      [source('c', 'e'), credit('c'), { id: 'e', type: 'Product', billing_product_code: 'eviction_history' }],
      { payload: ADA },
    );
    expect(world.advance().reports).toEqual([{ nodeId: 'c', visit: 1 }]);
  });

  test('takes the fail branch where nothing matches, and says what was looked at', () => {
    const world = new World(
      [
        source('if'),
        ifElse('if', { pass: when('applicant.clear', 'is_true'), then: ['ok'], otherwise: ['no'] }),
        approve('ok'),
        results('no'),
      ],
      { payload: { applicant: { clear: false } } },
    );
    world.advance();
    expect(world.path).toEqual(['start', 'if', 'no']);
    expect(world.outputs.get('if')).toMatchObject({
      branch: 'fail',
      conditions: [{ branch: 'pass', field: 'applicant.clear', actual: false, result: false, missing: false }],
    });
  });
});

describe('joins', () => {
  // Rules: 3.1.1, 3.3.1, 3.3.2
  test('a join waits for the slower branch', () => {
    const world = new World([source('a', 'w'), approve('a', 'join'), wait('w', 60, 'join'), results('join')]);
    expect(world.advance().status).toBe('waiting');
    expect(world.visitsOf('join')).toBe(0);
    expect(world.wake().status).toBe('completed');
    expect(world.visitsOf('join')).toBe(1);
  });

  // Rules: 3.3.4
  test('a parked review holds the join behind it', () => {
    const world = new World([
      source('a', 'if'),
      approve('a', 'join'),
      ifElse('if', { review: when('execution.id', 'equals', 1), reviewed: ['join'] }),
      results('join'),
    ]);
    expect(world.advance().status).toBe('awaiting_review');
    expect(world.state.tokens).toContainEqual({ at: 'join', phase: 'held' });
    world.decide('if', 'approved');
    expect(world.visitsOf('join')).toBe(1);
  });

  // F→[A→J],[B→I]; I passes to J, or fails to a GoTo of F.
  const loop = [
    source('F'),
    approve('F', 'A', 'B'),
    approve('A', 'J'),
    wait('B', 1, 'I'),
    ifElse('I', { review: when('execution.id', 'equals', 1), reviewed: ['J'], otherwise: ['back'] }),
    goTo('back', 'F'),
    results('J'),
  ];

  // Rules: 3.3.3
  test('F→[A→J],[B→I]: J stays held while I may still go back to F', () => {
    const world = new World(loop);
    world.advance();
    world.wake();
    world.decide('I', 'denied');
    expect(world.visitsOf('A')).toBe(2);
    expect(world.visitsOf('J')).toBe(0);
  });

  test('F→[A→J],[B→I]: tokens that come to J on each round merge into one fire', () => {
    const world = new World(loop);
    world.advance();
    world.wake();
    world.decide('I', 'denied');
    world.wake();
    world.decide('I', 'approved');
    expect(world.last?.status).toBe('completed');
    expect(world.visitsOf('J')).toBe(1);
  });

  // Rules: 3.2.2
  test('a token that comes while the visit is under way makes the node run once more', () => {
    const world = new World(
      [source('w1', 'w2', 'm'), wait('w1', 1, 'g1'), goTo('g1', 'm'), wait('w2', 2, 'g2'), goTo('g2', 'm'), mail('m')],
      {
        payload: ADA,
      },
    );
    world.advance();
    world.wake();
    world.wake();
    expect(world.visitsOf('m')).toBe(1);
    world.finish('m', { message_id: 'x', accepted_at: 'y' });
    expect(world.visitsOf('m')).toBe(2);
    expect(world.finish('m').status).toBe('completed');
  });
});

describe('reviews', () => {
  const review = [
    source('if'),
    ifElse('if', { review: when('execution.id', 'equals', 1), then: ['pass'], reviewed: ['yes'], otherwise: ['no'] }),
    results('pass'),
    approve('yes'),
    notice('no', 'auto_send'),
  ];

  // Rules: 9.4.1
  test('approved goes on at human_review_steps', () => {
    const world = new World(review);
    expect(world.advance()).toMatchObject({
      status: 'awaiting_review',
      reviewStatus: 'in_review',
      needsHumanReview: true,
    });
    expect(world.decide('if', 'approved')).toMatchObject({
      status: 'completed',
      reviewStatus: 'approved',
      userApproved: true,
      needsHumanReview: false,
    });
    expect(world.path).toEqual(['start', 'if', 'yes']);
  });

  // Rules: 9.4.1
  test('approved goes on at pass_steps where human_review_steps is empty', () => {
    const world = new World([
      source('if'),
      ifElse('if', { review: when('execution.id', 'equals', 1), then: ['pass'], otherwise: [] }),
      results('pass'),
    ]);
    world.advance();
    world.decide('if', 'approved');
    expect(world.path).toEqual(['start', 'if', 'pass']);
  });

  // Rules: 3.8.1, 9.4.2, 9.4.3
  test('denied goes on at fail_steps, runs nothing that only an approval reaches, and is the outcome', () => {
    const world = new World(review, { payload: ADA });
    world.advance();
    const result = world.decide('if', 'denied');
    expect(result).toMatchObject({ outcome: 'denied', userApproved: false, reviewStatus: 'denied' });
    expect(world.path).toEqual(['start', 'if', 'no']);
    expect(world.outputs.get('if')).toMatchObject({ review: { decision: 'denied', decided_by_user_id: 7 } });
  });
});

describe('failures', () => {
  const screening = [
    source('c', 'w'),
    credit('c', 'if'),
    wait('w', 10, 'if'),
    ifElse('if', { pass: when('score', 'greater_than', 600, 'c'), then: ['ok'], otherwise: ['no'] }),
    approve('ok'),
    notice('no', 'auto_send', 'show'),
    results('show'),
  ];

  // Rules: 3.7.2
  test('a vendor that fails for good ends in failed, with no notice', () => {
    const world = new World(screening, { payload: ADA, mode: 'live' });
    world.advance();
    world.fail('c');
    const result = world.wake();
    expect(result).toMatchObject({ status: 'failed', firstErrorMessage: 'The vendor failed.', outcome: null });
    expect(world.path).toEqual(['start', 'c', 'w']);
    expect(world.events.map(({ name }) => name)).toEqual(['execution.failed']);
  });

  // Rules: 4.12.3
  test('an IfElse whose source has failed is itself failed', () => {
    const world = new World(
      [
        source('c', 'w'),
        credit('c'),
        wait('w', 10, 'if'),
        ifElse('if', { pass: when('score', 'greater_than', 1, 'c'), otherwise: ['no'] }),
        notice('no', 'auto_send'),
      ],
      { payload: ADA, mode: 'live' },
    );
    world.advance();
    world.fail('c');
    world.wake();
    expect(world.steps.get('if#1')).toMatchObject({ status: 'failed', error: { code: 'source_failed' } });
    expect(world.visitsOf('no')).toBe(0);
  });

  // Rules: 3.5.2, 8.1.1, 8.1.2
  test('a results node still shows what the other branches brought', () => {
    const world = new World([source('c', 'w'), credit('c', 'show'), wait('w', 10, 'show'), results('show')], {
      mode: 'live',
    });
    world.advance();
    world.fail('c');
    expect(world.wake().status).toBe('failed');
    expect(world.visitsOf('show')).toBe(1);
  });

  test('a review that a failed step leads to is closed', () => {
    const world = new World(
      [
        source('c', 'g'),
        goTo('g', 'if'),
        credit('c', 'if'),
        ifElse('if', { review: when('execution.id', 'equals', 1) }),
      ],
      { mode: 'live' },
    );
    world.advance();
    expect(world.openRounds.size).toBe(1);
    expect(world.fail('c')).toMatchObject({ status: 'failed', needsHumanReview: false });
    expect(world.openRounds.size).toBe(0);
  });

  test('a notice that is only prepared when its way is cut off is never sent', () => {
    const world = new World([source('c', 'g'), goTo('g', 'no'), credit('c', 'no'), notice('no', 'auto_send')], {
      payload: ADA,
      mode: 'live',
    });
    world.advance();
    world.settle('no', { status: 'done', result: { artifact_id: 5 }, at: world.now });
    world.settle('c', { status: 'failed', code: 'x', message: 'gone', attempts: 1 });
    const result = world.advance();
    expect(result.effects.filter(({ request }) => request.kind === 'notice' && request.operation === 'send')).toEqual(
      [],
    );
    expect(world.statusOf('no')).toBe('cancelled');
    expect(result.status).toBe('failed');
  });

  // Rules: 3.5.1, 3.6.1
  test('a loop without end fails at the hundredth visit', () => {
    const world = new World([source('a'), approve('a', 'g'), goTo('g', 'a')]);
    const result = world.advance();
    expect(result).toMatchObject({ status: 'failed' });
    expect(world.visitsOf('a')).toBe(101);
    expect(world.steps.get('a#101')).toMatchObject({ status: 'failed', error: { code: 'step_limit_exceeded' } });
  });

  // Rules: 3.6.1
  test('a loop of many nodes without end fails at the thousandth visit of the run', () => {
    const chain = Array.from({ length: 48 }, (_, index) => approve(`n${index}`, index < 47 ? `n${index + 1}` : 'g'));
    const world = new World([source('n0'), ...chain, goTo('g', 'n0')]);
    expect(world.advance()).toMatchObject({ status: 'failed' });
    expect(world.path).toHaveLength(1_001);
    expect(world.steps.get('n19#21')).toMatchObject({ status: 'failed', error: { code: 'step_limit_exceeded' } });
  });
});

describe('waits', () => {
  test('says when it wants to be woken', () => {
    const world = new World([source('w'), wait('w', 90)]);
    expect(world.advance()).toMatchObject({ status: 'waiting', wakeAt: world.now + 90_000 });
  });

  // Rules: 7.2.5
  test('a day of a wait is 24 hours', () => {
    const world = new World([source('w'), { id: 'w', type: 'Wait', wait: { duration: 2, unit: 'days' } }]);
    expect(world.advance().wakeAt).toBe(world.now + 48 * 3_600_000);
  });

  // Rules: 7.1.2
  test('skip_waits passes at once', () => {
    const world = new World([source('w'), wait('w', 90)], { skipWaits: true });
    expect(world.advance().status).toBe('completed');
  });
});

describe('adverse action', () => {
  const cascade = (strategy: 'auto_send' | 'draft_first') => [
    source('no'),
    notice('no', strategy, 'show'),
    results('show'),
  ];

  // Rules: 10.1.1, 10.1.3
  test('auto_send prepares, sends and is completed when the mail was accepted', () => {
    const world = new World(cascade('auto_send'), { payload: ADA });
    world.advance();
    world.finish('no', { artifact_id: 5 });
    expect(world.last?.effects[0]?.request).toMatchObject({
      operation: 'send',
      artifact_id: 5,
      recipient: 'ada@example.com',
    });
    world.finish('no', { message_id: '<m>', sent_at: '2026-01-05T12:00:00.000Z' });
    expect(world.events.map(({ name }) => name)).toEqual([
      'adverse_action.triggered',
      'adverse_action.completed',
      'execution.completed',
    ]);
    expect(world.outputs.get('no')).toMatchObject({ notices: [{ artifact_id: 5, status: 'sent', message_id: '<m>' }] });
    expect(world.last?.outcome).toBe('denied');
  });

  // Rules: 10.1.3
  test('draft_first parks the notice, and the review of a notice says nothing about the person', () => {
    const world = new World(cascade('draft_first'), { payload: ADA });
    world.advance();
    expect(world.finish('no', { artifact_id: 5 })).toMatchObject({
      status: 'awaiting_review',
      reviewStatus: 'in_review',
    });
    const approved = world.decide('no', 'approved');
    expect(approved).toMatchObject({ reviewStatus: 'none', userApproved: null });
    expect(approved.effects[0]?.request).toMatchObject({ operation: 'send' });
  });

  // Rules: 10.1.3
  test('a draft that is denied is discarded and nothing is completed', () => {
    const world = new World(cascade('draft_first'), { payload: ADA });
    world.advance();
    world.finish('no', { artifact_id: 5 });
    expect(world.decide('no', 'denied').effects[0]?.request).toMatchObject({ operation: 'discard' });
    expect(world.finish('no').reviewEvents.map(({ type }) => type)).toEqual(['adverse_action_skipped']);
    expect(world.events.map(({ name }) => name)).not.toContain('adverse_action.completed');
  });

  test('mail that is not accepted is tried after 1, 6 and 24 hours, then the step fails', () => {
    const world = new World(cascade('auto_send'), { payload: ADA });
    world.advance();
    world.finish('no', { artifact_id: 5 });
    const delays: number[] = [];
    for (let retry = 0; retry < 3; retry += 1) {
      const before = world.now;
      expect(world.fail('no', 'mail_rejected').status).toBe('waiting');
      world.wake();
      delays.push((world.now - before) / 3_600_000);
    }
    expect(delays).toEqual([1, 6, 24]);
    expect(world.fail('no', 'mail_rejected').status).toBe('failed');
    const names = world.events.map(({ name }) => name);
    expect(names.filter((name) => name === 'adverse_action.failed')).toHaveLength(4);
    expect(names.filter((name) => name === 'adverse_action.retry_scheduled')).toHaveLength(3);
  });
});
