import { expect, test } from '../../support/jest.ts';
import { SEMANTICS } from '../../support/rules.ts';
import { PURPOSE_OF_USE_CASE, purposeOfUseCase } from '../../../core/notices/purpose.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';

// Rules: 10.2.2, 10.2.4
test.each([
  ['tenant_screening', 'tenant'],
  ['consumer_credit', 'credit'],
  ['employment_background', 'employment'],
  ['tenant', 'tenant'],
  ['lending', 'credit'],
  ['hiring', 'employment'],
  ['rental', null],
  ['employee_loan', null],
  ['credit_union_membership', null],
  ['Tenant screening', null],
  ['toString', null],
  [null, null],
])('the purpose of use case %s is %s', (useCase, purpose) => {
  expect(purposeOfUseCase(useCase)).toBe(purpose);
});

// Rules: 10.2.3
test('semantics 10.2.3 lists each use case of the table under its purpose, and no other', () => {
  const [, list = ''] = /Use cases with a purpose: (.*?\(employment\))\./.exec(SEMANTICS) ?? [];
  const documented = list.split(';').flatMap((part) => {
    const [, purpose = ''] = /\((\w+)\)/.exec(part) ?? [];
    return [...part.matchAll(/`(\w+)`/g)].map(([, useCase = '']) => [useCase, purpose]);
  });
  expect(Object.fromEntries(documented)).toEqual(PURPOSE_OF_USE_CASE);
});

// Rules: 10.2.5
test.each([...Object.entries(PURPOSE_OF_USE_CASE), ['rental', undefined]])(
  'a policy that is compiled for %s has notices of the purpose %s',
  (useCase, purpose) => {
    const compiled = compilePolicy('Deny if the credit score is below 600. Approve the rest.', {
      useCase,
      asOf: '2026-01-05',
    });
    const notice = compiled.ok ? compiled.definition.find(({ id }) => id === 'deny') : undefined;
    expect(notice).toMatchObject({ adverse_action: { recipient: '{{applicant.email}}' } });
    expect((notice as { adverse_action?: { purpose?: string } }).adverse_action?.purpose).toBe(purpose);
  },
);
