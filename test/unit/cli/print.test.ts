import { describe, expect, test } from '../../support/jest.ts';
import { asRecord, asTable } from '../../../cli/print.ts';
import { Progress } from '../../../cli/progress.ts';

describe('a table', () => {
  const rows = [
    { id: 1, name: 'Short', url: 'https://example.com/a/very/long/path/that/goes/on/and/on/and/on/and/on/and/on' },
    { id: 22, name: 'x'.repeat(60), url: null },
  ];

  test('fits its width by cutting the widest columns', () => {
    const lines = asTable({ rows, columns: ['id', 'name', 'url'] })
      .trimEnd()
      .split('\n');
    expect(lines.map(({ length }) => length <= 80)).toEqual([true, true, true]);
    expect(lines[0]).toMatch(/^id {2}name +url$/);
    expect(lines[1]).toMatch(/^1 {3}Short +https:\/\/example\.com.*…$/);
    expect(lines[2]).toMatch(/^22 {2}x+… {2}–$/);
  });

  test('is not cut on a terminal that is wide enough', () => {
    expect(asTable({ rows, columns: ['id', 'name', 'url'] }, 200)).not.toContain('…');
  });

  test('writes a line for each record, whatever the text of a caller holds', () => {
    const evil = [{ name: 'a\nb\u001b[2J\u009b1m' }];
    expect(asTable({ rows: evil, columns: ['name'] })).toBe('name\na�b�[2J�1m\n');
  });

  test('shows times to the minute', () => {
    expect(asTable({ rows: [{ at: new Date('2026-03-02T16:20:30.123Z') }], columns: ['at'] })).toBe(
      'at\n2026-03-02 16:20\n',
    );
  });

  test('never cuts a time', () => {
    const row = { id: 1, execution_mode: 'test', name: 'x'.repeat(60), created_at: new Date('2026-03-02T16:20:30Z') };
    expect(
      asTable({ rows: [row], columns: Object.keys(row) }, 40)
        .trimEnd()
        .split('\n'),
    ).toEqual(['id  exe…  name          created_at', '1   test  xxxxxxxxxxx…  2026-03-02 16:20']);
  });

  test('cuts names of fields before it cuts a value', () => {
    const row = { id: 1, execution_mode: 'test', first_error_code: 'vendor_unavailable', name: 'x'.repeat(8) };
    const [, values] = asTable({ rows: [row], columns: Object.keys(row) }, 42).split('\n');
    expect(values).toBe('1   test      vendor_unavailable  xxxxxxxx');
  });

  test('says so if there is nothing', () => {
    expect(asTable({ rows: [], columns: ['id'] })).toBe('None.\n');
  });
});

test('a record shows the lines of a text below each other, and nothing else that a terminal obeys', () => {
  expect(asRecord({ id: 1, address: '1 Main St\nPortland\u001b[2J' })).toBe(
    'id       1\naddress  1 Main St\n         Portland�[2J\n',
  );
});

describe('progress', () => {
  function start(isTerminal: boolean) {
    const clock = { ms: 0 };
    const written: string[] = [];
    const progress = new Progress({ err: (text) => written.push(text), isTerminal, now: () => clock.ms });
    return { clock, written, progress };
  }

  test('is silent for two seconds, then shows how far it is, and takes its line away', () => {
    const { clock, written, progress } = start(true);
    progress.report(10, 40);
    clock.ms = 1_999;
    progress.draw();
    expect(written).toEqual([]);
    clock.ms = 2_000;
    progress.draw();
    progress.draw();
    const line = '[#######                       ] 10/40, 2 s';
    expect(written).toEqual([`\r${line}`]);
    progress.end();
    expect(written.at(-1)).toBe(`\r${' '.repeat(line.length)}\r`);
  });

  test('stands below what is said meanwhile', () => {
    const { clock, written, progress } = start(true);
    clock.ms = 2_000;
    progress.report(10, 40);
    progress.draw();
    const line = '[#######                       ] 10/40, 2 s';
    progress.say('Still at it.\n');
    progress.draw();
    expect(written).toEqual([`\r${line}`, `\r${' '.repeat(line.length)}\r`, 'Still at it.\n', `\r${line}`]);
  });

  test('counts where nobody knows how much there is, and says at least that it works', () => {
    const { clock, written, progress } = start(true);
    clock.ms = 3_000;
    progress.draw();
    progress.report(500);
    progress.draw();
    progress.end();
    expect(written.slice(0, 2)).toEqual(['\rworking, 3 s', '\r500 done, 3 s']);
  });

  test('writes nothing where standard error is no terminal', () => {
    const { clock, written, progress } = start(false);
    clock.ms = 60_000;
    progress.report(1, 2);
    progress.draw();
    progress.end();
    expect(written).toEqual([]);
  });
});
