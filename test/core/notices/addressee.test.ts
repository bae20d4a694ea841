import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import { foresee } from '../../../core/explanation/foresight.ts';
import { simulate } from '../../../core/explanation/simulate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { addresseeOf, compileNotice, type NoticeResult } from '../../../core/notices/index.ts';
import { checkPayload } from '../../../core/notices/payload-check.ts';
import { loadNoticeData } from '../../../platform/reference-data/index.ts';
import { plenty } from '../../support/work.ts';
import { World } from '../interpreter/world.ts';
import { branch, DECLARED, group, oneChoice } from './letter-of.ts';

/* A letter is to a person with a name, and by post to an address that can be posted to; else a person is asked. */

const INCOME = {
  branches: { pass: branch(group('and', ['start', 'applicant.income', 'greater_than_or_equal', 3000])) },
};
const CREDIT = { purpose: 'credit', recipient: '{{applicant.email}}', send_strategy: 'auto_send' };
const ADDRESS = { street: '14 Alder Court', unit: '2B', city: 'Dayton', state: 'OH', zip: '45402' };
const FELIX = { first_name: 'Felix', last_name: 'Ashdown', income: 1000, email: 'felix.ashdown@example.com' };
const DATA = loadNoticeData();

function worldOf(applicant: JsonObject, settings: JsonObject = CREDIT): World {
  const definition = oneChoice({}, INCOME, settings) as unknown as CascadeDefinition;
  const world = new World(definition, { ...DECLARED, mode: 'live', payload: { applicant } });
  world.advance();
  return world;
}

const prepared = (world: World): readonly NoticeRequest[] =>
  world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? [request.notice] : [],
  );

/** The result of the last preparation. */
function made(world: World, delivery: 'email' | 'post'): NoticeResult {
  const request = prepared(world).at(-1);
  if (request === undefined) throw new Error('no letter is asked for');
  return compileNotice({
    request,
    account: { legal_name: 'Harbor Ltd', address: '12 Quay Street\nPortland, ME 04101', phone: '' },
    agencies: new Map(),
    federalAgency: DATA.federalAgencies.agencies.federal_trade_commission ?? null,
    mode: 'live',
    date: '2026-11-21',
    reference: '1-2',
    addressee: addresseeOf(world.run.payload, request.applicant, request.addressee),
    delivery,
    decideAfter: null,
    firstLetter: null,
    statementWords: DATA.letter.statements,
    hidesThresholds: false,
    corrections: [],
  });
}

const parked = (world: World) => world.last?.rounds[0]?.review;

describe('a letter to a person without a name', () => {
  // Rules: 11.2.4
  test.each([['email'], ['post']] as const)('needs one, whatever takes it there: %s', (delivery) => {
    const { first_name: _first, last_name: _last, ...nameless } = FELIX;
    const result = made(worldOf({ ...nameless, address: ADDRESS }), delivery);
    expect(result).toMatchObject({ ok: false, needs: 'name', missing: ['the name of the person'] });
  });

  // Rules: 11.2.4
  test('is parked, and is to the name that a person gives', () => {
    const world = worldOf({ income: 1, email: 'felix.ashdown@example.com' });
    world.finish('decline', { needs: 'name', variables: ['applicant.name'] });
    expect(parked(world)).toMatchObject({ needs: 'name', variables: ['applicant.name'], artifactId: null });
    world.decide('decline', 'approved', { variables: { 'applicant.name': 'Felix Ashdown Jr.' } });
    expect(made(world, 'email')).toMatchObject({ ok: true, document: { addressee: { name: 'Felix Ashdown Jr.' } } });
  });

  test('prints a name that a person gave on several lines as one', () => {
    expect(addresseeOf({ applicant: {} }, 'applicant', { name: ' Felix\n\tAshdown ' }).name).toBe('Felix Ashdown');
    expect(addresseeOf({ applicant: {} }, 'applicant', { name: 'J. R.' }).name).toBe('J. R.');
  });

  test('asks for the name of the person to whom it is', () => {
    const world = worldOf(
      { ...FELIX, co_applicant: { email: 'clara@example.com' } },
      { purpose: 'tenant', applicant: 'context.applicant.co_applicant', recipient: '{{applicant.co_applicant.email}}' },
    );
    expect(made(world, 'email')).toMatchObject({ needs: 'name' });
    world.finish('decline', { needs: 'name', variables: ['applicant.co_applicant.name'] });
    world.decide('decline', 'approved', { variables: { 'applicant.co_applicant.name': 'Clara Moreau' } });
    expect(made(world, 'email')).toMatchObject({ ok: true, document: { addressee: { name: 'Clara Moreau' } } });
  });
});

