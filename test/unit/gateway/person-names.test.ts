import fc from 'fast-check';
import { applicantName } from '../../../console/src/case/words.ts';
import type { JsonObject } from '../../../core/json.ts';
import { addresseeOf } from '../../../core/notices/index.ts';
import { identityOf } from '../../../core/products/seeded.ts';
import { personFacts, type ReportWords } from '../../../services/artifacts/reports/report-page.ts';
import { applicantOf } from '../../../services/gateway/executions/applicant.ts';
import { expect, test } from '../../support/jest.ts';

const WORDS = { say: (label: string) => label } as unknown as ReportWords;

// Rules: 11.2.1
test('lists and exports, letters, reports and the console call a person by one name', () => {
  const keys = ['name', 'full_name', 'first_name', 'middle_name', 'last_name', 'suffix', 'email'];
  const value = fc.constantFrom('Felix', 'Felix Jo Ashdown', 'Jr.', 'felix@example.com', ' ', null, 7);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), (applicant: JsonObject) => {
      const { applicant_name: listed } = applicantOf({ applicant });
      const reported = personFacts(applicant, WORDS).find(({ label }) => label === 'name')?.text;
      expect(addresseeOf({ applicant }).name).toBe(listed ?? '');
      expect(reported).toBe(listed ?? '');
      expect(applicantName(applicant)).toBe(listed);
    }),
  );
});

test('father and son of one name and address are two people, in a list and in test mode', () => {
  const father = { first_name: 'Felix', last_name: 'Ashdown', suffix: 'Sr.' };
  const son = { ...father, suffix: 'Jr.' };
  expect([father, son].map((applicant) => applicantOf({ applicant }).applicant_name)).toEqual([
    'Felix Ashdown Sr.',
    'Felix Ashdown Jr.',
  ]);
  expect(identityOf(father)).not.toBe(identityOf(son));
  expect(identityOf({ first_name: 'Felix', last_name: 'Ashdown' })).toBe('felix\u0000ashdown\u0000\u0000\u0000\u0000');
});
