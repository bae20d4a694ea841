/*
 * JSON as somebody writes it: what there is of it, where each part stands, and where it stops being JSON. `JSON.parse`
 * says of a text that is not finished only that it is not.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Member {
  readonly key: string;
  readonly keyAt: Span;
  /** Null: nothing follows the key yet. */
  readonly value: Part | null;
}

export type Part =
  | ({ readonly kind: 'object'; readonly members: readonly Member[] } & Span)
  | ({ readonly kind: 'array'; readonly items: readonly Part[] } & Span)
  | ({ readonly kind: 'text'; readonly value: string } & Span)
  | ({ readonly kind: 'word'; readonly value: number | boolean | null | undefined } & Span);

export interface Problem extends Span {
  readonly message: string;
  /** It is JSON nevertheless, and the service does not take it. */
  readonly isJson: boolean;
}

export interface JsonText {
  /** Null of a text without anything. */
  readonly root: Part | null;
  /** The first place where it is no JSON, and keys that are there twice. */
  readonly problems: readonly Problem[];
}

/** Deeper than any definition: what is deeper is not looked at. */
const MOST_LEVELS = 100;
const TEXT = /"(?:[^"\\\n\r]|\\[^\n\r])*"?/y;
const GOOD_TEXT = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])*"$/u;
const WORD = /[^\s{}[\],:"]+/y;
const GOOD_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

export function readJsonText(text: string): JsonText {
  const reader = new Reader(text);
  const root = reader.readValue(0);
  reader.readEnd(root !== null);
  return { root, problems: reader.problems };
}

class Reader {
  readonly #text: string;
  #at = 0;
  #isBroken = false;
  readonly problems: Problem[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Null if there is none here. */
  readValue(level: number): Part | null {
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === undefined) {
      this.#break('the text ends where a value is expected', this.#at, this.#at);
      return null;
    }
    if (level > MOST_LEVELS) {
      this.#break(`it is nested more than ${MOST_LEVELS} levels deep`, this.#at, this.#at + 1);
      this.#at = this.#text.length;
      return null;
    }
    if (next === '{') return this.#readObject(level);
    if (next === '[') return this.#readArray(level);
    if (next === '"') return this.#readText();
    const word = this.#take(WORD);
    if (word === '') return null;
    const [from, to] = [this.#at - word.length, this.#at];
    if (Object.hasOwn(WORDS, word)) return { kind: 'word', value: WORDS[word], from, to };
    if (GOOD_NUMBER.test(word) && Number.isFinite(Number(word))) return { kind: 'word', value: Number(word), from, to };
    if (GOOD_NUMBER.test(word)) this.#break(`${shown(word)} is too large for a number`, from, to);
    this.#break(`${shown(word)} is no value: texts stand between double quotes`, from, to);
    return { kind: 'word', value: undefined, from, to };
  }

  readEnd(hasRoot: boolean): void {
    this.#skipSpace();
    const rest = this.#text[this.#at];
    if (rest === undefined) return;
    const message = hasRoot ? 'nothing may follow the end of the value' : `${shown(rest)} is no beginning of a value`;
    this.#break(message, this.#at, this.#at + 1);
  }

  #readText(): Part {
    const from = this.#at;
    const written = this.#take(TEXT);
    const to = this.#at;
    if (GOOD_TEXT.test(written)) return { kind: 'text', value: unquoted(written), from, to };
    const isOpen = written.length < 2 || !written.endsWith('"') || /(?:^|[^\\])(?:\\\\)*\\"$/.test(written);
    this.#break(isOpen ? 'the text has no closing quote' : 'the text has a sign that needs a backslash', from, to);
    return { kind: 'text', value: unquoted(isOpen ? `${written}"` : written), from, to };
  }

  #readArray(level: number): Part {
    const from = this.#at;
    const items: Part[] = [];
    this.#at += 1;
    for (;;) {
      const end = this.#endOf(']', from, items.length > 0);
      if (end !== null) return { kind: 'array', items, from, to: end };
      const item = this.readValue(level + 1);
      if (item !== null) items.push(item);
      else this.#skipOne('a value');
      this.#readComma(']');
    }
  }

  #readObject(level: number): Part {
    const from = this.#at;
    const members: Member[] = [];
    this.#at += 1;
    for (;;) {
      const end = this.#endOf('}', from, members.length > 0);
      if (end !== null) {
        this.#refuseRepeats(members);
        return { kind: 'object', members, from, to: end };
      }
      if (this.#text[this.#at] === '"') members.push(this.#readMember(level));
      else this.#skipOne('a name between double quotes');
      this.#readComma('}');
    }
  }

  #readMember(level: number): Member {
    const key = this.#readText();
    const keyAt = { from: key.from, to: key.to };
    const name = key.kind === 'text' ? key.value : '';
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') {
      this.#break('a colon is expected after the name', this.#at, this.#at + 1);
      return { key: name, keyAt, value: null };
    }
    this.#at += 1;
    this.#skipSpace();
    if (this.#isAtAny(',}]')) {
      this.#break('a value is expected after the colon', this.#at, this.#at + 1);
      return { key: name, keyAt, value: null };
    }
    return { key: name, keyAt, value: this.readValue(level + 1) };
  }

  /** Where the container ends, if it ends here. One that another bracket closes ends before that. */
  #endOf(bracket: ']' | '}', from: number, hasParts: boolean): number | null {
    this.#skipSpace();
    const next = this.#text[this.#at];
    if (next === bracket) {
      if (hasParts && this.#hasComma) {
        this.#break(`a comma before ${shown(bracket)} is one too many`, this.#at - 1, this.#at + 1);
      }
      this.#hasComma = false;
      this.#at += 1;
      return this.#at;
    }
    const isOther = next === ']' || next === '}';
    if (next !== undefined && !isOther) return null;
    const what = `${shown(bracket)} is missing`;
    if (isOther) this.#break(`${what}: ${shown(next)} closes nothing here`, this.#at, this.#at + 1);
    else this.#break(`${what} at the end`, from, from + 1);
    this.#hasComma = false;
    return this.#at;
  }

  /** Whether a comma was the last thing that was read. */
  #hasComma = false;

  #readComma(bracket: ']' | '}'): void {
    this.#skipSpace();
    this.#hasComma = this.#text[this.#at] === ',';
    if (this.#hasComma) this.#at += 1;
    else if (!this.#isAtAny(']}') && this.#at < this.#text.length) {
      this.#break(`a comma or ${shown(bracket)} is expected`, this.#at, this.#at + 1);
    }
  }

  #skipOne(expected: string): void {
    // A bracket is left to whoever ends here.
    const next = this.#text[this.#at];
    if (next === undefined || next === ']' || next === '}') return;
    this.#break(`${expected} is expected, not ${shown(next)}`, this.#at, this.#at + 1);
    if (this.#take(WORD) === '') this.#at += 1;
  }

  #refuseRepeats(members: readonly Member[]): void {
    const names = new Set<string>();
    for (const { key, keyAt } of members) {
      const message = `${shown(key)} is there twice, and a key may be there once`;
      if (names.has(key)) this.problems.push({ ...keyAt, message, isJson: true });
      names.add(key);
    }
  }

  #skipSpace(): void {
    while (this.#isAtAny(' \t\n\r')) this.#at += 1;
  }

  #isAtAny(signs: string): boolean {
    const next = this.#text[this.#at];
    return next !== undefined && signs.includes(next);
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  /** What comes after the first mistake is a guess. */
  #break(message: string, from: number, to: number): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    const end = Math.min(Math.max(to, from), this.#text.length);
    this.problems.push({ message, from: Math.min(from, end), to: end, isJson: false });
  }
}

function shown(text: string): string {
  return `\`${text.length > 40 ? `${text.slice(0, 40)}…` : text}\``;
}

function unquoted(written: string): string {
  try {
    return JSON.parse(written) as string;
  } catch {
    return written.slice(1, written.endsWith('"') ? -1 : undefined);
  }
}

/** The value as far as it is there: a member without a value, and a word that is none, are left out. */
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
