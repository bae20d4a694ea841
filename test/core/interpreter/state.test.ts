import { describe, expect, test } from '../../support/jest.ts';
import { initialState, upcast, upcastState, type Upcasters } from '../../../core/interpreter/state.ts';
import type { StoredRunState } from '../../../core/interpreter/types.ts';
import { source } from './cascades.ts';

describe('the version of a stored state', () => {
  const made: Upcasters = {
    1: (state) => ({ ...state, version: 2, colour: 'red' }),
    2: (state) => ({ ...state, version: 3, size: 7 }),
  };

  test('older ones go through one upcaster after another', () => {
    const old = { version: 1, name: 'made up' };
    expect(upcast(old, 3, made)).toEqual({ version: 3, name: 'made up', colour: 'red', size: 7 });
  });

  test.each([0, 4, 1.5])('%s is refused', (version) => {
    expect(() => upcast({ version }, 3, made)).toThrow('cannot be read');
  });

  test('of today is read as it is, and a later one is refused', () => {
    const state = initialState([source()]);
    expect(upcastState(state)).toEqual(state);
    const later = { ...state, version: 99 } as unknown as StoredRunState;
    expect(() => upcastState(later)).toThrow('version 99 cannot be read');
  });

  test('1 gets what later versions remember', () => {
    const { causes: _causes, decidedBy: _decidedBy, ...rest } = initialState([source()]);
    expect(upcastState({ ...rest, version: 1 })).toEqual(initialState([source()]));
  });
});
