import { COMMANDS, commandOf, type Pressed } from '../../../console/src/keys.ts';
import { describe, expect, test } from '../../support/jest.ts';

const press = (key: string, more: Partial<Pressed> = {}) =>
  commandOf({
    ...{ key, ctrlKey: false, altKey: false, metaKey: false },
    ...{ isRepeat: false, isInField: false, isOnControl: false, isDialogOpen: false },
    ...more,
  });

describe('the keys of the console', () => {
  test('are j, k, Enter, a, d, c, x, p, n, i and ?, each with one command', () => {
    expect(COMMANDS.map(({ key }) => key)).toEqual(['j', 'k', 'Enter', 'a', 'd', 'c', 'x', 'p', 'n', 'i', '?']);
    expect(new Set(COMMANDS.map(({ command }) => command)).size).toBe(COMMANDS.length);
    expect(COMMANDS.map(({ key }) => press(key))).toEqual(COMMANDS.map(({ command }) => command));
  });

  test.each<[string, Partial<Pressed>]>([
    ['in a field, where they are letters', { isInField: true }],
    ['while a question is open', { isDialogOpen: true }],
    ['with a modifier, which is the browser’s', { ctrlKey: true }],
    ['with another modifier', { metaKey: true }],
    ['with a third one', { altKey: true }],
  ])('do nothing %s', (_when, more) => {
    expect(COMMANDS.map(({ key }) => press(key, more))).toEqual(COMMANDS.map(() => null));
  });

  test('that are held down move on, and neither approve nor deny nor claim again and again', () => {
    const held = COMMANDS.map(({ key }) => press(key, { isRepeat: true })).filter((command) => command !== null);
    expect(held).toEqual(['next', 'previous']);
  });

  test('leave Enter to a button or a link that has the focus', () => {
    expect(press('Enter', { isOnControl: true })).toBeNull();
    expect(press('a', { isOnControl: true })).toBe('approve');
  });

  test('are those and no others', () => {
    expect(['A', 'D', 'X', ' ', 'Escape', 'Tab'].map((key) => press(key))).toEqual(Array(6).fill(null));
  });
});
