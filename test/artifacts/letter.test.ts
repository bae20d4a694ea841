import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { NoticeDocument } from '../../core/notices/index.ts';
import { noticeLetter } from '../../services/artifacts/notices/letter.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { NOTICE, pagesOf, startRenderer, loadStationery } from './support.ts';

let renderer: Renderer;
let stationery: Stationery;
beforeAll(async () => {
  [renderer, stationery] = await Promise.all([startRenderer(), loadStationery()]);
});
afterAll(() => renderer.close());

const FTC = {
  name: 'Federal Trade Commission, Consumer Response Center',
  address: '600 Pennsylvania Avenue NW, Washington, DC 20580',
};

async function printed(changes: Partial<NoticeDocument> = {}): Promise<readonly string[]> {
  const page = noticeLetter({ ...NOTICE, ...changes }, stationery.notices, stationery.fontFaces);
  return pagesOf(await renderer.render(page));
}

describe('the letter', () => {
  test('says what 15 USC 1681m(a) wants said of a report', async () => {
    const text = (await printed()).join(' ');
    for (const item of [
      'Harbor Homes LLC',
      '12 Quay Street',
      'November 21, 2026',
      'Dana Doe',
      'decided not to approve',
      'based in whole or in part on information in a consumer report',
      'Test Bureau',
      '1 Bureau Way',
      'Toll-free: 800 555 0100',
      'did not make the decision',
      'unable to provide you with the specific reasons',
      'free copy of your consumer report',
      'no later than 60 days',
      'right to dispute',
      'accuracy or completeness',
      'Scores range from a low of 300 to a high of 850.',
      'Created on November 19, 2026',
      'Provided by Test Bureau',
      'Accounts past due',
      'Too many inquiries',
    ]) {
      expect(text).toContain(item);
    }
    expect(text).toMatch(/\b540\b/);
  });

  // Rules: 13.5.5
  test('says which values were corrected, by whom and when, and that the agency did not report them', async () => {
    const of = { date: '2026-11-20', label: 'monthly income' };
    const text = (
      await printed({
        sections: ['action', 'reasons', 'corrections', 'consumer_report', 'score', 'contact'],
        corrections: [
          { product_code: null, report: null, agency: null, ...of },
          {
            ...of,
            product_code: 'credit_report',
            report: 'Credit report',
            agency: 'Test Bureau',
            label: 'credit score',
          },
        ],
        score: { ...NOTICE.score!, corrected_on: '2026-11-20' },
      })
    ).join(' ');
    expect(text).toContain('Your application: monthly income, corrected by Harbor Homes LLC on November 20, 2026');
    expect(text).toContain('Credit report: credit score, corrected by Harbor Homes LLC on November 20, 2026.');
    expect(text).toContain('Test Bureau did not report it in this form.');
    expect(text).toContain('the score that is shown here is not the one that Test Bureau gave');
    expect(text).toContain('Provided by Test Bureau, corrected by Harbor Homes LLC on November 20, 2026');
    expect(text).not.toContain('We obtained your credit score from');
  });

  test('for credit has the ECOA notice with the federal agency, and the specific reasons', async () => {
    const text = (
      await printed({ purpose: 'credit', sections: ['action', 'reasons', 'ecoa', 'contact'], federal_agency: FTC })
    ).join(' ');
    expect(text).toContain('Equal Credit Opportunity Act prohibits creditors from discriminating');
    expect(text).toContain('Federal Trade Commission');
    expect(text).toContain('600 Pennsylvania Avenue NW, Washington, DC 20580');
    expect(text).toContain('Collection action reported');
    expect(text).toContain('Eviction judgment of record');
  });

  // Rules: 11.1.3
  test('of test mode is marked on every page, and pages are numbered', async () => {
    const agencies = Array.from({ length: 12 }, (_, index) => ({ ...NOTICE.agencies[0]!, name: `Bureau ${index}` }));
    const pages = await printed({ agencies });
    expect(pages.length).toBeGreaterThan(1);
    pages.forEach((page, index) => {
      expect(page).toContain('TEST MODE – NOT A LEGAL NOTICE');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    });
  });

  test('of live mode has no mark', async () => {
    expect((await printed({ test_mode: false })).join(' ')).not.toContain('TEST');
  });

  test('gives what an applicant sent as text, whatever it looks like', async () => {
    const name = '<script>document.title="x"</script><b>Bold</b> &amp; "quoted"';
    const text = (await printed({ addressee: { name, address_lines: ['</style><h1>Heading'] } })).join(' ');
    expect(text).toContain(name);
    expect(text).toContain('</style><h1>Heading');
  });

  test.each(['+1 (207) 555-0100-4411-2233-4455', '001 207 555 0100 extension 4411 or 4412'])(
    'breaks no phone number over two lines: %s',
    async (phone) => {
      const text = await printed({ letterhead: { ...NOTICE.letterhead, phone } });
      expect(text.join(' ').split(phone)).toHaveLength(3);
    },
  );

  // Rules: 11.5.4
  test('has its reference number on every page, however long the name of the sender is', async () => {
    const name = 'First Harbor Cooperative Consumer Credit and Savings Association of Greater Portland';
    const pages = await printed({ letterhead: { ...NOTICE.letterhead, name } });
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toMatch(/… · 4711-12\b/);
  });

  test('breaks names that are too long for a line', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(8);
    const text = (await printed({ addressee: { name, address_lines: [] }, letterhead: { ...NOTICE.letterhead, name } }))
      .join(' ')
      .replaceAll(' ', '');
    expect(text.split(name).length - 1).toBeGreaterThanOrEqual(3);
  });
});
