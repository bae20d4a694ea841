import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json } from '../../../core/json.ts';
import { World } from '../interpreter/world.ts';
import { DECLARED } from './letter-of.ts';

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
  const world = new World(definition, { ...DECLARED, payload: { applicant: { co_signer: coSigner } } });
  world.advance();
  return world.allEffects.flatMap(({ request }) =>
    request.kind === 'notice' && request.operation === 'prepare' ? request.notice.reasons : [],
  );
}

const CO_SIGNER = 'Information in your application: co-signer';
test.each([
  [{ name: 'Sam' }, 'is_empty', CO_SIGNER],
  ['Sam', 'is_empty', CO_SIGNER],
  [['Sam', 'Alex'], 'is_empty', CO_SIGNER],
  [{}, 'is_not_empty', `${CO_SIGNER}, not provided (required)`],
  ['', 'is_not_empty', `${CO_SIGNER}, not provided (required)`],
  [[], 'is_not_empty', `${CO_SIGNER}, not provided (required)`],
] as const)('of %j, where it should be %s, is said: %s', (coSigner, operator, words) => {
  expect(reasonsFor(coSigner as Json, operator)).toEqual([words]);
});
