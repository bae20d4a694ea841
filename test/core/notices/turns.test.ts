import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { World } from '../interpreter/world.ts';
import { branch, documentOf, group, letterOf, oneChoice, wordsOf } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

const INCOME = {
  branches: { pass: branch(group('and', ['start', 'applicant.income', 'greater_than_or_equal', 3000])) },
};

function worldOf(definition: readonly object[], applicant: JsonObject): World {
  const world = new World(definition as unknown as CascadeDefinition, { mode: 'live', payload: { applicant } });
  world.advance();
  return world;
}

/** Finishes whatever is asked of the world, until nothing is. */
function settle(world: World): World {
  for (let turn = 0; turn < 400; turn += 1) {
    const [effect] = world.openEffects.values();
    if (effect === undefined) break;
    world.finish(effect.key, { artifact_id: 1, message_id: 'm', sent_at: '2026-01-05T12:00:00.000Z' });
  }
  return world;
}

describe('the person of a notice', () => {
  const FELIX: JsonObject = {
    first_name: 'Felix',
    email: 'felix@example.com',
    income: 1000,
    address: '1 Main Street\nPortland, ME 04101',
    co_applicant: {
      first_name: 'Clara',
      last_name: 'Moreau',
      email: 'clara@example.com',
      address: '2 Side Street\nAustin, TX 78701',
    },
  };
  const toClara = { purpose: 'tenant', recipient: '{{applicant.co_applicant.email}}' };
  const score = ['credit', 'score', 'greater_than', 600] as const;
  const income = ['start', 'applicant.income', 'greater_than', 3000] as const;
  const credit = { score: 500, key_factors: [{ code: '1', text: 'Short account history' }] };

  // Rules: 10.5.1, 10.5.2
  test('is the one that `applicant` names: name and address are theirs, and nothing is of the reports of another', () => {
    const definition = oneChoice(
      { credit: 'credit_report' },
      { branches: { pass: branch(group('and', score, income)) } },
      { ...toClara, applicant: 'applicant.co_applicant' },
    );
    const document = documentOf({ definition, applicant: FELIX, reports: { credit } });
    expect(document.addressee).toEqual({
      name: 'Clara Moreau',
      address_lines: ['2 Side Street', 'Austin, TX 78701'],
    });
    expect(document).toMatchObject({ score: null, agencies: [] });
    // One line for the report's statement and one for his own.
    expect(document.reasons).toEqual([
      'Information about another person on the application',
      "Information about another person on the application: applicant's income",
    ]);
    expect(wordsOf(document)).not.toMatch(/Felix|Short account history|500/);
  });

  // Rules: 10.5.12
  test('a letter to the address of another person of the payload is parked, although it was to go out at once', () => {
    const other = settle(worldOf(oneChoice({}, { ...INCOME }, toClara), FELIX));
    expect([...other.openRounds]).toEqual([expect.stringContaining('decline#1')]);
    const own = settle(worldOf(oneChoice({}, { ...INCOME }, { ...toClara, recipient: '{{applicant.email}}' }), FELIX));
    expect(own.last?.status).toBe('completed');
  });
});

describe('employment', () => {
  const definition = oneChoice(
    { criminal: 'criminal_background' },
    {
      branches: { human_review: branch(group('and', ['criminal', 'records_count', 'greater_than', 0])) },
      human_review_steps: ['approve'],
    },
    { action_taken: 'adverse_employment', waiting_period: { duration: 5, unit: 'business_days' } },
  );

  // Rules: 3.8.2
  test('nothing is recorded as decided between the two letters, and the final one records it', () => {
    const world = worldOf(definition, { email: 'dana@example.com' });
    world.finish('criminal', { report: { records_count: 1, felony_count: 0 } });
    world.decide('decide', 'denied');
    settle(world);
    expect(world.last).toMatchObject({ status: 'waiting', outcome: null });
    world.wake();
    settle(world);
    expect(world.last).toMatchObject({ status: 'completed', outcome: 'denied' });
  });
});

