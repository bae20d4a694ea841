/** A piece of the prompt. Offsets count UTF-16 code units from its beginning. */
export interface Token {
  readonly kind: 'word' | 'number' | 'symbol' | 'mail' | 'quote' | 'line';
  /** Lower case, curly quotes straightened; of a quote the words between the marks, as they were written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value?: number;
  readonly isMoney?: boolean;
}

/** Sticky patterns without nested repetition: each is linear in what it matches. First match wins. */
const PATTERNS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['line', /\r?\n/y],
  ['space', /[^\S\n]+/y],
  ['mail', /[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/y],
  ['quote', /"[^"\n]{1,400}"|“[^”\n]{1,400}”/y],
  // "A$4,000" are other dollars, and "$4.000" may be thousands.
  ['word', /\p{L}+\$[\d.,]+|\$[1-9]\d{0,2}\.\d{3}(?!\d)|[1-9]\d{0,2}\.000(?!\d)/uy],
  ['number', /\$?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,17})?[kK]?(?![\d@])/y],
  ['number', /\$?\.\d{1,17}/y],
  // `vehicle.monthly_payment`: the path of a field, and no end of a sentence.
  ['word', /(?=[a-z0-9.]*_|[a-z0-9]+\.[a-z0-9]+\.)[a-z][a-z0-9_]{1,60}(?:\.[a-z0-9_]{2,60}){1,8}/y],
  ['symbol', />=|<=|=>|=<|->|==|!=|≥|≤|→|–|—/y],
  ['word', /[\p{L}_][\p{L}\p{M}_]{0,60}(?:['’](?:\p{L}){1,3})?/uy],
  ['symbol', /[^\s]/uy],
];

/** Cuts a prompt into tokens. Linear in its length; every character but white space is in exactly one token. */
export function tokenize(prompt: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < prompt.length) {
    const [kind, raw] = matchAt(prompt, at);
    const end = at + raw.length;
    if (kind !== 'space') tokens.push(tokenOf(kind, raw, at, end));
    at = end;
  }
  return tokens;
}

function matchAt(prompt: string, at: number): readonly [Token['kind'] | 'space', string] {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(prompt);
    if (found !== null && found[0].length > 0) return [kind, found[0]];
  }
  return ['symbol', prompt.charAt(at)];
}

function tokenOf(kind: Token['kind'], raw: string, start: number, end: number): Token {
  switch (kind) {
    case 'number': {
      const isThousands = /k$/i.test(raw);
      const value = Number(raw.replaceAll(/[$,k]/gi, '')) * (isThousands ? 1_000 : 1);
      return {
        kind,
        text: raw,
        start,
        end,
        value,
        isMoney: raw.startsWith('$'),
      };
    }
    case 'quote':
      return { kind, text: raw.slice(1, -1), start, end };
    case 'word':
      return { kind, text: raw.toLowerCase().replaceAll('’', "'"), start, end };
    default:
      return { kind, text: raw, start, end };
  }
}

/** The form under which words are compared: singular, without a possessive. The vocabulary is kept in the same form. */
export function stem(word: string): string {
  const plain = word.replace(/'s$/, '').replaceAll("'", '');
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (plain.length > 4 && /(?:ch|sh|ss|x)es$/.test(plain)) return plain.slice(0, -2);
  if (plain.length > 3 && plain.endsWith('s') && !/(?:ss|us|is)$/.test(plain)) return plain.slice(0, -1);
  return plain;
}

/**
 * True if two words differ only by two swapped neighbors or one doubled letter: any other difference makes another
 * word.
 */
function isMisspelt(a: string, b: string): boolean {
  if (a.length < 5 || a[0] !== b[0]) return false;
  const at = a.split('').findIndex((letter, index) => letter !== b[index]);
  const swapped = `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
  return swapped === b || isDoubled(a, b) || isDoubled(b, a);
}

/** True if the words look alike to a person. One may be meant for the other, but is not taken for it. */
export const isAlike = (a: string, b: string): boolean =>
  isMisspelt(a, b) || (a.length > 4 && undoubled(a) === undoubled(b));

const undoubled = (word: string): string => word.replaceAll(/(.)\1+/g, '$1');

/** The long one is the short one with a letter of it twice. */
const isDoubled = (long: string, short: string): boolean =>
  long.split('').some((letter, at) => letter === long[at + 1] && `${long.slice(0, at)}${long.slice(at + 1)}` === short);

/**
 * Words of one root with other endings: "evicted" and "eviction". Good enough for a question to the author, and no
 * more.
 */
export function isRelated(a: string, b: string): boolean {
  const root = a.split('').findIndex((letter, at) => letter !== b[at]);
  const shared = root < 0 ? a.length : root;
  const [endOfA, endOfB] = [a.length - shared, b.length - shared];
  return Math.max(endOfA, endOfB) <= 3 && (shared > 4 || (shared === 4 && endOfA + endOfB <= 3));
}
