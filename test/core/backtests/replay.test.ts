import fc from 'fast-check';
import { addTallies, NO_TALLY, tallyOf } from '../../../core/backtests/tally.ts';
import { backtestResult } from '../../../core/backtests/result.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { expect, test } from '../../support/jest.ts';
import { approve, credit, goTo, ifElse, notice, results, source, wait, when } from '../interpreter/cascades.ts';
import { KINDS, sketches } from '../interpreter/random-cascades.ts';
import { World } from '../interpreter/world.ts';
import { pairWith, randomRun, Recorder } from './recorded.ts';

// The nightly tests ask 20,000 executions. The interpreter makes the runs with new input at each advance, like a live
// run; the replay keeps what it has computed about the applicant. So the letters of both are compared.
// Rules: 21.6.2, 21.6.3
test('a version against itself changes nothing, of random cascades with failures, waits, reviews, letters and loops', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(sketches(KINDS), (sketch) => {
      const { definition, execution } = randomRun(sketch);
      const pair = pairWith(execution, definition);
      expect(pair).toMatchObject({ is: 'compared', changes: [], rule: null });
      if (pair.is === 'compared') outcomes.add(pair.old.outcome);
    }),
    { numRuns: 250 },
  );
  expect([...outcomes].toSorted()).toEqual(['approved', 'denied', 'failed', 'undecided']);
});

const PAYLOAD = { applicant: { email: 'ada@example.com' } };

/** The run of a cascade whose pulls give this score, and whose reviews are decided so. */
function ran(definition: CascadeDefinition, score: number, decision?: 'approved' | 'denied') {
  const world = new World(definition, { mode: 'live', payload: PAYLOAD });
  const recorder = new Recorder(world);
  for (let turns = 0; turns < 50; turns += 1) {
    const { status, wakeAt } = world.advance(recorder.observe);
    if (status === 'completed' || status === 'failed') break;
    world.now += 1;
    const [key] = world.openEffects.keys();
    const [round] = world.openRounds;
    if (key !== undefined) {
      const result = { artifact_id: 1, report: { score, bankruptcies_count: 1, as_of: '2026-01-05' } };
      world.settle(key, { status: 'done', at: world.now, result });
    } else if (round !== undefined && decision !== undefined) world.settleRound(round, decision);
    else if (wakeAt !== null) world.now = wakeAt;
    else break;
  }
  return recorder.execution(PAYLOAD);
}

const decide = (limit: number): CascadeDefinition => [
  source('credit'),
  credit('credit', 'check'),
  ifElse('check', {
    pass: when('score', 'greater_than', limit, 'credit'),
    then: ['yes'],
    otherwise: ['no'],
  }),
  approve('yes'),
  notice('no', 'auto_send'),
];

// Rules: 21.6.7
test('a limit that moves changes exactly those between the two, by brute force', () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 850 }), fc.integer({ min: 300, max: 850 }), (before, now) => {
      for (let score = 300; score <= 850; score += 50) {
        const pair = pairWith(ran(decide(before), score), decide(before), decide(now));
        if (pair.is !== 'compared') throw new Error(pair.cause);
        expect([pair.old.outcome, pair.new.outcome]).toEqual(
          [before, now].map((limit) => (score > limit ? 'approved' : 'denied')),
        );
        const differs = score > before !== score > now;
        expect(pair.changes).toEqual(differs ? ['outcome', 'letter'] : []);
        expect(pair.rule).toBe(differs ? (score > now ? 'check:pass' : 'check:fail') : null);
      }
    }),
    { numRuns: 10 },
  );
});

// Rules: 21.6.3, 21.6.5
test('a report that was never pulled is not made up: another product, or another visit', () => {
  const twice = decide(600).map((node) => (node.id === 'yes' ? approve('yes', 'again') : node));
  const other = { ...credit('again'), billing_product_code: 'eviction_history' } as CascadeDefinition[number];
  const missing = { is: 'undetermined', cause: 'report_missing', side: 'new', old: 'approved' };
  expect(pairWith(ran(decide(600), 700), decide(600), [...twice, other])).toEqual(missing);
  expect(pairWith(ran(decide(600), 700), decide(600), [...twice, goTo('again', 'credit')])).toEqual(missing);
  const renamed = decide(600).map((node) =>
    node.id === 'start' ? source('file') : node.id === 'credit' ? credit('file', 'check') : node,
  );
  const reading = renamed.map((node) =>
    node.id === 'check'
      ? ifElse('check', { pass: when('score', 'greater_than', 600, 'file'), then: ['yes'], otherwise: ['no'] })
      : node,
  );
  expect(pairWith(ran(decide(600), 700), decide(600), reading)).toMatchObject({ is: 'compared', changes: [] });
});

