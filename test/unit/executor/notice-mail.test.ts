import { expect, test } from '../../support/jest.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { coverLetter } from '../../../services/executor/perform/notice-mail.ts';

const EMAIL = loadReferenceData().notices.email;
const DOCUMENT = {
  letterhead: { name: 'Harbor Homes LLC', address_lines: ['12 Quay Street', 'Portland, ME 04101'], phone: '' },
  addressee: { name: 'Pat Example' },
  reference: 'CAS-7-3',
};

test.each(['single', 'pre_adverse', 'final'] as const)(
  'the e-mail of a letter (%s) names its sender, the sender’s address, the person and the reference',
  (stage) => {
    const { subject, text, html } = coverLetter(EMAIL, DOCUMENT, stage);
    expect(subject).toContain('Harbor Homes LLC');
    for (const words of ['Harbor Homes LLC', '12 Quay Street, Portland, ME 04101', 'Dear Pat Example', 'CAS-7-3']) {
      expect([words, text.includes(words), html.includes(words)]).toEqual([words, true, true]);
    }
    expect(text).not.toContain('call');
  },
);

test('the e-mail of a letter gives the number to call if there is one', () => {
  const letterhead = { ...DOCUMENT.letterhead, phone: '+1 207 555 0100' };
  expect(coverLetter(EMAIL, { ...DOCUMENT, letterhead }, 'single').text).toContain('call +1 207 555 0100');
});

test('the e-mail of a letter to somebody known by the mail address alone greets nobody by it', () => {
  const { text } = coverLetter(EMAIL, { ...DOCUMENT, addressee: { name: 'pat@example.com' } }, 'single');
  expect(text).toContain('Dear Applicant');
});
