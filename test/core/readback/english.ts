import type { Json } from '../../../core/json.ts';

/**
 * Evaluates the English of a reading for an applicant, from its words alone. It knows nothing of definitions, so it can
 * be wrong only where the words are.
 */
export interface Applicant {
  /** By the phrase of the field (`the credit score`); null or left out if unknown. */
  readonly values: ReadonlyMap<string, Json>;
  /** Decision of a person whenever one is asked. */
  readonly person: 'approved' | 'denied' | null;
}

export interface Said {
  readonly text: string;
  readonly details: readonly string[];
}

/** `review`: a person is asked and has not decided. */
export function outcomeBy(rules: readonly Said[], applicant: Applicant): string | null {
  let isDenied = false;
  for (const { text, details } of rules) {
    const { condition, isUnless, order } = partsOf(text);
    const holds = condition === '' || isUnless !== isTrue(condition, applicant.values);
    if (!holds) continue;
    if (!/\b(approve|deny|send|end|revoke|fail)\b/.test(order)) continue;
    if (!order.startsWith('send to human review')) return worst(isDenied, outcomeIn(order));
    if (applicant.person === null) return 'review';
    const [, yes = '', no = ''] =
      /^Whoever a person approves there (.*); whoever a person denies (.*)\.$/.exec(details[0] ?? '') ?? [];
    const then = applicant.person === 'approved' ? yes : no;
    if (/counts as denied/.test(then)) isDenied = true;
    if (/goes on to the rules below/.test(then)) continue;
    const end = then.split(', then ').find((each) => /^(is|counts|has|gets)\b/.test(each)) ?? then;
    return worst(isDenied, outcomeIn(end));
  }
  return 'nobody was left';
}

const worst = (isDenied: boolean, outcome: string | null): string | null => (isDenied ? 'denied' : outcome);

const outcomeIn = (words: string): string | null =>
  Object.hasOwn(OUTCOMES, words) ? (OUTCOMES[words] ?? null) : words;

const OUTCOMES: Readonly<Record<string, string | null>> = {
  approve: 'approved',
  deny: 'denied',
  'end without a decision': null,
  'is approved': 'approved',
  'is denied': 'denied',
  'is denied without a notice': 'denied',
  'is left without a decision': null,
  'send a notice of other action': 'conditional',
  'gets a notice of other action': 'conditional',
  'approve on other terms': 'conditional',
  'is approved on other terms': 'conditional',
  'fail without a decision': 'failed',
  'revoke the approval': 'denied',
  'has the approval revoked': 'denied',
};

/** A list of parts on lines of their own, as one line. */
function inline(text: string): string {
  const [head = '', ...lines] = text.replace(/\.$/, '').split('\n');
  if (lines.length === 0) return head;
  const items = lines.filter((line) => /^ *- /.test(line));
  const [done] = lines.filter((line) => !/^ *- /.test(line));
  const listed = (begin: string, from: number, indent: string): string => {
    const [, before = '', head = ''] =
      /^(.*?)((?:not )?all|any|none|(?:at least|fewer than) \d+) of these (?:is|are) true:$/.exec(begin) ?? [];
    const least = /\d+/.exec(head)?.[0];
    const own: string[] = [];
    for (let at = from; at < items.length; at += 1) {
      const item = items[at] ?? '';
      if (item.search(/\S/) < indent.length) break;
      if (item.search(/\S/) > indent.length) continue;
      const words = item.slice(indent.length + 2);
      own.push(words.endsWith(':') ? listed(words, at + 1, `${indent}  `) : words);
    }
    const joined = own
      .map((each) => `(${each})`)
      .join(head.endsWith('all') ? ' and ' : ['any', 'none'].includes(head) ? ' or ' : '; ');
    const said = least === undefined ? joined : `at least ${least} of these: ${joined}`;
    return `${before}${/^(?:not|none|fewer)/.test(head) ? `not (${said})` : said}`;
  };
  return `${listed(head, 0, '')}${done === undefined ? '' : `, ${done}`}.`;
}

