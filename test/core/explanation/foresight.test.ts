import { describe, expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { foresee, REASON_TO_COME, type LetterSettings, type Verdict } from '../../../core/explanation/foresight.ts';
import { approve, ifElse, source, when } from '../interpreter/cascades.ts';
import { World } from '../interpreter/world.ts';
import { plenty } from '../../support/work.ts';

const CREDIT: LetterSettings = { defaultPurpose: 'credit', keepsEsignConsent: true };
const DENIED: Verdict = { decision: 'denied', withReasons: false };
const DENIED_WITH_REASONS: Verdict = { decision: 'denied', withReasons: true };

/** Everybody is reviewed; a denial declines, and the letter goes out by itself. */
const DEFINITION: CascadeDefinition = [
  source('decide'),
  ifElse('decide', {
    review: when('applicant.first_name', 'equals', 'Ada'),
    reviewed: ['approve'],
    otherwise: ['decline'],
  }),
  approve('approve'),
  {
    id: 'decline',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send' },
    next_step: ['file'],
  },
  approve('file'),
];

function foreseen(
  verdict: Verdict,
  settings: LetterSettings,
  mode: 'test' | 'live' = 'test',
  email: string | null = 'ada@example.com',
  definition = DEFINITION,
) {
  const world = new World(definition, {
    payload: { applicant: { first_name: 'Ada', email, address: '9 Elm Road\nPortland, ME 04101' } },
    mode,
  });
  world.advance();
  const [key = ''] = world.openRounds;
  const run = { definition, state: world.state, history: [...world.history.values()], context: world.run };
  const { nodeIds, stopsAt, letters } = foresee({ ...run, now: world.now }, key, verdict, settings, plenty());
  return { nodeIds, stopsAt, letter: letters.get('decline') };
}

describe('the forecast of a denial that ends in a credit letter', () => {
  // Rules: 9.14.2, 9.14.3, 9.14.4
  test('without reasons stops at the letter, and says what the letter lacks', () => {
    const { nodeIds, stopsAt, letter } = foreseen(DENIED, CREDIT);
    expect([nodeIds, stopsAt]).toEqual([['decline'], ['decline']]);
    expect(letter).toMatchObject({ needs: 'reasons', missing: ['a specific principal reason (12 CFR 1002.9(b)(2))'] });
  });

  // Rules: 9.6.1, 9.14.3
  test('with reasons goes on, and gives them first', () => {
    const { nodeIds, stopsAt, letter } = foreseen(DENIED_WITH_REASONS, CREDIT);
    expect([nodeIds, stopsAt]).toEqual([['decline', 'file'], []]);
    expect(letter).toMatchObject({ needs: null, missing: [], reasons: [REASON_TO_COME] });
  });

  // Rules: 9.14.2
  test('stops for the post if the applicant has not agreed to e-mail', () => {
    const settings = { ...CREDIT, keepsEsignConsent: false };
    const { stopsAt, letter } = foreseen(DENIED_WITH_REASONS, settings, 'live');
    expect([stopsAt, letter?.needs]).toEqual([['decline'], 'post']);
  });
});

test('the forecast of a denial of somebody without a mail address stops for the post of a credit letter', () => {
  const { stopsAt, letter } = foreseen(DENIED_WITH_REASONS, CREDIT, 'test', null);
  expect([stopsAt, letter?.needs, letter?.missing]).toEqual([['decline'], 'post', []]);
});

// Rules: 9.14.4
test('the forecast of a denial of a tenant without a mail address says that the letter lacks one', () => {
  const { nodeIds, letter } = foreseen(DENIED, { ...CREDIT, defaultPurpose: 'tenant' }, 'test', null);
  expect([nodeIds, letter?.missing]).toEqual([['decline'], ['a mail address']]);
});

test('the forecast of a letter whose step fails at once says what is missing, and not that none is due', () => {
  const declining = (settings: object) =>
    DEFINITION.map((node) =>
      node.id === 'decline' ? { ...node, adverse_action: { recipient: '{{applicant.email}}', ...settings } } : node,
    );
  const tenant = foreseen(DENIED, CREDIT, 'test', null, declining({ purpose: 'tenant' }));
  expect([tenant.nodeIds, tenant.letter]).toMatchObject([['decline'], { missing: ['a mail address'], needs: null }]);
  const unresolved = declining({ statement: 'Rent: {{terms.rent}}' }).map((node) =>
    node.id === 'decline' ? { ...node, on_unresolved: 'fail' as const } : node,
  );
  const { letter } = foreseen(DENIED, CREDIT, 'test', 'ada@example.com', unresolved);
  expect(letter).toMatchObject({ missing: ['{{terms.rent}} has no value.'], needs: null });
});

test('the forecast of a denial that ends in a letter to a tenant does not stop for reasons', () => {
  const { stopsAt, letter } = foreseen(DENIED, { ...CREDIT, defaultPurpose: 'tenant' });
  expect([stopsAt, letter?.needs]).toEqual([[], null]);
});