// Rules: 11.2.2
test('a whole name that was sent is the one on the letter, with all that belongs to it', () => {
  const { first_name: _first, last_name: _last, ...nameless } = FELIX;
  expect(made(worldOf({ ...nameless, full_name: 'Felix Ashdown' }), 'email')).toMatchObject({
    document: { addressee: { name: 'Felix Ashdown' } },
  });
  expect(made(worldOf({ ...FELIX, middle_name: 'Jo', suffix: 'Jr.' }), 'email')).toMatchObject({
    document: { addressee: { name: 'Felix Jo Ashdown Jr.' } },
  });
});

describe('a letter by post', () => {
  test('prints the whole address', () => {
    const result = made(worldOf({ ...FELIX, address: ADDRESS }), 'post');
    expect(result).toMatchObject({
      document: { addressee: { address_lines: ['14 Alder Court', 'Unit 2B', 'Dayton, OH 45402'] } },
    });
  });

  test('needs an address, and by e-mail it needs none', () => {
    const world = worldOf({ ...FELIX, address: { ...ADDRESS, zip: '454' } });
    expect(made(world, 'post')).toMatchObject({
      ...{ ok: false, needs: 'address' },
      missing: [expect.stringContaining('a postal code of 5 or 9 digits')],
    });
    expect(made(world, 'email').ok).toBe(true);
  });

  // Rules: 11.3.5, 11.3.6
  test('goes to the address that a person gives', () => {
    const world = worldOf(FELIX);
    world.finish('decline', { needs: 'address', variables: ['applicant.address'], delivery: 'post' });
    expect(parked(world)).toMatchObject({ needs: 'address', variables: ['applicant.address'], artifactId: null });
    expect(parked(world)?.delivery).toBeUndefined();
    world.decide('decline', 'approved', { variables: { 'applicant.address': '14 Alder Court\nDayton, OH 45402' } });
    expect(made(world, 'post')).toMatchObject({
      document: { addressee: { address_lines: ['14 Alder Court', 'Dayton, OH 45402'] } },
    });
  });

  // Rules: 11.3.6
  test('is discarded by a denial, and no letter goes out', () => {
    const world = worldOf(FELIX);
    world.finish('decline', { needs: 'address', variables: ['applicant.address'], delivery: 'post' });
    world.decide('decline', 'denied');
    expect(world.last?.status).toBe('completed');
    expect(world.openEffects.size).toBe(0);
  });

  test('is asked about one thing after the other: values, the name, the address', () => {
    const offer = { ...CREDIT, action_taken: 'other_action', statement: 'We can lend you {{offer.amount}}.' };
    const world = worldOf({ income: 1 }, offer);
    const answers: readonly (readonly [string, string, string])[] = [
      ['variables', 'offer.amount', '$4,000'],
      ['name', 'applicant.name', 'Felix Ashdown'],
      ['address', 'applicant.address', '14 Alder Court\nDayton, OH 45402'],
    ];
    for (const [needs, path, value] of answers) {
      expect(made(world, 'post')).toMatchObject({ ok: false, needs });
      world.finish('decline', { needs, variables: [path], delivery: 'post' });
      world.decide('decline', 'approved', { variables: { [path]: value } });
    }
    expect(made(world, 'post')).toMatchObject({ ok: true, document: { statement: 'We can lend you $4,000.' } });
  });

  // Rules: 11.3.7
  test('keeps the address that was sent, if a sentence of its own asked for one', () => {
    const asks = { ...CREDIT, action_taken: 'other_action', statement: 'We wrote to {{applicant.address}}.' };
    const world = worldOf({ ...FELIX, address: ADDRESS }, asks);
    world.finish('decline', { needs: 'variables', variables: ['applicant.address'] });
    world.decide('decline', 'approved', { variables: { 'applicant.address': 'Dayton' } });
    expect(made(world, 'post')).toMatchObject({
      document: { addressee: { address_lines: expect.arrayContaining(['14 Alder Court']) } },
    });
  });
});

