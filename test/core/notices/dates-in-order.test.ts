import { statementText } from '../../../core/notices/decided/index.ts';
import { expect, test } from '../../support/jest.ts';
import { randomOf } from '../policies/support/sentences.ts';

/** A printed date as a reader understands it: an instant, or a day without one. */
function readDate(words: string): { readonly at: number; readonly isDay: boolean } {
  const isDay = !words.endsWith(' UTC');
  return { at: Date.parse(isDay ? `${words} UTC` : words.replace(' at ', ' ')), isDay };
}

test('two dates read in the order in which they were compared, whatever their offsets', () => {
  const random = randomOf(7);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const days = ['2026-10-31', '2026-11-01', '2026-11-02'];
  const times = [
    '',
    'T00:00:00',
    'T00:00:00Z',
    'T20:00:00-04:00',
    'T23:30:00-05:00',
    'T05:00:00+14:00',
    'T23:59:30Z',
    'T23:59:59Z',
  ];
  const instant = (date: string) =>
    Date.parse(date.length === 10 || /Z$|[-+]\d\d:\d\d$/.test(date) ? date : `${date}Z`);
  for (let seed = 0; seed < 2_000; seed += 1) {
    const [value, limit] = [`${pick(days)}${pick(times)}`, `${pick(days)}${pick(times)}`];
    const text = statementText({
      ...{ label: 'X', unit: null, value },
      comparison: { is: 'required', operator: 'less_than', value: limit },
    });
    const [, own = '', other = ''] = /^X: (.*) \(required: before (.*)\)$/.exec(text) ?? [];
    const [read, asked] = [readDate(own), readDate(other)];
    const said = Math.sign(read.at - asked.at);
    expect([text, said]).toEqual([text, Math.sign(instant(value) - instant(limit))]);
    expect(read.isDay).toBe(asked.isDay);
  }
});

test.each(['2026-02-30', '2026-13-45', '2026-11-02T25:00:00Z'])(
  '%s is no date, and is not printed as another one',
  (value) => {
    const comparison = { is: 'required', operator: 'less_than', value: '2026-11-02' } as const;
    expect(statementText({ label: 'X', unit: null, value, comparison })).toBe('X');
  },
);
