import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import { restsOnFreeText } from '../../../core/notices/insufficient.ts';
import { REQUIREMENTS } from '../../../core/notices/requirements.ts';
import { World } from '../interpreter/world.ts';
import { branch, DECLARED, group, letterOf, oneChoice, wordsOf } from './letter-of.ts';
import { plenty } from '../../support/work.ts';

/*
 * C.14: a letter of a reviewer's own words alone waits for a second look. C.17: a letter with a gap asks for its value.
 * Nothing that a person wrote prints braces, or what identifies somebody.
 */

const INCOME = {
  branches: { pass: branch(group('and', ['start', 'applicant.income', 'greater_than_or_equal', 3000])) },
};
const REVIEWED = {
  branches: { human_review: branch(group('and', ['start', 'applicant.income', 'greater_than', 0])) },
  human_review_steps: ['approve'],
};
const OFFER = { action_taken: 'other_action', purpose: 'credit', statement: 'We can lend you {{offer.amount}}.' };

function worldOf(definition: readonly object[], applicant: JsonObject = { income: 1000 }): World {
  const world = new World(definition as unknown as CascadeDefinition, {
    ...DECLARED,
    mode: 'live',
    payload: { applicant },
  });
  world.advance();
  return world;
}
function offering(amount: Json): World {
  const said = { ...OFFER, statement: 'We can lend you {{applicant.offer}}.' };
  const definition = oneChoice({}, INCOME, said) as unknown as CascadeDefinition;
  const fields = dictionaryIn({ 'applicant.offer': { type: 'text', kind: 'fact' } });
  const world = new World(definition, { payload: { applicant: { income: 1000, offer: amount } }, ...fields });
  world.advance();
  return world;
}
const prepared = (world: World) =>
  world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );
const parked = (world: World) => world.last?.rounds[0]?.review;

describe("a reviewer's own words", () => {
  const requestOf = (reasons: readonly string[], of: object = REVIEWED) => {
    const world = worldOf(oneChoice({}, of, { purpose: 'credit' }));
    world.decide('decide', 'denied', { reasons });
    return prepared(world)[0];
  };

  test.each([
    ['alone', ['The employer says that the job ends in May'], REVIEWED, true],
    [
      'beside a field',
      ['The employer says that the job ends in May'],
      {
        branches: {
          pass: branch(group('and', ['start', 'applicant.income', 'greater_than_or_equal', 3000])),
          human_review: branch(group('and', ['start', 'applicant.income', 'greater_than', 0])),
        },
        human_review_steps: ['approve'],
      },
      false,
    ],
    ['none', [], REVIEWED, false],
  ])('are what a letter rests on if they stand %s: %j', (_name, reasons, of, rests) => {
    const notice = requestOf(reasons, of);
    expect(notice === undefined ? null : restsOnFreeText(notice)).toBe(rests);
  });

  // Rules: 10.8.1
  test('park a letter that was to go by itself, and say why; approved, it goes', () => {
    const world = worldOf(oneChoice({}, REVIEWED, { purpose: 'credit' }));
    world.decide('decide', 'denied', { reasons: ['The employer says that the job ends in May'] });
    world.finish('decline', { artifact_id: 1, second_look: true });
    expect(parked(world)).toMatchObject({ kind: 'notice', artifactId: 1, why: 'free_text_only' });
    world.decide('decline', 'approved');
    expect([...world.openEffects.values()].map(({ request }) => request)).toMatchObject([{ operation: 'send' }]);
  });

  test.each([
    ['sent', { artifact_id: 1 }, undefined],
    ['parked', { artifact_id: 1, second_look: true }, 'free_text_only'],
  ])('are %s as the preparation says (the setting of the account): %j', (_name, result, why) => {
    const world = worldOf(oneChoice({}, INCOME, { purpose: 'credit' }));
    world.finish('decline', result);
    expect(parked(world)?.why).toBe(why);
  });
});

