import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '../../support/jest.ts';
import { initialState, LaterStateError, readState } from '../../../core/interpreter/state.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import { source } from './cascades.ts';
import { goOn, restore, STORIES, type StoredRun } from './stored-runs.ts';

describe('the version of a stored state', () => {
  const state = initialState([source()]);
  const withVersion = (version: number) => ({ ...state, version }) as unknown as RunState;

  test('of today is read as it is', () => {
    expect(readState(state)).toEqual(state);
  });

  test.each([0, -1, 0.5])('%s, which never was, is refused', (version) => {
    expect(() => readState(withVersion(version))).toThrow(`version ${version} cannot be read`);
    expect(() => readState(withVersion(version))).not.toThrow(LaterStateError);
  });

  test('of a later release is refused as such', () => {
    expect(() => readState(withVersion(state.version + 1))).toThrow(LaterStateError);
  });
});

describe('runs as they were stored', () => {
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