describe('a sentence of the cascade', () => {
  const offer = (notice: JsonObject) => oneChoice({}, INCOME, { purpose: 'credit', ...notice });

  test.each([
    ['statement', { action_taken: 'other_action', statement: 'We can lend you {{offer.amount}}.' }],
    ['reason', { reason: 'Ask {{officer.name}}.' }],
  ])('with a variable that has no value (%s) is not sent: what it lacks names the variable', (_name, notice) => {
    const { result } = letterOf({ definition: offer(notice), applicant: { income: 1 } });
    expect(result).toMatchObject({ ok: false, missing: [expect.stringMatching(/`(?:offer\.amount|officer\.name)`/)] });
  });

  // Rules: 10.7.1
  test('has its values filled in, in the reason too', () => {
    const notice = { reason: 'Ask {{applicant.officer}}.' };
    const document = documentOf({ definition: offer(notice), applicant: { income: 1, officer: 'Ms. Blake' } });
    expect(wordsOf(document)).toContain('Ask Ms. Blake.');
    expect(wordsOf(document)).not.toContain('{{');
  });
});

describe('the same letter', () => {
  const looping = [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: {
        pass: branch(
          group('and', ['credit', 'collections_count', 'equals', 0], ['credit', 'bankruptcies_count', 'equals', 0]),
        ),
      },
      pass_steps: ['approve'],
      fail_steps: ['decline'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
      next_step: ['again'],
    },
    { id: 'again', type: 'GoTo', target_step: 'credit' },
  ];

  function sent(reports: readonly JsonObject[]): readonly (readonly string[])[] {
    const world = worldOf(looping, {});
    const letters: (readonly string[])[] = [];
    let pulled = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const [effect] = world.openEffects.values();
      if (effect === undefined) break;
      const { request } = effect;
      if (request.kind === 'notice' && request.operation === 'prepare') letters.push(request.notice.reasons);
      const report: Json = reports[Math.min(pulled, reports.length - 1)] ?? {};
      if (request.kind === 'live_pull') pulled += 1;
      world.finish(effect.key, { artifact_id: 1, message_id: 'm', sent_at: '2026-01-05T12:00:00.000Z', report });
    }
    return letters;
  }

  // Rules: 10.6.1
  test('goes out once an execution, however often a jump leads back to it', () => {
    expect(sent([{ collections_count: 1, bankruptcies_count: 0 }])).toHaveLength(1);
  });

  // Rules: 10.6.1
  test('goes out again with other reasons', () => {
    const first = { collections_count: 1, bankruptcies_count: 0 };
    const letters = sent([first, { collections_count: 1, bankruptcies_count: 1 }, first]);
    expect(letters.map((reasons) => reasons.length)).toEqual([1, 2]);
  });
});

// Rules: 2.7.3, 10.24.2
test('a simulation fails a notice that a run would not issue, and says what it lacks', () => {
  const definition = oneChoice(
    { credit: 'credit_report' },
    { branches: { pass: branch(group('and', ['credit', 'score', 'greater_than', 600])) } },
    { purpose: 'credit' },
  );
  const run = simulate(
    definition as unknown as CascadeDefinition,
    {
      payload: { applicant: {} },
      reports: { credit_report: { score: 500, key_factors: [] } },
      decisions: {},
      workflow: { name: 'Test', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
    },
    plenty(),
  );
  expect(run).toMatchObject({
    status: 'failed',
    firstErrorMessage: expect.stringContaining('the factors behind `score`'),
  });
});

test.each([
  ['credit', 'completed', null],
  ['tenant', 'failed', '`adverse_action.recipient` does not resolve to a mail address.'],
  [undefined, 'failed', '`adverse_action.recipient` does not resolve to a mail address.'],
])('a simulation without a mail address, purpose %s: %s', (purpose, status, message) => {
  const definition = oneChoice({}, INCOME, {
    ...(purpose === undefined ? {} : { purpose }),
    recipient: '{{applicant.email}}',
  });
  const run = simulate(
    definition as unknown as CascadeDefinition,
    {
      payload: { applicant: { income: 1, name: 'Pat Doe', address: '9 Elm Road\nPortland, ME 04101' } },
      reports: {},
      decisions: {},
      workflow: { name: 'Test', useCase: null },
      sandbox: { find: () => undefined },
      now: 0,
    },
    plenty(),
  );
  expect([run.status, run.firstErrorMessage]).toEqual([status, message]);
});