describe('a letter with a gap', () => {
  // Rules: 10.7.2
  test('parks, names the variable, and is prepared again with the value that a person gave', () => {
    const world = worldOf(oneChoice({}, INCOME, OFFER));
    expect(prepared(world)[0]).toMatchObject({ unresolved: ['offer.amount'] });
    world.finish('decline', { needs: 'variables', variables: ['offer.amount'] });
    expect(parked(world)).toMatchObject({ needs: 'variables', variables: ['offer.amount'], artifactId: null });
    world.decide('decline', 'approved', { variables: { 'offer.amount': '$4,000' } });
    expect(prepared(world)[1]).toMatchObject({ statement: 'We can lend you $4,000.', unresolved: [] });
  });

  // Rules: 10.7.6
  test.each<{ amount: Json }>([
    { amount: '' },
    { amount: '  ' },
    { amount: '\u00a0\u200b' },
    { amount: [] },
    { amount: ['', null] },
    { amount: null },
  ])('parks where the value is $amount, as where there is none', ({ amount }) => {
    const world = offering(amount);
    expect(prepared(world)[0]).toMatchObject({ unresolved: ['applicant.offer'] });
    world.finish('decline', { needs: 'variables', variables: ['applicant.offer'] });
    world.decide('decline', 'approved', { variables: { 'applicant.offer': '$4,000' } });
    expect(prepared(world)[1]).toMatchObject({ statement: 'We can lend you $4,000.', unresolved: [] });
  });

  // Rules: 10.7.6
  test('leaves empty texts out of a list, and takes zero and false for values', () => {
    const said = (amount: Json) => prepared(offering(amount))[0];
    expect(said(['', '$300', ' '])).toMatchObject({ statement: 'We can lend you $300.', unresolved: [] });
    expect(said(0)).toMatchObject({ statement: 'We can lend you 0.', unresolved: [] });
    expect(said(false)).toMatchObject({ statement: 'We can lend you false.', unresolved: [] });
  });

  test('parks again while one is missing, and keeps what was given before', () => {
    const two = { ...OFFER, reason: 'Ask {{officer.name}}.' };
    const world = worldOf(oneChoice({}, INCOME, two));
    world.finish('decline', { needs: 'variables', variables: ['offer.amount', 'officer.name'] });
    world.decide('decline', 'approved', { variables: { 'offer.amount': '$4,000' } });
    expect(prepared(world)[1]).toMatchObject({ unresolved: ['officer.name'] });
    world.finish('decline', { needs: 'variables', variables: ['officer.name'] });
    world.decide('decline', 'approved', { variables: { 'officer.name': 'Ms. Blake' } });
    expect(prepared(world)[2]).toMatchObject({
      statement: 'We can lend you $4,000.',
      extra_reason: 'Ask Ms. Blake.',
      unresolved: [],
    });
  });

  // Rules: 10.7.2
  test('is discarded by a denial, and no letter goes out', () => {
    const world = worldOf(oneChoice({}, INCOME, OFFER));
    world.finish('decline', { needs: 'variables', variables: ['offer.amount'] });
    world.decide('decline', 'denied');
    expect(world.last?.status).toBe('completed');
    expect(world.openEffects.size).toBe(0);
  });

  // Rules: 10.7.2, 10.24.2
  test('asks a person for it only if nothing else is missing', () => {
    const onScore = { branches: { pass: branch(group('and', ['credit', 'score', 'greater_than', 600])) } };
    const lacksFactors = {
      definition: oneChoice({ credit: 'credit_report' }, onScore, OFFER),
      reports: { credit: { score: 500, key_factors: [] } },
    };
    expect(letterOf({ definition: oneChoice({}, INCOME, OFFER), applicant: { income: 1 } }).result).toMatchObject({
      missing: [expect.stringContaining('`offer.amount`')],
      needs: 'variables',
    });
    expect(letterOf(lacksFactors).result).toMatchObject({ ok: false, needs: null });
  });

  // Rules: 2.7.3
  test('is where a simulation stops, as a run would', () => {
    const run = simulate(
      oneChoice({}, INCOME, OFFER) as unknown as CascadeDefinition,
      {
        payload: { applicant: { income: 1 } },
        reports: {},
        decisions: {},
        workflow: { name: 'Test', useCase: null },
        sandbox: { find: () => undefined },
        now: 0,
      },
      plenty(),
    );
    expect(run).toMatchObject({ status: 'awaiting_review', stoppedAt: 'decline' });
  });
});

