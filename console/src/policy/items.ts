import type { GenerationPreview, Seen } from '../api/records.ts';

/* The result of each part of a policy, in text order: what was read, what could not be read, and what was ignored. */

type Unread = NonNullable<GenerationPreview['unread']>[number];

export type Suggestion = Unread['suggestions'][number];

interface Words {
  readonly key: string;
  /** The words as they are in the policy; empty if something is missing from it. */
  readonly text: string;
  readonly offset: number;
}

export type Item =
  | (Words & {
      readonly kind: 'read';
      readonly decision: string;
      readonly readAs: string;
      readonly nodeIds: readonly string[];
    })
  | (Words & { readonly kind: 'unread'; readonly message: string; readonly suggestions: readonly Suggestion[] })
  | (Words & { readonly kind: 'aside' });

export function itemsOf(preview: Pick<GenerationPreview, 'explanation' | 'unrecognized' | 'unread'>): Item[] {
  const { sentences = [] } = preview.explanation ?? {};
  const items: Item[] = [
    ...sentences.map((sentence, index): Item => ({
      ...{ kind: 'read', key: `read ${index}`, text: sentence.text, offset: sentence.offset },
      ...{ decision: sentence.decision, readAs: sentence.read_as, nodeIds: sentence.node_ids },
    })),
    ...(preview.unread ?? []).map(({ text, offset, message, suggestions }, index): Item => ({
      ...{ kind: 'unread', key: `unread ${index}`, text, offset, message, suggestions },
    })),
    ...asideIn(preview).map(({ text, offset }, index): Item => ({
      kind: 'aside',
      key: `aside ${index}`,
      text,
      offset,
    })),
  ];
  return items.toSorted((one, other) => one.offset - other.offset || ORDER[one.kind] - ORDER[other.kind]);
}

/** Words that decide nothing. If a model wrote the rules, `ReadTwice` lists them. */
const asideIn = ({ explanation, unrecognized }: Pick<GenerationPreview, 'explanation' | 'unrecognized'>) =>
  explanation?.readings === undefined ? unrecognized : [];

const ORDER = { unread: 0, read: 1, aside: 2 } as const;

/** The items with updated readings, after a choice was made for some sentences. */
export function readWith(
  items: readonly Item[],
  reading: Seen<GenerationPreview['reading']>,
  chosen: readonly string[],
): readonly Item[] {
  const readAs = new Map(reading?.rules?.map((rule) => [bare(rule.text), rule.read_as]));
  const isChosen = new Set(chosen.map(bare));
  return items.map((item) => {
    const now = item.kind === 'read' && isChosen.has(bare(item.text)) ? readAs.get(bare(item.text)) : null;
    return now == null || item.kind !== 'read' ? item : { ...item, readAs: now };
  });
}

/** A sentence without its full stop. */
export const bare = (sentence: string): string => sentence.trim().replace(/\.$/, '');

/** Position of the words in a policy that may have changed since; null if they are gone. */
export function placeOf(policy: string, { offset, text }: Pick<Item, 'offset' | 'text'>): number | null {
  if (text === '') return Math.min(offset, policy.length);
  if (policy.startsWith(text, offset)) return offset;
  const [before, after] = [policy.lastIndexOf(text, offset), policy.indexOf(text, offset)];
  if (before === -1 || after === -1) return before === after ? null : Math.max(before, after);
  return offset - before < after - offset ? before : after;
}

/** The policy with a suggestion in place of what could not be read. */
export function withSuggestion(
  policy: string,
  words: Pick<Item, 'offset' | 'text'>,
  suggestion: Pick<Suggestion, 'text'>,
): string {
  const place = placeOf(policy, words);
  if (place === null) return policy;
  const [before, after] = [policy.slice(0, place), policy.slice(place + words.text.length)];
  if (words.text !== '') return before + suggestion.text + after;
  // An addition becomes a sentence of its own.
  const end = before.trimEnd();
  const between = end === '' ? '' : /[.!?:;]$/.test(end) ? ' ' : '. ';
  const rest = after.trimStart();
  return `${end}${between}${suggestion.text}.${rest === '' ? '' : ` ${rest}`}`;
}

/** Errors that concern no words of the policy; the others are shown beside their words. */
export function otherErrors({ errors = [], unread = [] }: Pick<GenerationPreview, 'errors' | 'unread'>) {
  const isTold = (message: string): boolean => unread.some((one) => message.includes(one.message));
  return errors.filter(({ message }) => !isTold(message));
}
