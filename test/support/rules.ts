import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/semantics');

/** The text of `docs/semantics`, all sections in their order. */
export const SEMANTICS = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .toSorted()
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
  .join('\n');

/** The rules by number. */
export const RULES: ReadonlyMap<string, string> = new Map(
  [...SEMANTICS.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\* (.*)$/gm)].map(([, number = '', text = '']) => [number, text]),
);
