/**
 * Stores runs in the version that the interpreter writes today: `node test/core/interpreter/record-states.ts`. A file that
 * stands holds what a release wrote, and stays.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialState } from '../../../core/interpreter/state.ts';
import { store, STORIES } from './stored-runs.ts';

const file = join(import.meta.dirname, 'states', `${initialState([]).version}.json`);
if (existsSync(file)) throw new Error(`${file} is there already`);
writeFileSync(file, `${JSON.stringify(STORIES.map(store), null, 2)}\n`);
