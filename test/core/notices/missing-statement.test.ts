import { expect, test } from '../../support/jest.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { warnOfMissingStatements } from '../../../core/notices/warnings/missing-statement.ts';
import { plenty } from '../../support/work.ts';

function warned(settings: JsonObject, useCase: string | null = null): readonly string[] {
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['notice'] },
    {
      id: 'notice',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: { recipient: 'a@b.example', ...settings },
    },
  ] as unknown as CascadeDefinition;
  return lintDefinition(definition, plenty(), [warnOfMissingStatements(useCase)], NODES).map(
    ({ code, message }) => `${code}: ${message}`,
  );
}

// Rules: 2.9.6, 11.5.5
test.each<[JsonObject, string | null, string]>([
  [{ purpose: 'credit', action_taken: 'revoked' }, null, 'what was done'],
  [{ action_taken: 'other_action', statement: ' ' }, 'auto_loan', 'the terms that are offered'],
])('a credit notice without its statement is warned of: %j, use case %s', (settings, useCase, what) => {
  expect(warned(settings, useCase)).toEqual([
    `action_not_configured: A credit notice with \`${String(settings.action_taken)}\` says ${what}: without ` +
      '`adverse_action.statement` it is not issued.',
  ]);
});

test.each<[JsonObject, string | null]>([
  [{ purpose: 'credit', action_taken: 'revoked', statement: 'We closed {{applicant.account}}.' }, null],
  [{ purpose: 'credit' }, null],
  [{ purpose: 'tenant', action_taken: 'other_action' }, 'credit'],
  [{ action_taken: 'other_action' }, null],
])('no warning: %j, use case %s', (settings, useCase) => {
  expect(warned(settings, useCase)).toEqual([]);
});
