import type { CascadeDefinition } from '../cascade/registry.ts';
import type { Work } from '../work.ts';
import { effectsOf, type Effects } from './effects.ts';
import type { ExampleOptions } from './examples.ts';
import { readingOf, type Reading } from './index.ts';

/** Differences between the readings of two versions, and applicants whom the two treat differently. */
export interface Changes extends Effects {
  readonly parts: readonly {
    readonly part: 'rules' | 'missing_values' | 'steps';
    readonly removed: readonly string[];
    readonly added: readonly string[];
  }[];
}

/** A version with its reading. */
export interface ReadVersion {
  readonly definition: CascadeDefinition;
  readonly reading: Reading;
}

/** Throws TooMuchWork. */
export function readVersion(definition: CascadeDefinition, options: ExampleOptions, work: Work): ReadVersion {
  return { definition, reading: readingOf(definition, work, options.dictionary) };
}

/** Throws TooMuchWork. */
export function changesBetween(before: ReadVersion, after: ReadVersion, options: ExampleOptions, work: Work): Changes {
  const parts = partsBetween(before.reading, after.reading, work);
  const none = { effects: [], more_effects: 0, untried: 0 };
  const effects = parts.length === 0 ? none : effectsOf(before.definition, after.definition, options, work);
  return { parts, ...effects };
}

/** The parts of the readings that differ. Throws TooMuchWork. */
const partsBetween = (before: Reading, after: Reading, work: Work): Changes['parts'] =>
  (['rules', 'missing_values', 'steps'] as const)
    .map((part) => ({ part, ...difference(linesOf(before, part), linesOf(after, part), work) }))
    .filter(({ removed, added }) => removed.length + added.length > 0);

function linesOf(reading: Reading, part: 'rules' | 'missing_values' | 'steps'): readonly string[] {
  if (part === 'rules')
    return (reading.rules ?? []).map(({ text, read_as: readAs, details }) =>
      [text, ...(readAs === null ? [] : [readAs]), ...details].join(' '),
    );
  return reading[part].map(({ text }) => text);
}

/** Pairs of lines compared per unit of work. */
const COMPARED_FOR_UNIT = 128;

/** Lines outside the longest common subsequence: a line that moved is in both lists. */
function difference(before: readonly string[], after: readonly string[], work: Work) {
  let begin = 0;
  while (begin < Math.min(before.length, after.length) && before[begin] === after[begin]) begin += 1;
  const [old, now] = numbered(before.slice(begin), after.slice(begin));
  const width = now.length + 1;
  work.spend(Math.ceil(((old.length + 1) * width) / COMPARED_FOR_UNIT));
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [removed, added]: [string[], string[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
    else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) {
      removed.push(before[begin + i] ?? '');
      i += 1;
    } else {
      added.push(after[begin + j] ?? '');
      j += 1;
    }
  }
  return { removed, added };
}

/** Lines as numbers that are equal exactly if the lines are: comparing long lines is slow. */
function numbered(
  ...lists: readonly [readonly string[], readonly string[]]
): readonly [readonly number[], readonly number[]] {
  const numbers = new Map<string, number>();
  const of = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  return [lists[0].map(of), lists[1].map(of)];
}
