import { COMMANDS, commandOf, type Pressed } from '../../../console/src/keys.ts';
import { isOn, turn } from '../../../console/src/switches.ts';
import { describe, expect, test } from '../../support/jest.ts';

const press = (key: string, more: Partial<Pressed> = {}) =>
  commandOf({
    ...{ key, ctrlKey: false, altKey: false, metaKey: false },
    ...{ isRepeat: false, isInField: false, isOnControl: false, isDialogOpen: false, areLettersOff: false },
    ...more,
  });

describe('the keys of the console', () => {
  test('are j, k, Enter, a, d, c, x, u, p, n, i, / and ?, each with one command', () => {
    expect(COMMANDS.map(({ key }) => key)).toEqual([
      'j',
      'k',
      'Enter',
      'a',
      'd',
      'c',
      'x',
      'u',
      'p',
      'n',
      'i',
      '/',
      '?',
    ]);
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

  // Rules: 9.17.1
  test('of one letter or sign do nothing once the person has switched them off', () => {
    const acting = COMMANDS.filter(({ key }) => press(key, { areLettersOff: true }) !== null);
    expect(acting.map(({ key }) => key)).toEqual(['Enter']);
  });

  // Rules: 9.17.1
  test('are switched off and on again for each person apart', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    const areOff = () => [1, 2, undefined].map((userId) => isOn(store, { name: 'keys-off', userId }));
    turn(store, { name: 'keys-off', userId: 1 }, true);
    expect(areOff()).toEqual([true, false, false]);
    turn(store, { name: 'keys-off', userId: 1 }, false);
    expect(areOff()).toEqual([false, false, false]);
  });

  test('stay as they are in a browser that keeps nothing', () => {
    const broken = () => {
      throw new Error('no storage');
    };
    const store = { getItem: broken, setItem: broken, removeItem: broken };
    turn(store, { name: 'keys-off', userId: 1 }, true);
    expect(isOn(store, { name: 'keys-off', userId: 1 })).toBe(false);
  });

  test('are those and no others', () => {
    expect(['A', 'D', 'X', ' ', 'Escape', 'Tab'].map((key) => press(key))).toEqual(Array(6).fill(null));
  });

  test('are not what an input method, a dead key or another alphabet sends', () => {
    const others = ['Process', 'Dead', 'Unidentified', 'AltGraph', 'ａ', 'а', 'á', 'ą', 'aa', '', 'NumpadEnter', '¿'];
    expect(others.map((key) => press(key))).toEqual(others.map(() => null));
  });
});
