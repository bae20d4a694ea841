import { readFileSync } from 'node:fs';
import type { Mutant } from './list.ts';

/** The module with the mutant in it. Throws if what it replaces does not stand there once: the list would rot. */
export function broken({ file, from, to }: Pick<Mutant, 'file' | 'from' | 'to'>): { url: string; source: string } {
  const url = new URL(`../../../../core/${file}`, import.meta.url);
  const parts = readFileSync(url, 'utf8').split(from);
  if (parts.length !== 2) throw new Error(`core/${file} has ${parts.length - 1} times: ${from}`);
  return { url: url.href, source: parts.join(to) };
}
