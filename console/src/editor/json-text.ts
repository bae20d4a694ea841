import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';

/*
 * Parses incomplete JSON: its parts, their positions, and where it stops being JSON. `JSON.parse` says of an unfinished
 * text only that it is invalid.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Member {
  readonly key: string;
  readonly keyAt: Span;
  /** Null if nothing follows the key yet. */
  readonly value: Part | null;
}

export type Part =
  | ({ readonly kind: 'object'; readonly members: readonly Member[] } & Span)
  | ({ readonly kind: 'array'; readonly items: readonly Part[] } & Span)
  | ({ readonly kind: 'text'; readonly value: string } & Span)
  | ({ readonly kind: 'word'; readonly value: number | boolean | null | undefined } & Span);

export interface Problem extends Span {
  readonly message: string;
  /** True if the text is valid JSON that the service refuses anyway. */
  readonly isJson: boolean;
}

export interface JsonText {
  /** Null for an empty text. */
  readonly root: Part | null;
  /** The first syntax error, and duplicate keys. */
  readonly problems: readonly Problem[];
}

export function readJsonText(text: string): JsonText {
  try {
    return parsed(text);
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return { root: null, problems: [{ from: 0, to: 1, message: 'it is nested too deeply', isJson: false }] };
  }
}

function parsed(text: string): JsonText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const reader = new Reader(text);
  const root = tree === undefined ? null : reader.partOf(tree);
  const [first] = errors.map((error) => problemOf(error, text));
  const [mistake] = [...(first === undefined ? [] : [first]), ...reader.tooLarge].toSorted((a, b) => a.from - b.from);
  // Only the first syntax error is shown: later ones may follow from it.
  return { root, problems: [...(mistake === undefined ? [] : [mistake]), ...reader.repeated] };
}

class Reader {
  readonly #text: string;
  readonly tooLarge: Problem[] = [];
  readonly repeated: Problem[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  partOf(node: Node): Part {
    const span = spanOf(node);
    switch (node.type) {
      case 'object':
        return { kind: 'object', members: this.#membersOf(node), ...span };
      case 'array':
        return { kind: 'array', items: (node.children ?? []).map((item) => this.partOf(item)), ...span };
      case 'string':
        return { kind: 'text', value: String(node.value), ...span };
      default:
        return { kind: 'word', value: this.#wordOf(node), ...span };
    }
  }

  #wordOf(node: Node): number | boolean | null {
    const value = node.value as number | boolean | null;
    if (value === Infinity || value === -Infinity) {
      const span = spanOf(node);
      const message = `${shown(this.#text.slice(span.from, span.to))} is too large for a number`;
      this.tooLarge.push({ ...span, message, isJson: false });
    }
    return value;
  }

  #membersOf({ children = [] }: Node): readonly Member[] {
    const names = new Set<string>();
    return children.flatMap(({ children: [name, value] = [] }) => {
      if (name === undefined) return [];
      const [key, keyAt] = [String(name.value), spanOf(name)];
      const message = `${shown(key)} is there twice, and a key may be there once`;
      if (names.has(key)) this.repeated.push({ ...keyAt, message, isJson: true });
      names.add(key);
      return [{ key, keyAt, value: value === undefined ? null : this.partOf(value) }];
    });
  }
}

const spanOf = ({ offset, length }: Pick<Node, 'offset' | 'length'>): Span => ({ from: offset, to: offset + length });

function problemOf({ error, offset, length }: ParseError, text: string): Problem {
  const to = Math.min(text.length, offset + length);
  const written = text.slice(offset, to);
  const isOneTooMany = /^[\]}]$/.test(written) && /,\s*$/.test(text.slice(0, offset));
  const message = isOneTooMany
    ? `a comma before ${shown(written)} is one too many`
    : (MESSAGES[printParseErrorCode(error)]?.(shown(written)) ?? `${shown(written)} is no JSON`);
  // A missing bracket at the end has no position, so the last character is marked.
  return { message, from: Math.max(0, Math.min(offset, to - 1)), to, isJson: false };
}

/** Messages by the parser's codes; each gets the text at the error. */
const MESSAGES: Readonly<Record<string, (written: string) => string>> = {
  InvalidSymbol: (written) => `${written} is no value: texts stand between double quotes`,
  InvalidNumberFormat: (written) => `${written} is no number`,
  UnexpectedEndOfNumber: (written) => `${written} is no number`,
  PropertyNameExpected: (written) => `a name between double quotes is expected, not ${written}`,
  ValueExpected: (written) =>
    written === '``' ? 'the text ends where a value is expected' : `a value is expected before ${written}`,
  ColonExpected: () => 'a colon is expected after the name',
  CommaExpected: (written) => `a comma or a closing bracket is expected before ${written}`,
  CloseBraceExpected: () => '`}` is missing at the end',
  CloseBracketExpected: () => '`]` is missing at the end',
  EndOfFileExpected: () => 'nothing may follow the end of the value',
  InvalidCommentToken: () => 'JSON has no comments',
  UnexpectedEndOfComment: () => 'JSON has no comments',
  UnexpectedEndOfString: () => 'the text has no closing quote',
  InvalidUnicode: () => 'the text has a sign that needs a backslash',
  InvalidEscapeCharacter: () => 'the text has a sign that needs a backslash',
  InvalidCharacter: () => 'the text has a sign that needs a backslash',
};

function shown(text: string): string {
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}

/** The value as far as it is written: members without a value and invalid words are left out. */
export function valueOf(part: Part | null): unknown {
  if (part === null) return undefined;
  if (part.kind === 'array') return part.items.map(valueOf);
  if (part.kind !== 'object') return part.value;
  return Object.fromEntries(
    part.members.flatMap(({ key, value }) => {
      const inner = valueOf(value);
      return inner === undefined ? [] : [[key, inner]];
    }),
  );
}
