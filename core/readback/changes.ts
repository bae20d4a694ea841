import type { CascadeDefinition } from '../cascade/registry.ts';
import { examplesOf, resultOf, type ExampleOptions, type Result } from './examples.ts';
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
}

const MOST_APPLICANTS = 20;

export function changesBetween(before: CascadeDefinition, after: CascadeDefinition, options: ExampleOptions): Changes {
  const [old, now] = [readingOf(before, options.labels), readingOf(after, options.labels)];
  const parts = (['rules', 'missing_values', 'steps'] as const)
    .map((part) => ({ part, ...difference(linesOf(old, part), linesOf(now, part)) }))
    .filter(({ removed, added }) => removed.length + added.length > 0);
  const applicants = parts.length === 0 ? [] : treatedDifferently(before, after, options);
  return {
    parts,
    applicants: applicants.slice(0, MOST_APPLICANTS),
    more_applicants: Math.max(0, applicants.length - MOST_APPLICANTS),
  };
}

function linesOf(reading: Reading, part: 'rules' | 'missing_values' | 'steps'): readonly string[] {
  if (part === 'rules') return (reading.rules ?? []).map(({ text, details }) => [text, ...details].join(' '));
  return reading[part].map(({ text }) => text);
}

/** Lines that are not in the longest sequence that both have: a line that moved is in both lists. */
function difference(before: readonly string[], after: readonly string[]) {
  const longest = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = longest[i] ?? [];
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const [removed, added]: [string[], string[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) [i, j] = [i + 1, j + 1];
    else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      removed.push(left);
      i += 1;
    } else if (right !== undefined) {
      added.push(right);
      j += 1;
    }
  }
  return { removed, added };
}

/** Of the examples of both, and of somebody with the reports of test mode; where a person is asked, by each decision. */
function treatedDifferently(before: CascadeDefinition, after: CascadeDefinition, options: ExampleOptions) {
  const candidates = [before, after].flatMap((definition) =>
    examplesOf(definition, options).tables.flatMap(({ field, others, rows }) =>
      rows.map(({ value, applicant }) => ({ text: [`${field}: ${value}`, ...others].join('; '), applicant })),
    ),
  );
  const anybody = { text: 'everything as in test mode', applicant: applicantOf([], new Map()) };
  const seen = new Set<string>();
  return [...candidates, anybody].flatMap(({ text, applicant }) => {
    const key = JSON.stringify(applicant);
    if (seen.has(key)) return [];
    seen.add(key);
    for (const { person, words } of PERSONS) {
      const [old, now] = [before, after].map((each) => resultOf(each, applicant, options, person));
      if (old !== undefined && now !== undefined && old !== now) {
        return [{ text: `${text}${words}`, before: old, after: now, applicant }];
      }
      if (person === null && old !== 'review') break;
    }
    return [];
  });
}

/** Nobody has decided yet; then each decision of whoever is asked. */
const PERSONS = [
  { person: null, words: '' },
  { person: 'approved', words: '; a person who is asked approves' },
  { person: 'denied', words: '; a person who is asked denies' },
] as const;
