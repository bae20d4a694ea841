import { expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { decisions } from './support/decided.ts';

const FILES: readonly JsonObject[] = [
  { credit_report: { file_status: 'frozen' } },
  { credit_report: { file_status: 'withheld' } },
  { credit_report: { file_status: 'thin', score: null } },
  { credit_report: { score: 700 } },
];

test.each([
  [
    'If the file is frozen, review. Deny scores below 600. Approve the rest.',
    ['review', 'approved', 'approved', 'approved'],
  ],
  [
    'If the credit file is frozen or withheld, send to human review. Approve the rest.',
    ['review', 'review', 'approved', 'approved'],
  ],
  ['Review if the file is withheld. Approve the rest.', ['approved', 'review', 'approved', 'approved']],
  ['Deny if the bureau file is frozen. Approve the rest.', ['denied', 'approved', 'approved', 'approved']],
  ['Approve if the credit file is not frozen. Review the rest.', ['review', 'approved', 'approved', 'approved']],
  [
    'Review if the credit file is frozen or the score is below 600. Approve the rest.',
    ['review', 'approved', 'approved', 'approved'],
  ],
])('a policy speaks of files that were not released: %s', (prompt, expected) => {
  expect(decisions(prompt, FILES)).toEqual(expected);
});