function partsOf(written: string): { condition: string; isUnless: boolean; order: string } {
  const sentence = inline(written)
    .replace(/\.$/, '')
    .replace(/^(First|Then|Otherwise), /, '');
  const bare = `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
  const before = /^(if|unless) (.*?), ((?:wait|e-mail|notify|approve|deny|end|revoke|send|fail) ?.*)$/.exec(bare);
  if (before !== null) {
    const [, word, condition = '', order = ''] = before;
    return { condition, isUnless: word === 'unless', order: decision(order) };
  }
  const after = /^(.*?) (if|unless) (.*)$/.exec(bare);
  if (after !== null) return { condition: after[3] ?? '', isUnless: after[2] === 'unless', order: after[1] ?? '' };
  return { condition: '', isUnless: false, order: decision(bare.replace(/ \(everyone\)$/, '')) };
}

const decision = (order: string): string =>
  order.split(', then ').find((each) => /^(approve|deny|end|revoke|send|fail)/.test(each)) ?? order;

/** True if a condition in English holds. */
function isTrue(condition: string, values: ReadonlyMap<string, Json>): boolean {
  const parser = new Parser(condition, values);
  const result = parser.any();
  parser.end();
  return result;
}

class Parser {
  readonly #text: string;
  readonly #values: ReadonlyMap<string, Json>;
  #at = 0;

  constructor(text: string, values: ReadonlyMap<string, Json>) {
    this.#text = text;
    this.#values = values;
  }

  end(): void {
    if (this.#at !== this.#text.length) throw new Error(`not understood: ${this.#text.slice(this.#at)}`);
  }

  any(): boolean {
    const parts = [this.#part()];
    const word = this.#takes(' and ') ? ' and ' : this.#takes(' or ') ? ' or ' : null;
    if (word === null) return parts[0] ?? false;
    do parts.push(this.#part());
    while (this.#takes(word));
    return word === ' and ' ? !parts.includes(false) : parts.includes(true);
  }

  #part(): boolean {
    if (this.#takes('not (')) return !this.#closed();
    if (this.#takes('(')) return this.#closed();
    const counted = /^at least (\d+) of these: /.exec(this.#text.slice(this.#at));
    if (counted !== null) {
      this.#at += counted[0].length;
      const results = [];
      do {
        if (!this.#takes('(')) throw new Error('a part in parentheses was expected');
        results.push(this.#closed());
      } while (this.#takes('; '));
      return results.filter(Boolean).length >= Number(counted[1]);
    }
    return this.#comparison();
  }

  #closed(): boolean {
    const inner = this.any();
    if (!this.#takes(')')) throw new Error('a closing parenthesis was expected');
    return inner;
  }

  #comparison(): boolean {
    const actual = this.#values.get(this.#field()) ?? null;
    if (this.#takes(' ')) {
      for (const [words, holds] of PREDICATES) {
        if (this.#takes(words)) return holds(actual, words.endsWith(' ') ? this.#value() : null);
      }
    }
    throw new Error(`no such comparison: ${this.#text.slice(this.#at)}`);
  }

  #field(): string {
    const rest = this.#text.slice(this.#at);
    const phrase = [...this.#values.keys()]
      .filter((each) => new RegExp(`^${each.replaceAll('.', '\\.')}(?![\\w.])`).test(rest))
      .toSorted((a, b) => b.length - a.length)[0];
    if (phrase === undefined) throw new Error(`no such field: ${rest}`);
    this.#at += phrase.length;
    return phrase;
  }

  /** `$500`, or `3 times the rent plus $50`; null if the other value is not known, or no number. */
  #value(): string | number | null {
    const other = /^(?:(-?[\d.]+) times )?(?=the )/.exec(this.#text.slice(this.#at));
    if (other === null) return this.#constant();
    this.#at += other[0].length;
    const value = this.#values.get(this.#field()) ?? null;
    const sign = this.#takes(' plus ') ? 1 : this.#takes(' less ') ? -1 : 0;
    if (sign === 0 && other[1] === undefined)
      return typeof value === 'object' || typeof value === 'boolean' ? null : value;
    const more = sign === 0 ? 0 : sign * Number(this.#constant());
    return typeof value === 'number' ? value * Number(other[1] ?? 1) + more : null;
  }

  #constant(): string | number {
    const rest = this.#text.slice(this.#at);
    const [shown = ''] =
      /^(?:"(?:[^"\\]|\\.)*"|-?\$?[\d,]+(?:\.\d+)?%?(?: months?)?(?:-\d\d-\d\d(?:T[\d:.]+(?:Z|[-+]\d\d:\d\d)?)?)?|true|false)/.exec(
        rest,
      ) ?? [];
    if (shown === '') throw new Error(`no value: ${rest}`);
    this.#at += shown.length;
    if (shown.startsWith('"')) return JSON.parse(shown) as string;
    if (/^\d{4}-\d\d-\d\d/.test(shown)) return shown;
    return Number(shown.replaceAll(/[$,%]| months?/g, ''));
  }

  #takes(words: string): boolean {
    if (!this.#text.startsWith(words, this.#at)) return false;
    this.#at += words.length;
    return true;
  }
}

type Holds = (actual: Json, value: string | number | null) => boolean;
const order =
  (test: (a: never, b: never) => boolean): Holds =>
  (actual, value) =>
    actual !== null && value !== null && test(actual as never, value as never);

/** Only numbers and dates have an order. */
function ranked(test: (a: number, b: number) => boolean): Holds {
  const rank = (value: Json): number =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value)
      ? Date.parse(value)
      : typeof value === 'number'
        ? value
        : NaN;
  return (actual, value) => typeof actual === typeof value && test(rank(actual), rank(value));
}

const PREDICATES: readonly (readonly [string, Holds])[] = [
  [
    'is empty or not known',
    (actual) => actual === null || actual === '' || (Array.isArray(actual) && actual.length === 0),
  ],
  [
    'is known and not empty',
    (actual) => actual !== null && actual !== '' && !(Array.isArray(actual) && actual.length === 0),
  ],
  ['is known and does not contain ', order((a: string, b: string) => !a.includes(b))],
  ['is not known', (actual) => actual === null],
  ['is known', (actual) => actual !== null],
  ['is exactly ', order((a, b) => a === b)],
  ['is other than ', order((a, b) => a !== b)],
  ['is more than ', ranked((a, b) => a > b)],
  ['is at least ', ranked((a, b) => a >= b)],
  ['is less than ', ranked((a, b) => a < b)],
  ['is at most ', ranked((a, b) => a <= b)],
  ['is on or after ', ranked((a, b) => a >= b)],
  ['is on or before ', ranked((a, b) => a <= b)],
  ['is after ', ranked((a, b) => a > b)],
  ['is before ', ranked((a, b) => a < b)],
  ['is yes', (actual) => actual === true],
  ['is no', (actual) => actual === false],
  ['contains ', order((a: string, b: string) => a.includes(b))],
  ['begins with ', order((a: string, b: string) => a.startsWith(b))],
  ['ends with ', order((a: string, b: string) => a.endsWith(b))],
  ['is ', order((a, b) => a === b)],
];
