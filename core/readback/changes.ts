import type { CascadeDefinition } from '../cascade/registry.ts';
import { within, Work } from '../work.ts';
import { examplesOf, resultOf, type ExampleOptions, type Examples, type Result } from './examples.ts';
import { readingOf, type Reading } from './index.ts';
import { applicantOf, type Applicant } from './domains.ts';

/** What another version says otherwise, and applicants whom the two treat differently. */
export interface Changes {
  readonly parts: readonly {
    readonly part: 'rules' | 'missing_values' | 'steps';
    readonly removed: readonly string[];
    readonly added: readonly string[];
  }[];
  readonly applicants: readonly {
    /** The value that the table is about, as a sentence. */
    readonly text: string;
    readonly before: Result;
    readonly after: Result;
    readonly applicant: Applicant;
  }[];
  /** How many more were found. */
  readonly more_applicants: number;
  /** How many examples were not tried: that would be too much work. */
  readonly untried_applicants: number;
}

const MOST_APPLICANTS = 20;
/** Units of work for running the applicants of both through both. */
const WORK_OF_APPLICANTS = 150_000;

/** A version as it was read. */
export interface ReadVersion {
  readonly definition: CascadeDefinition;
  readonly reading: Reading;
  readonly examples: Examples;
}

/** Throws TooMuchWork. */
export function readVersion(definition: CascadeDefinition, options: ExampleOptions, work: Work): ReadVersion {
  return {
    definition,
    reading: readingOf(definition, work, options.dictionary),
    examples: examplesOf(definition, options, work),
  };
}

export function changesBetween(before: ReadVersion, after: ReadVersion, options: ExampleOptions, work: Work): Changes {
  const parts = partsBetween(before.reading, after.reading, work);
  const { found, untried } =
    parts.length === 0
      ? { found: [], untried: 0 }
      : treatedDifferently(before, after, options, new Work(WORK_OF_APPLICANTS, work));
  return {
    parts,
    applicants: found.slice(0, MOST_APPLICANTS),
    more_applicants: Math.max(0, found.length - MOST_APPLICANTS),
    untried_applicants: untried,
  };
}

/** The parts of the readings that differ. Throws TooMuchWork. */
export const partsBetween = (before: Reading, after: Reading, work: Work): Changes['parts'] =>
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

/** Pairs of lines that are compared for one unit of work. */
const COMPARED_FOR_UNIT = 128;

/** Lines that are not in the longest sequence that both have: a line that moved is in both lists. */
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

/** Lines by numbers that are the same exactly if they are: long ones take long to compare. */
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

type Treated = Changes['applicants'][number];

/** Of the examples of both, and of somebody with the reports of test mode; where a person is asked, by each decision. */
function treatedDifferently(before: ReadVersion, after: ReadVersion, options: ExampleOptions, work: Work) {
  const candidates = [before, after].flatMap(({ examples }) =>
    examples.tables.flatMap(({ field, others, rows }) =>
      rows.map(({ value, applicant }) => ({ text: [`${field}: ${value}`, ...others].join('; '), applicant })),
    ),
  );
  const all = [...candidates, { text: 'everything as in test mode', applicant: applicantOf([], new Map()) }];
  const seen = new Set<string>();
  const found: Treated[] = [];
  let tried = 0;
  within(work, work.left, (part) => {
    for (const { text, applicant } of all) {
      const key = JSON.stringify(applicant);
      part.spendOnText(text.length + key.length);
      if (!seen.has(key)) found.push(...treatment(before, after, { text, applicant }, options, part));
      seen.add(key);
      tried += 1;
    }
  });
  return { found, untried: all.length - tried };
}

export function treatment(
  before: Pick<ReadVersion, 'definition'>,
  after: Pick<ReadVersion, 'definition'>,
  { text, applicant }: Pick<Treated, 'text' | 'applicant'>,
  options: ExampleOptions,
  work: Work,
): readonly Treated[] {
  for (const { person, words } of PERSONS) {
    const [old, now] = [before, after].map(({ definition }) => resultOf(definition, applicant, options, work, person));
    if (old !== undefined && now !== undefined && old !== now) {
      return [{ text: `${text}${words}`, before: old, after: now, applicant }];
    }
    if (person === null && old !== 'review') break;
  }
  return [];
}

/** Nobody has decided yet; then each decision of whoever is asked. */
const PERSONS = [
  { person: null, words: '' },
  { person: 'approved', words: '; a person who is asked approves' },
  { person: 'denied', words: '; a person who is asked denies' },
] as const;
