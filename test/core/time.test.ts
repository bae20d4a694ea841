import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { movedTo } from '../../core/products/seeded.ts';
import { valuesAround } from '../../core/readback/domains.ts';
import { time as timeOfFlag } from '../../cli/parse.ts';
import { fullMonths, isoTime, parseTime, toTime } from '../../core/time.ts';
import { formatsOf } from '../../services/artifacts/format.ts';
import { describe, expect, test } from '../support/jest.ts';

const at = (text: string) => Date.parse(text);

describe('the one reader of dates', () => {
  // Rules: 10.10.1
  test.each([
    ['2026-11-02', at('2026-11-02T00:00:00Z')],
    ['2026-11-02T10:30', at('2026-11-02T10:30:00Z')],
    ['2026-11-02T10:30:00', at('2026-11-02T10:30:00Z')],
    ['2026-11-02t10:30:00.25z', at('2026-11-02T10:30:00.250Z')],
    ['2026-11-02T10:30:00-05:00', at('2026-11-02T15:30:00Z')],
    ['2026-11-02T10:30+05:45', at('2026-11-02T04:45:00Z')],
    ['2024-02-29', at('2024-02-29T00:00:00Z')],
    ['0099-12-31', at('0099-12-31T00:00:00Z')],
    ['2026-12-31T23:59:60Z', at('2027-01-01T00:00:00Z')],
  ])('reads %s, in UTC without an offset', (text, time) => {
    expect(toTime(text)).toBe(time);
  });

  test.each([
    ...['2026-02-30', '2026-02-29', '2026-04-31T10:00:00Z', '2026-13-01', '2026-00-10', '2026-11-00', '0000-01-01'],
    ...['11/02/2026', '2026/11/02', '2026-11-2', '20261102', '2026-11', 'Nov 2, 2026', '2026-W45-1', '2026-306'],
    ...['2026-11-02 10:30:00', ' 2026-11-02', '2026-11-02\n', '2026-11-02Z', '2026-11-02T10', '2026-11-02T24:00:00Z'],
    ...['2026-11-02T10:60:00Z', '2026-11-02T10:30:00+16:00', '2026-11-02T10:30:00 EST', '２０２６-11-02', '2026–11–02'],
    ...['', 'soon', '1793577600', '+002026-11-02'],
    ...[1_793_577_600_000, true, null, ['2026-11-02'], { at: '2026-11-02' }, undefined],
  ])('reads nothing of %j', (value) => {
    expect(toTime(value)).toBeUndefined();
  });

  const TIMES = fc.date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });

  test('reads every time as it was written, with any offset', () => {
    fc.assert(
      fc.property(TIMES, fc.integer({ min: -15 * 60, max: 15 * 60 }), (time, minutes) => {
        const local = new Date(time.getTime() + minutes * 60_000);
        const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        const [text, zoned] = [local.toISOString().slice(0, -1), time.toISOString()];
        expect([toTime(`${text}${offset}`), toTime(zoned), toTime(text)]).toEqual([+time, +time, +local]);
        expect(parseTime(zoned)).toEqual(time);
        expect(parseTime(text)).toBeNull();
      }),
    );
  });

  // Rules: 10.10.1
  test('reads a day of the calendar, and no other', () => {
    const part = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), part(14), part(33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${month}-${day}`;
        const time = toTime(text);
        if (time === undefined) {
          const lastOfMonth = new Date(Date.UTC(year + 4000, Number(month), 0)).getUTCDate();
          expect(Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > lastOfMonth).toBe(true);
        } else expect(new Date(time).toISOString().slice(0, 10)).toBe(text);
      }),
    );
  });

  // Rules: 10.10.1
  test('reads the same in each time zone of the process', async () => {
    const path = join(import.meta.dirname, '../../core/time.ts');
    const code = `import { toTime } from ${JSON.stringify(path)};
      console.log(JSON.stringify(['2026-11-02', '2026-11-02T01:30:00', '2026-03-08T02:30', '2026-11-02T01:30:00+02:00'].map(toTime)));`;
    const readIn = async (zone: string) => {
      const args = ['--input-type=module', '--eval', code];
      return (await promisify(execFile)(process.execPath, args, { env: { ...process.env, TZ: zone } })).stdout;
    };
    const [utc, ...others] = await Promise.all(
      ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'].map(readIn),
    );
    expect(JSON.parse(utc ?? '')).toEqual([
      at('2026-11-02T00:00:00Z'),
      at('2026-11-02T01:30:00Z'),
      at('2026-03-08T02:30:00Z'),
      at('2026-11-01T23:30:00Z'),
    ]);
    expect(new Set(others)).toEqual(new Set([utc]));
  });
});

describe('a day that the calendar does not have', () => {
  const NO_DAYS = ['2026-02-30', '2026-13-45', '2025-02-29'];

  test.each(NO_DAYS)('%s is printed as it is', (text) => {
    expect(formatsOf('en-US').longDate(text)).toBe(text);
    expect(formatsOf('en-US').longDate('2026-02-28')).toBe('February 28, 2026');
  });

  test.each(NO_DAYS)('%s in a report stays as it is when the report is of another day', (text) => {
    const report = { searched_on: '2026-01-01', filed_on: text, closed_on: '2025-12-31' };
    expect(movedTo('2026-01-11', report)).toEqual({
      searched_on: '2026-01-11',
      filed_on: text,
      closed_on: '2026-01-10',
    });
  });

  test.each(NO_DAYS)('%s in a condition has no days beside it', (text) => {
    const subject = { schema: null } as Parameters<typeof valuesAround>[0]['subject'];
    const days = (value: string) =>
      valuesAround({ subject, operator: 'less_than', value } as Parameters<typeof valuesAround>[0]);
    expect(days(text)).toEqual([text, expect.any(String)]);
    expect(days('2026-03-01')).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  });

  test.each(NO_DAYS)('%s is refused as a flag of the command line', (text) => {
    expect(() => timeOfFlag(text)).toThrow(/must be a date/);
    expect(timeOfFlag('2026-03-01T08:00')).toEqual(new Date('2026-03-01T08:00:00Z'));
  });
});

describe('whole months', () => {
  // Rules: 4.9.12
  test.each([
    ['2026-01-31', '2026-02-27', 0],
    ['2026-01-31', '2026-02-28', 1],
    ['2028-01-31', '2028-02-28', 0],
    ['2028-01-31', '2028-02-29', 1],
    ['2024-02-29', '2025-02-28', 12],
    ['2026-02-28', '2026-03-27', 0],
    ['2026-02-28', '2026-03-28', 1],
    ['2026-03-15', '2026-04-14', 0],
    ['2026-05-01', '2026-04-01', 0],
  ])('from %s to %s are %d', (from, to, months) => {
    expect(fullMonths(from, to)).toBe(months);
  });

  test('never get fewer as days go by, and are twelve a year', () => {
    const day = fc.integer({ min: 0, max: 4_000 }).map((days) => isoTime(Date.UTC(2020, 0, 1 + days)).slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 1_500 }), (from, days) => {
        const dayAfter = (count: number) => isoTime(Date.parse(from) + count * 86_400_000).slice(0, 10);
        expect(fullMonths(from, dayAfter(days + 1))).toBeGreaterThanOrEqual(fullMonths(from, dayAfter(days)));
        const sameDay = `${Number(from.slice(0, 4)) + 4}${from.slice(4)}`;
        expect(fullMonths(from, sameDay)).toBe(48);
      }),
    );
  });
});