describe('what people wrote', () => {
  const APPLICANT: JsonObject = {
    income: 1,
    age: 71,
    ssn: '123-45-6789',
    date_of_birth: '1955-03-04',
    account_number: '00998877665',
    vehicle_age: 12,
    employer: { name: 'Quill' },
    tricky: 'Dear {{applicant.ssn}}',
    remark: 'her number is 123-45-6789',
  };

  // Rules: 10.7.3
  test.each([
    ['a number of the social security', '{{applicant.ssn}}', ['applicant.ssn']],
    ['a birth', '{{applicant.date_of_birth}}', ['applicant.date_of_birth']],
    ['an age', '{{applicant.age}}', ['applicant.age']],
    ['a number that nobody declared', '{{applicant.account_number}}', ['applicant.account_number']],
    ['an object', '{{applicant.employer}}', ['applicant.employer']],
    ['the whole person', '{{applicant}}', ['applicant']],
    ['braces', '{{applicant.tricky}}', ['applicant.tricky']],
  ])('never prints %s: it is a gap', (_name, text, unresolved) => {
    const definition = oneChoice({}, INCOME, { purpose: 'credit', reason: `About ${text}.` });
    const { request, result } = letterOf({ definition, applicant: APPLICANT });
    expect(request?.unresolved).toEqual(unresolved);
    expect(result).toMatchObject({ ok: false, needs: 'variables' });
    expect(JSON.stringify(request)).not.toMatch(/123-45-6789|1955|\b71\b|7665/);
  });

  // Rules: 10.7.3, 10.7.4
  test.each([
    ['the last characters of a number', 'See {{applicant.remark}}.', 'See her number is ***-**-6789.'],
    ['the age of a thing', 'It is {{applicant.vehicle_age}} years old.', 'It is 12 years old.'],
  ])('prints %s', (_name, reason, said) => {
    const definition = oneChoice({}, INCOME, { purpose: 'credit', reason });
    const { result } = letterOf({ definition, applicant: APPLICANT });
    expect(result?.ok === true ? wordsOf(result.document) : '').toContain(said);
  });

  // Rules: 10.7.4
  test('as a reason of a review is masked too', () => {
    const reasons = ['The number 123-45-6789 belongs to somebody else'];
    const definition = oneChoice({}, REVIEWED, { purpose: 'credit' });
    const { result } = letterOf({
      definition,
      applicant: APPLICANT,
      reviews: { decide: { decision: 'denied', reasons } },
    });
    expect(result?.ok === true ? result.document.reasons : []).toEqual([
      'The number ***-**-6789 belongs to somebody else',
    ]);
  });

  // Rules: 10.7.5
  test('in braces is no letter, wherever it stands', () => {
    const reasons = ['The {{employer}} says that the job ends in May'];
    const definition = oneChoice({}, REVIEWED, { purpose: 'credit', reason: 'Ask {{officer.name' });
    const { result } = letterOf({
      definition,
      applicant: { income: 1 },
      reviews: { decide: { decision: 'denied', reasons } },
    });
    expect(result).toEqual({
      ok: false,
      missing: [
        "words without braces ({{ or }}) in the node's `reason`",
        'words without braces ({{ or }}) in the principal reasons',
      ],
      needs: null,
    });
  });
});

// Rules: 10.26.5
test.each([
  ['You failed to achieve a qualifying score in our credit scoring system.', 'credit', null],
  ['Your application did not meet our internal lending standards.', 'credit', null],
  ['You can apply again in May.', 'credit', 'You can apply again in May.'],
  ['You did not meet our criteria.', 'tenant', 'You did not meet our criteria.'],
])('the sentence %j is printed where it is lawful: for %s %j (12 CFR 1002.9(b)(2))', (reason, purpose, said) => {
  const { result } = letterOf({ definition: oneChoice({}, INCOME, { purpose, reason }), applicant: { income: 1 } });
  expect(result).toMatchObject({ ok: true, document: { extra_reason: said } });
});

test('each requirement of a letter names the provision that asks for it', () => {
  for (const { source } of REQUIREMENTS) expect(source).toMatch(/USC \d+|12 CFR \d+|semantics \d+/);
});