const asking = (by: 'first' | 'second'): CascadeDefinition => [
  source('credit'),
  credit('credit', by),
  ifElse(by, { review: when('score', 'greater_than', 0, 'credit'), reviewed: ['yes'], otherwise: ['no'] }),
  approve('yes'),
  results('no'),
];

// Rules: 21.6.3, 21.6.5
test('a decision of a person counts for the question that was asked, and no other', () => {
  for (const decision of ['approved', 'denied'] as const) {
    const execution = ran(asking('first'), 700, decision);
    expect(pairWith(execution, asking('first'))).toMatchObject({
      old: { outcome: decision, asked: true },
      changes: [],
    });
    expect(pairWith(execution, asking('first'), asking('second'))).toMatchObject({ cause: 'person', old: decision });
    const approvals = asking('first').map((node) =>
      node.id === 'first' ? { ...node, review: { approvals: 2 } } : node,
    );
    expect(pairWith(execution, asking('first'), approvals)).toMatchObject({ cause: 'person', old: decision });
  }
  const open = ran(asking('first'), 700);
  expect(pairWith(open, asking('first'))).toMatchObject({ old: { outcome: 'review' }, new: { outcome: 'review' } });
  expect(pairWith(open, asking('first'), decide(600))).toMatchObject({ new: { outcome: 'approved', asked: false } });
});

type Stored = ReturnType<typeof ran>;

/** The execution with something else in its letter. */
const withLetter = (execution: Stored, change: (notice: NoticeRequest) => Partial<NoticeRequest>): Stored => ({
  ...execution,
  effects: execution.effects.map((effect) =>
    effect.request.kind === 'notice' && effect.request.operation === 'prepare'
      ? {
          ...effect,
          request: { ...effect.request, notice: { ...effect.request.notice, ...change(effect.request.notice) } },
        }
      : effect,
  ),
});

// Rules: 21.6.12
test('letters are compared by what was decided: other words of a release make no other letter', () => {
  const denying = decide(600).map((node) =>
    node.id === 'check'
      ? ifElse('check', { pass: when('bankruptcies_count', 'equals', 0, 'credit'), then: ['yes'], otherwise: ['no'] })
      : node,
  );
  const execution = ran(denying, 500);
  const letterOf = (change: (notice: NoticeRequest) => Partial<NoticeRequest>) => {
    const pair = pairWith(withLetter(execution, change), denying);
    return pair.is === 'compared' && pair.letter;
  };
  const reworded = letterOf(({ reasons, decided }) => ({
    reasons: reasons.map(() => 'Other words.'),
    decided: { ...decided, reasons: decided.reasons.map((reason) => ({ ...reason, text: 'Other words.' })) },
  }));
  expect(reworded).toBe('same');
  expect(letterOf(({ decided }) => ({ decided: { ...decided, reasons: decided.reasons.slice(1) } }))).toBe(
    'reasons_differ',
  );
  expect(letterOf(() => ({ product_codes: ['eviction_history'] }))).toBe('reasons_differ');
  expect(letterOf(() => ({ recipient: 'other@example.com' }))).toBe('reasons_differ');
});

// Rules: 21.6.2
test('ages are counted on the days on which things happened, and a wait ends when it ended', () => {
  const waiting = (seconds: number): CascadeDefinition => [source('nap'), wait('nap', seconds, 'yes'), approve('yes')];
  const execution = ran(waiting(86_400), 700);
  expect(pairWith(execution, waiting(86_400))).toMatchObject({ changes: [] });
});

test('parts of a sample are counted apart, in any order, and so is what nobody knows', () => {
  const pairs = [500, 610, 640, 700].map((score) => pairWith(ran(decide(600), score), decide(600), decide(650)));
  const missing = pairWith(ran(asking('first'), 700, 'approved'), asking('first'), asking('second'));
  const all = [...pairs, missing];
  const whole = tallyOf(all);
  const parts = all.map((pair) => tallyOf([pair]));
  expect(backtestResult(parts.toReversed().reduce(addTallies, NO_TALLY), true)).toEqual(backtestResult(whole, true));
  expect(backtestResult(whole, false)).toMatchObject({
    compared: 4,
    changed: { count: 2, share: 0.5, low: null, high: null },
    approvals: { old: { count: 3 }, new: { count: 1 }, difference: { share: -0.5, low: null } },
    parted: [{ rule: 'check:fail', count: 2, swap_ins: 0, swap_outs: 2 }],
    letters: { none: 1, same: 1, only_new: 2, only_old: 0, reasons_differ: 0 },
    undetermined: { count: 1, causes: [{ cause: 'person', side: 'new', old: 'approved', count: 1 }] },
  });
});
