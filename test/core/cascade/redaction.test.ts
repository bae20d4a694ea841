import { describe, expect, test } from '../../support/jest.ts';
import { redactedOutput } from '../../../core/cascade/redaction.ts';
import { NODES } from '../../../core/cascade/registry.ts';

const redacted = (node: { readonly id: string; readonly type: string; readonly action_type?: string }, output: never) =>
  redactedOutput(node, output, NODES);

describe('a redacted output', () => {
  test('of a choice keeps the branch and who decided when, and no value, note or reason', () => {
    const output = {
      branch: 'human_review',
      conditions: [{ field: 'score', actual: 612 }],
      review: { decision: 'denied', decided_by_user_id: 7, decided_at: 't', note: 'called', reasons: ['x'] },
    };
    expect(redacted({ id: 'a', type: 'Condition' }, output as never)).toEqual({
      branch: 'human_review',
      review: { decision: 'denied', decided_by_user_id: 7, decided_at: 't' },
    });
  });

  test('of a choice that asked nobody still says so', () => {
    const output = { branch: 'pass', conditions: [], review: null };
    expect(redacted({ id: 'a', type: 'Condition' }, output as never)).toEqual({ branch: 'pass', review: null });
  });

  test('of a notice keeps what was sent, item by item', () => {
    const output = {
      action_taken: 'denied',
      reasons: ['Felony record'],
      notices: [
        { artifact_id: 1, stage: 'single', status: 'sent', to: 'a@example.com' },
        { artifact_id: 2, status: 'draft' },
      ],
    };
    expect(redacted({ id: 'a', type: 'Action', action_type: 'AdverseAction' }, output as never)).toEqual({
      action_taken: 'denied',
      notices: [
        { artifact_id: 1, stage: 'single', status: 'sent' },
        { artifact_id: 2, status: 'draft' },
      ],
    });
  });

  test('of a report is empty, whatever the report calls its fields', () => {
    expect(redacted({ id: 'a', type: 'BillingProduct' }, { branch: 'x', status: 'y' } as never)).toEqual({});
  });

  test('of a kind that is not known is empty', () => {
    expect(redacted({ id: 'a', type: 'Oracle' }, { branch: 'x' } as never)).toEqual({});
  });
});
