import { stateWords } from '../../../console/src/applicants/words.ts';
import type { PersonsExecution } from '../../../console/src/applicants/records.ts';
import { expect, test } from '../../support/jest.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const EXECUTION: PersonsExecution = {
  ...{ id: 1, workflow_id: 1, workflow_name: 'W', external_reference: null, redacted_at: null },
  ...{ status: 'completed', outcome: 'denied', pending_review: null, letters: [] },
  ...{ created_at: '2026-11-02T12:00:00Z', completed_at: '2026-11-03T12:00:00Z' },
};
const letter = (status: string) => ({ artifact_id: 1, stage: 'single', status, sent_at: null });

test.each<readonly [Partial<PersonsExecution>, string]>([
  [{ letters: [letter('sent')] }, 'denied November 3, letter sent'],
  [{ letters: [letter('draft')] }, 'denied November 3, letter not sent yet'],
  [{ letters: [letter('discarded')] }, 'denied November 3, letter discarded'],
  [{}, 'denied November 3, no letter'],
  [{ outcome: 'approved', completed_at: '2025-01-03T12:00:00Z' }, 'approved January 3, 2025'],
  [{ outcome: null }, 'completed without an outcome November 3'],
  [
    { status: 'awaiting_review', pending_review: 'notice', completed_at: null },
    'denied, awaits a person: a letter, since November 2',
  ],
  [{ status: 'failed', outcome: null }, 'failed November 3'],
])('an execution with %p is one line: %s', (more, words) => {
  expect(stateWords({ ...EXECUTION, ...more }, NOW)).toBe(words);
});
