import { describe, expect, test } from '../../support/jest.ts';
import type { NoticePurpose } from '../../../core/cascade/notice-request.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { JsonObject } from '../../../core/json.ts';
import { oneLetterNotices } from '../../../core/notices/employment.ts';

interface Given {
  readonly settings?: JsonObject;
  readonly useCase?: string;
  readonly defaultPurpose?: NoticePurpose;
  readonly hasReport?: boolean;
}

function refused({ settings = {}, useCase, defaultPurpose, hasReport = true }: Given) {
  const nodes: JsonObject[] = [
    { id: 'start', type: 'ApplicantSource', next_step: ['deny', ...(hasReport ? ['records'] : [])] },
    { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: settings },
    // Shown beside the notice, because reviewers may see it.
    ...(hasReport ? [{ id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background' }] : []),
  ];
  const definition = nodes as unknown as CascadeDefinition;
  return oneLetterNotices({ definition, useCase: useCase ?? null }, defaultPurpose ?? null);
}

describe('one letter of employment', () => {
  // Rules: 10.2.7
  test.each<[string, Given, string]>([
    ['the node', { settings: { purpose: 'employment' } }, '`adverse_action.purpose`'],
    ['the use case', { useCase: 'hiring', defaultPurpose: 'tenant' }, 'the use case "hiring"'],
    ['the account', { useCase: 'staff', defaultPurpose: 'employment' }, "the account's default purpose"],
  ])('is refused where %s makes it about employment, and the message says so', (_, given, by) => {
    expect(refused(given)).toEqual([
      {
        nodeId: 'deny',
        member: '[1].adverse_action.action_taken',
        message: expect.stringContaining(
          `in node "deny": must be \`adverse_employment\`: the purpose is employment by`,
        ),
      },
    ]);
    expect(refused(given)[0]?.message).toContain(by);
  });

  test.each<[string, Given]>([
    ['two letters', { settings: { action_taken: 'adverse_employment' }, useCase: 'hiring' }],
    ['a cascade without reports', { useCase: 'hiring', hasReport: false }],
    ['a purpose of the node that is another one', { settings: { purpose: 'tenant' }, useCase: 'hiring' }],
    ['a use case of another purpose', { useCase: 'tenant', defaultPurpose: 'employment' }],
    ['no purpose at all', { useCase: 'staff' }],
  ])('is not %s', (_, given) => {
    expect(refused(given)).toEqual([]);
  });
});
