import type { EveryoneElse, Row, RowList, RowReview, RowStep } from '../../../core/rows/row.ts';
import { decisionWords } from './words.ts';

/* The differences between the rules of two versions, row by row. */

/** Words that were kept, removed or added. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A change to a part of a rule that its sentence does not mention. Null if there is none. */
export interface OtherChange {
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface ChangedRow {
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Old and new position, from 1; null if the rule is absent, and for everyone else. */
  readonly was: number | null;
  readonly now: number | null;
  readonly words: readonly Piece[];
  readonly others: readonly OtherChange[];
}

type AnyRow = Row | EveryoneElse;

/** In the order of the new rules; a removed rule keeps its old position. */
export function changedRows(before: RowList, after: RowList): readonly ChangedRow[] {
  const [old, now] = [before.rules, after.rules];
  const staying = new Set(common(orderOf(old), orderOf(now)));
  const placeIn = (rules: readonly Row[], id: string): number | null => {
    const index = rules.findIndex((rule) => rule.id === id);
    return index === -1 ? null : index + 1;
  };
  const rowOf = (id: string): ChangedRow | null => {
    const [was, is] = [old.find((rule) => rule.id === id), now.find((rule) => rule.id === id)];
    const places = { was: placeIn(old, id), now: placeIn(now, id) };
    if (was === undefined || is === undefined) {
      const kind = was === undefined ? 'added' : 'removed';
      return { key: id, kind, ...places, words: [{ kind, text: (was ?? is)?.text ?? '' }], others: [] };
    }
    const difference = differenceOf(was, is);
    if (difference !== null) return { key: id, kind: 'changed', ...places, ...difference };
    if (staying.has(id)) return null;
    return { key: id, kind: 'moved', ...places, words: [{ kind: 'same', text: is.text }], others: [] };
  };
  const rows = merged(idsOf(old), idsOf(now)).flatMap((id) => rowOf(id) ?? []);
  return [...rows, ...restOf(before.everyone_else, after.everyone_else)];
}

const idsOf = (rules: readonly Row[]): readonly string[] => rules.map(({ id }) => id);

/** The ids of the rules. Rules of a block are sorted, because the order within a block decides nothing. */
function orderOf(rules: readonly Row[]): readonly string[] {
  const runs: Row[][] = [];
  for (const rule of rules) {
    const run = runs.at(-1);
    if (run !== undefined && rule.block !== null && run[0]?.block === rule.block) run.push(rule);
    else runs.push([rule]);
  }
  return runs.flatMap((run) => [...idsOf(run)].toSorted());
}

function restOf(before: EveryoneElse | null, after: EveryoneElse | null): readonly ChangedRow[] {
  const at = { key: 'everyone else', was: null, now: null };
  if (before === null || after === null) {
    const text = (before ?? after)?.text;
    const kind = before === null ? 'added' : 'removed';
    return text === undefined ? [] : [{ ...at, kind, words: [{ kind, text }], others: [] }];
  }
  const difference = differenceOf(before, after);
  return difference === null ? [] : [{ ...at, kind: 'changed', ...difference }];
}

/** Null if both are equal. */
function differenceOf(before: AnyRow, after: AnyRow): Pick<ChangedRow, 'words' | 'others'> | null {
  const words = wordsBetween(before.text, after.text);
  const isSaid = words.some(({ kind }) => kind !== 'same');
  const others = OTHERS.flatMap(({ what, of }): readonly OtherChange[] => {
    const [was, is] = [of(before), of(after)];
    return was === is ? [] : [{ what, before: was, after: is }];
  });
  const readings = [before, after].map(readingOf);
  const isRead = !isSaid && readings[0] !== readings[1];
  const all = isRead
    ? [{ what: 'Read as', before: readings[0] ?? null, after: readings[1] ?? null }, ...others]
    : others;
  return isSaid || all.length > 0 ? { words, others: all } : null;
}

const readingOf = (row: AnyRow): string => ('when' in row ? row.when.read_as : row.read_as);

/** Parts of a row that its sentence may leave out. */
const OTHERS: readonly { readonly what: string; readonly of: (row: AnyRow) => string | null }[] = [
  { what: 'Decision', of: (row) => decisionWords(row) },
  { what: 'Reason that the letter adds', of: ({ reason }) => reason },
  {
    what: 'If a value is missing',
    of: (row) => ('on_missing' in row ? (row.on_missing?.replaceAll('_', ' ') ?? null) : null),
  },
  { what: 'How a person is asked', of: ({ review }) => reviewWords(review) },
  { what: 'Terms that are offered', of: ({ then }) => then.terms?.statement ?? null },
  {
    what: 'Its letter',
    of: ({ then: { terms } }) =>
      terms === null ? null : terms.is_automatic ? 'sent at once' : 'seen by a person first',
  },
  { what: 'Before it', of: ({ then }) => stepWords(then.before) },
  { what: 'After it', of: ({ then }) => stepWords(then.after) },
];

const stepWords = (steps: readonly RowStep[]): string | null =>
  steps.length === 0 ? null : steps.map(({ text }) => text).join('; ');

function reviewWords(review: RowReview | null): string | null {
  if (review === null) return null;
  const { approvals, queue, due_in: due, reminders } = review;
  return [
    approvals === 1 ? 'one person' : `${approvals} different people`,
    ...(queue === null ? [] : [`queue ${queue}`]),
    ...(due == null ? [] : [`due in ${due.duration} ${due.unit.replaceAll('_', ' ')}`]),
    ...(reminders.length === 0 ? [] : [`${reminders.length} reminders`]),
  ].join(', ');
}

/** A word or a figure (`$4,000`, `0.35`), or punctuation. */
const WORDS = /\s*(?:[^\s.,;:!?]+(?:[.,]\d+)*|[.,;:!?]+)/g;

/** Word differences between two sentences. */
export function wordsBetween(before: string, after: string): readonly Piece[] {
  const [old, now] = [before, after].map((text) => text.match(WORDS) ?? []);
  const pieces: Piece[] = [];
  const put = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  for (const { kind, word } of steps(old ?? [], now ?? [])) put(kind, word);
  return pieces;
}

interface Step {
  readonly kind: Piece['kind'];
  readonly word: string;
}

/** The edits from one list to the other: removals come before the additions that replace them. */
function steps(old: readonly string[], now: readonly string[]): readonly Step[] {
  const kept = common(old, now);
  const made: Step[] = [];
  let [i, j] = [0, 0];
  for (const word of [...kept, null]) {
    while (i < old.length && old[i] !== word) made.push({ kind: 'removed', word: old[i++] ?? '' });
    while (j < now.length && now[j] !== word) made.push({ kind: 'added', word: now[j++] ?? '' });
    if (word !== null) made.push({ kind: 'same', word });
    [i, j] = [i + 1, j + 1];
  }
  return made;
}

/** Both lists merged without repeats: an entry only in the first list keeps its place. */
function merged(old: readonly string[], now: readonly string[]): readonly string[] {
  const there = new Set(now);
  return steps(old, now).flatMap(({ kind, word }) => (kind === 'removed' && there.has(word) ? [] : [word]));
}

/** The longest common subsequence. */
function common(old: readonly string[], now: readonly string[]): readonly string[] {
  const longest = old.map(() => now.map(() => 0));
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = longest[i];
      if (row !== undefined) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      found.push(old[i] ?? '');
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return found;
}
