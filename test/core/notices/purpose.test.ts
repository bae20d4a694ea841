import { expect, test } from '../../support/jest.ts';
import { purposeOfUseCase } from '../../../core/notices/purpose.ts';

test.each([
  ['tenant_screening', 'tenant'],
  ['consumer_credit', 'credit'],
  ['employment_background', 'employment'],
  ['employee_loan', null],
  ['credit_union_membership', null],
  ['Tenant screening', null],
  ['toString', null],
  [null, null],
])('the purpose of use case %s is %s', (useCase, purpose) => {
  expect(purposeOfUseCase(useCase)).toBe(purpose);
});
