import fc from 'fast-check';
import type { Json, JsonObject } from '../../../core/json.ts';
import { CREDIT_DUE_DAYS, noticeDueAt } from '../../../core/notices/due-dates.ts';
import { legalDateFaults } from '../../../core/legal-dates.ts';
import { plusDays } from '../../../core/local-time.ts';
import { earliestDay } from '../../../core/notices/possible-days.ts';
import { describe, expect, test } from '../../support/jest.ts';

/* The dates of a payload that the law's clocks and consents are read from; semantics 10.11 to 10.13. */

const NOW = Date.parse('2026-11-25T12:00:00Z');
const faultsOf = (value: Json) => legalDateFaults({ applicant: { application_completed_at: value } }, NOW);

describe('a legal date', () => {
  // Rules: 10.11.2
  test.each([
    ['2026-11-02'],
    ['2000-10-01'],
    ['2026-11-02T10:30:00-05:00'],
    ['2026-11-26T12:00:00Z'],
    ['2026-11-26'],
    [null],
    [''],
    ['  '],
  ])('may be %j', (value) => {
    expect(faultsOf(value)).toEqual([]);
  });

  // Rules: 10.12.1
  test.each<[Json, string]>([
    ['11/02/2026', 'unreadable_date'],
    ['2026-02-30', 'unreadable_date'],
    ['Nov 2, 2026', 'unreadable_date'],
    ['2026-11-02 10:00:00', 'unreadable_date'],
    ['yes', 'unreadable_date'],
    [true, 'unreadable_date'],
    [false, 'unreadable_date'],
    [1_793_577_600, 'unreadable_date'],
    [{ at: '2026-11-02' }, 'unreadable_date'],
    [['2026-11-02'], 'unreadable_date'],
    ['0026-11-02', 'unreadable_date'],
    ['2000-09-30', 'unreadable_date'],
    ['2026-11-26T12:00:00.001Z', 'future_date'],
    ['2026-11-26T12:00:00-05:00', 'future_date'],
    ['2027-01-01', 'future_date'],
  ])('may not be %j', (value, code) => {
    expect(faultsOf(value)).toMatchObject([{ code, field: 'applicant.application_completed_at' }]);
  });

  // Rules: 10.11.1
  test('is looked for in every person of the payload', () => {
    const payload: JsonObject = {
      applicant: {
        esign_consent: 'yes',
        co_applicant: { esign_consent: '2026-11-01', application_completed_at: 'soon' },
      },
      household: [{ name: 'Jo' }, { guarantor: { esign_consent: '2030-01-01' } }],
    };
    expect(legalDateFaults(payload, NOW).map(({ code, field }) => [code, field])).toEqual([
      ['unreadable_date', 'applicant.esign_consent'],
      ['unreadable_date', 'applicant.co_applicant.application_completed_at'],
      ['future_date', 'household[1].guarantor.esign_consent'],
    ]);
  });
});

describe('the clock of a credit letter starts', () => {
  const ACCEPTED = Date.parse('2026-11-25T12:00:00Z');
  const startOf = (value: Json) => {
    const dueAt = noticeDueAt('credit', ACCEPTED, { applicant: { application_completed_at: value } });
    return new Date(plusDays(dueAt, -CREDIT_DUE_DAYS, 'America/New_York')).toISOString();
  };

  // Rules: 10.13.2, 10.13.3
  test.each<[Json, string]>([
    ['11/02/2026', '2026-02-11'],
    ['02/11/2026', '2026-02-11'],
    ['25.03.2026', '2026-03-25'],
    ['3/4/26', '2026-03-04'],
    ['03/04/26', '2003-04-26'],
    ['2026/11/02', '2026-11-02'],
    ['2026-11-02 10:30:00', '2026-11-02'],
    ['2026-11-02T25:00:00Z', '2026-11-02'],
    ['2026-13-02', '2026-02-13'],
    ['2026-02-30', '2026-02-28'],
    ['2024-02-30', '2024-02-29'],
    ['Nov 2, 2026', '2026-11-02'],
    ['2 November 2026', '2026-11-02'],
    ['Mon, 02 Nov 2026 10:30:00 EST', '2026-11-02'],
    ['November 2026', '2026-11-01'],
    ['2026-11', '2026-11-01'],
    ['20261102', '2026-11-02'],
    ['11022026', '2026-02-11'],
    ['２０２６－１１－０２', '2026-11-02'],
    [1_793_577_600, '2026-11-02'],
    ['1793577600000', '2026-11-02'],
    [46_328, '2026-11-02'],
    ['46328.75', '2026-11-02'],
    ['110226', '2011-02-26'],
    ['251102', '2002-11-25'],
    ['2026-W45', '2026-01-01'],
    ['2026-306', '2026-01-01'],
    ['45/45/2026', '2026-01-01'],
    ['10:00 on the second, 2026', '2026-01-01'],
    ['Mon Nov 02 2026 10:00:00 GMT-1000 (Hawaii-Aleutian Standard Time)', '2026-11-02'],
  ])('of %j on the earliest day that it could mean, %s', (value, day) => {
    expect(startOf(value).slice(0, 10)).toBe(day);
  });

  // Rules: 10.13.2
  test.each<[Json]>([
    ['soon'],
    ['11/02'],
    [true],
    [{ day: 2 }],
    [12],
    [''],
    [null],
    ['2026-11-26'],
    ['12/31/2027'],
    [99_999],
  ])('of %j on the day of acceptance', (value) => {
    expect(startOf(value)).toBe('2026-11-25T12:00:00.000Z');
  });

  // Rules: 10.13.2
  test('never after the day of acceptance, and never after the day that was meant', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    const FORMS: readonly ((y: number, m: number, d: number) => string)[] = [
      (y, m, d) => `${y}-${two(m)}-${two(d)}`,
      (y, m, d) => `${m}/${d}/${y}`,
      (y, m, d) => `${two(d)}.${two(m)}.${y}`,
      (y, m, d) => `${m}-${d}-${String(y).slice(2)}`,
      (y, m, d) => `${d}/${m}/${String(y).slice(2)} 10:30 PM`,
      (y, m, d) => `${y}/${m}/${d}T00:00`,
      (y, m, d) => `${two(m)}${two(d)}${y}`,
    ];
    const day = fc.date({ min: new Date('2010-01-01'), max: new Date('2026-11-25'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...FORMS), (date, form) => {
        const [year, month, ofMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const start = Date.parse(startOf(form(year, month, ofMonth)));
        expect(start).toBeLessThanOrEqual(Date.UTC(year, month - 1, ofMonth));
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue()), (value) => {
        expect(Date.parse(startOf(value as Json))).toBeLessThanOrEqual(ACCEPTED);
      }),
    );
  });

  test('without looking through a text of any length', () => {
    expect(earliestDay(`${' '.repeat(100_000)}2026-11-02`)).toBeUndefined();
  });
});
