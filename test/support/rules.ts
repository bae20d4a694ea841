import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/semantics');

/** The files of `docs/semantics`, in the order of their sections. */
export const SECTIONS: readonly { readonly name: string; readonly text: string }[] = readdirSync(FOLDER)
  .filter((name) => /^\d/.test(name))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

export const SEMANTICS = SECTIONS.map(({ text }) => text).join('\n');

/** The rules by number. */
export const RULES: ReadonlyMap<string, string> = new Map(
  [...SEMANTICS.matchAll(/^- \*\*(\d+\.\d+\.\d+)\*\* (.*)$/gm)].map(([, number = '', text = '']) => [number, text]),
);
