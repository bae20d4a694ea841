import { addressFaults } from '../../../console/src/execution/faults.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('a letter that did not go out', () => {
  const failed = (code: string, node_id = 'deny') => [
    { node_id, code, type: 'Action', message: '', attempts: 1, failed_at: null },
  ];
  const due = (applicant = 'applicant') => [
    { applicant, kind: 'tenant', due_at: '2026-02-04T11:00:00.000Z', why: 'step_failed', node_id: 'deny' } as const,
  ];

  test.each(['recipient_unresolved', 'recipient_suppressed', 'mail_refused'])(
    'for want of an address asks for it: %s',
    (code) => {
      expect(addressFaults({ failed_steps: failed(code), notices_due: due() })).toEqual([
        { path: 'applicant.email', expected: 'mail_address' },
      ]);
      expect(addressFaults({ failed_steps: failed(code), notices_due: due('applicant.co') })).toEqual([
        { path: 'applicant.co.email', expected: 'mail_address' },
      ]);
    },
  );

  test('for another cause, or that is owed no more, asks for none', () => {
    expect(addressFaults({ failed_steps: failed('notice_incomplete'), notices_due: due() })).toEqual([]);
    expect(addressFaults({ failed_steps: failed('mail_refused', 'mail'), notices_due: due() })).toEqual([]);
    expect(addressFaults({ failed_steps: failed('mail_refused'), notices_due: [] })).toEqual([]);
    expect(addressFaults({ notices_due: due() })).toEqual([]);
  });
});
