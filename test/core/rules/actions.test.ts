import { describe, expect, test } from '../../support/jest.ts';
import { actionsOf, type PolicyAction } from '../../../core/rules/model.ts';

const WAIT: PolicyAction = { kind: 'wait', duration: 2, unit: 'days' };
const MAIL: PolicyAction = { kind: 'mail', to: 'applicant' };

describe('what is done beside a decision', () => {
  test('is all done before a review begins: what comes after it is the decision of a person', () => {
    expect(actionsOf({ decision: 'review', before: [WAIT], after: [MAIL] })).toEqual({
      before: [WAIT, MAIL],
      after: [],
    });
  });

  test('stays before and after a denial as it was said', () => {
    expect(actionsOf({ decision: 'deny', before: [WAIT], after: [MAIL] })).toEqual({ before: [WAIT], after: [MAIL] });
  });
});
