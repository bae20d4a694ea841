import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../../support/jest.ts';
import { initialState, upcast, upcastState, type Upcasters } from '../../../core/interpreter/state.ts';
import type { StoredRunState } from '../../../core/interpreter/types.ts';
import { source } from './cascades.ts';
import { goOn, restore, STORIES, type StoredRun } from './stored-runs.ts';

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
    const left = { ...state, version: 3 as const, arrivals: [{ at: 'a', from: [] }] };
    expect(upcastState(left)).toEqual(left);
    const later = { ...state, version: 99 } as unknown as StoredRunState;
    expect(() => upcastState(later)).toThrow('version 99 cannot be read');
  });

  test('1 gets what later versions remember', () => {
    const { causes: _causes, decidedBy: _decidedBy, ...rest } = initialState([source()]);
    expect(upcastState({ ...rest, version: 1 })).toEqual(initialState([source()]));
  });
});

describe('runs that earlier versions stored', () => {
  const FOLDER = join(import.meta.dirname, 'states');
  const current = initialState([source()]).version;
  const versions = readdirSync(FOLDER).map((file) => Number(file.replace('.json', '')));
  const stored = versions.map((version) => ({
    version,
    runs: JSON.parse(readFileSync(join(FOLDER, `${version}.json`), 'utf8')) as readonly StoredRun[],
  }));

  // A new version is stored by `node test/core/interpreter/record-states.ts`.
  test('there are some of each version, in every phase', () => {
    expect(versions.toSorted()).toEqual(Array.from({ length: current }, (_one, index) => index + 1));
    for (const { version, runs } of stored) {
      expect(new Set(runs.map(({ state }) => state.version))).toEqual(new Set([version]));
      expect(runs.map(({ name }) => name)).toEqual(STORIES.map(({ name }) => name));
      const phases = runs.flatMap(({ state }) => state.tokens.map(({ phase }) => phase));
      expect(new Set(phases)).toEqual(new Set(['held', 'working', 'sleeping', 'parked']));
    }
  });

  const each = stored.flatMap(({ runs }) => runs.map((run) => ({ version: run.state.version, name: run.name, run })));
  test.each(each)('version $version, $name: goes on and ends as it would have then', ({ run }) => {
    const world = restore(run);
    expect(world.state.version).toBe(current);
    expect(goOn(world)).toEqual(run.end);
  });
});