// Rules: 2.7.3, 9.14.2
test('a simulation and a forecast stop where a run would ask for the name or the address', () => {
  const definition = oneChoice({}, INCOME, CREDIT) as unknown as CascadeDefinition;
  const of = (applicant: JsonObject) =>
    simulate(
      definition,
      {
        ...{ payload: { applicant }, reports: {}, decisions: {}, now: 0 },
        workflow: { name: 'Test', useCase: null },
        sandbox: { find: () => undefined },
      },
      plenty(),
    );
  expect(of({ income: 1, email: 'felix@example.com' })).toMatchObject({
    status: 'awaiting_review',
    stoppedAt: 'decline',
  });
  expect(of({ income: 1, name: 'Felix' })).toMatchObject({ status: 'awaiting_review', stoppedAt: 'decline' });
  expect(of({ income: 1, name: 'Felix', address: ADDRESS }).status).toBe('completed');

  const world = worldOf({ income: 1 });
  world.finish('decline', { needs: 'name', variables: ['applicant.name'] });
  const [round = ''] = world.openRounds;
  const run = { definition, state: world.state, history: [...world.history.values()], context: world.run };
  const settings = { defaultPurpose: null, keepsEsignConsent: false };
  const needsWith = (...variables: string[]) => {
    const verdict = { decision: 'approved', withReasons: false, variables } as const;
    const { letters, stopsAt } = foresee({ ...run, now: world.now }, round, verdict, settings, plenty());
    expect(stopsAt).toEqual(['decline']);
    return letters.get('decline')?.needs;
  };
  expect(needsWith('applicant.name')).toBe('address');
  expect(needsWith('applicant.name', 'applicant.address')).toBe('post');
});

describe('the warnings of a payload', () => {
  const warnings = (payload: JsonObject) => checkPayload(payload, { mode: 'live', now: 0, at: 'payload.' }).warnings;
  const warned = (payload: JsonObject) => warnings(payload).map(({ code, field }) => [code, field]);

  test('name what of names and addresses no letter has, of the applicant and of others', () => {
    const co = { first_name: 'Clara', name: 'C. Moreau', address: { ...ADDRESS, gate: '7' } };
    expect(warned({ applicant: { name: 'Felix', suffix: 'Jr.', address: { ...ADDRESS, gate: '7' } }, co })).toEqual([
      ['not_read', 'payload.applicant.suffix'],
      ['not_read', 'payload.applicant.address.gate'],
      ['not_read', 'payload.co.first_name'],
      ['not_read', 'payload.co.address.gate'],
    ]);
    expect(warned({ applicant: { guarantors: [{ last_name: 'Lee', address: { gate: 1, city: 'X' } }] } })).toEqual([
      ['not_read', 'payload.applicant.guarantors[0].address.gate'],
    ]);
  });

  test('look at a person who has a full name alone', () => {
    expect(warned({ co_applicant: { full_name: 'Clara Moreau', address: { ...ADDRESS, gate: '7' } } })).toEqual([
      ['not_read', 'payload.co_applicant.address.gate'],
    ]);
  });

  test('are silent of what is read, and of what is no person', () => {
    expect(warned({ applicant: { ...FELIX, suffix: 'Jr.', address: ADDRESS } })).toEqual([]);
    expect(warned({ property: { name: 'Elm House', address: { gate: 7, rent: 1 } } })).toEqual([]);
    expect(warned({})).toEqual([]);
  });

  test('never say a value', () => {
    const payload = { applicant: { address: { ...ADDRESS, gate: 'back door' } } };
    expect(JSON.stringify(warnings(payload))).not.toContain('back door');
  });
});
