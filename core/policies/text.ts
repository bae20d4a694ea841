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
  ['number', /\$?(?:\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.\d{1,17})?[kK]?(?![\d@])/y],
  ['number', /\$?\.\d{1,17}/y],
  // `vehicle.monthly_payment`: the path of a field, and no end of a sentence.
  ['word', /(?=[a-z0-9.]*_|[a-z0-9]+\.[a-z0-9]+\.)[a-z][a-z0-9_]{1,60}(?:\.[a-z0-9_]{2,60}){1,8}/y],
  ['symbol', />=|<=|=>|->|==|!=|≥|≤|→|–|—/y],
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
 * How many edits apart, or undefined where it is no misspelling: one edit up to seven letters, two beyond. A swap of
 * neighbours is one edit. In a word of up to five letters another letter makes another word (`small`, `shall`).
 */
export function isCloseTo(a: string, b: string): number | undefined {
  const most = Math.min(a.length, b.length) > 7 ? 2 : 1;
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > most) return undefined;
  if (a.length === b.length && a.length <= 5 && lettersOf(a) !== lettersOf(b)) return undefined;
  const distance = editsBetween(a, b);
  return distance <= most ? distance : undefined;
}

const lettersOf = (word: string): string => word.split('').toSorted().join('');

function editsBetween(a: string, b: string): number {
  let [before, last, current]: number[][] = [[], [], Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (row: readonly number[] | undefined, j: number): number => row?.[j] ?? 99;
  for (let i = 1; i <= a.length; i += 1) {
    [before, last, current] = [last, current, [i]];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current[j] = Math.min(
        at(last, j) + 1,
        at(current, j - 1) + 1,
        at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? at(before, j - 2) + 1 : 99,
      );
    }
  }
  return at(current, b.length);
}
