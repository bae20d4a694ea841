import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json } from '../../../core/json.ts';
import { World } from '../interpreter/world.ts';

/** The reasons of the letter to somebody who may be approved only without a co-signer. */
function reasonsFor(coSigner: Json, operator: 'is_empty' | 'is_not_empty'): readonly string[] {
  const condition = { source_node_id: 'context', field: 'applicant.co_signer', operator };
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: { condition_groups: [{ conditions: [condition] }] } },
      pass_steps: ['approve'],
      fail_steps: ['deny'],
    },
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    {
      id: 'deny',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send' },
    },
  ] as unknown as CascadeDefinition;
  const world = new World(definition, { payload: { applicant: { co_signer: coSigner } } });
  world.advance();
  return world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? request.notice.reasons : [],
  );
}

test.each([
  [{ name: 'Sam' }, 'is_empty', 'Co signer: a value (required: no value)'],
  ['Sam', 'is_empty', 'Co signer: Sam (required: no value)'],
  [['Sam', 'Alex'], 'is_empty', 'Co signer: 2 (required: no value)'],
  [{}, 'is_not_empty', 'Co signer: no value (required: a value)'],
  ['', 'is_not_empty', 'Co signer: no value (required: a value)'],
  [[], 'is_not_empty', 'Co signer: 0 (required: a value)'],
] as const)('of %j, where it should be %s, is said: %s', (coSigner, operator, words) => {
  expect(reasonsFor(coSigner as Json, operator)).toEqual([words]);
});
