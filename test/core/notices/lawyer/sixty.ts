/*
 * Eighty policies in plain words: ten of each kind, and twenty that mix kinds. They have applicants at and beside their
 * limits, and the answers of a lawyer who sees only the words and the applicant. Nothing here knows of cascades,
 * conditions or letters: imports would.
 *
 * The answers follow from the law and from what the policy says:
 * - a denial by rules of no order: each of them that holds is a reason, and of a requirement what is not met;
 * - a denial by a person: what sent the case there (12 CFR 1002.9, comment 9(b)(2)-7), and every report that was at
 *   hand;
 * - nobody approved: all that the nearest way to approval lacks, then the next one's (comment 9(b)(2)-1);
 * - an order that is said: the first rule that holds, and approvals that stand before it and were missed;
 * - other terms: what keeps from the better ones (15 USC 1681a(k)(1)(B)(iv) for a tenant).
 */

export type Key = 'score' | 'late' | 'collections' | 'ratio' | 'evictions' | 'felonies' | 'identity';
type Report =
  'credit_report' | 'income_verification' | 'eviction_history' | 'criminal_background' | 'identity_verification';

export const PLACES: Readonly<Record<Key, readonly [report: Report, field: string]>> = {
  score: ['credit_report', 'score'],
  late: ['credit_report', 'late_payments_last_24_months'],
  collections: ['credit_report', 'collections_count'],
  ratio: ['income_verification', 'income_to_rent_ratio'],
  evictions: ['eviction_history', 'filings_count'],
  felonies: ['criminal_background', 'felony_count'],
  identity: ['identity_verification', 'overall_result'],
};

/** `limit`: the worst value that is still good. Identity is 1 if it is verified, else 0. */
interface Fact {
  readonly key: Key;
  readonly limit: number;
}
export type Person = Readonly<Record<Key, number>>;
const HIGHER_IS_BETTER: ReadonlySet<Key> = new Set(['score', 'ratio', 'identity']);
const isGood = (person: Person, { key, limit }: Fact): boolean =>
  HIGHER_IS_BETTER.has(key) ? person[key] >= limit : person[key] <= limit;

/** True if a value is worse than another one; false unless both are numbers. */
export const isWorse = (key: Key, had: unknown, value: unknown): boolean =>
  typeof had === 'number' && typeof value === 'number' && (HIGHER_IS_BETTER.has(key) ? value < had : value > had);

const BAD: Readonly<Record<Key, (limit: number) => string>> = {
  score: (limit) => `the credit score is below ${limit}`,
  late: (limit) => `there are more than ${limit} late payments in the last 24 months`,
  collections: (limit) => `there are more than ${limit} collections`,
  ratio: (limit) => `the income is below ${limit} times the rent`,
  evictions: () => 'there is an eviction',
  felonies: () => 'there is a felony',
  identity: () => 'the identity is not verified',
};
const GOOD: Readonly<Record<Key, (limit: number) => string>> = {
  score: (limit) => `the credit score is at least ${limit}`,
  late: (limit) => `there are at most ${limit} late payments in the last 24 months`,
  collections: (limit) => `there are at most ${limit} collections`,
  ratio: (limit) => `the income is at least ${limit} times the rent`,
  evictions: () => 'there are no evictions',
  felonies: () => 'there are no felonies',
  identity: () => 'the identity is verified',
};
const REQUIRED: Readonly<Record<Key, (limit: number) => string>> = {
  score: (limit) => `The credit score must be at least ${limit}`,
  late: (limit) => `Applicants must have at most ${limit} late payments in the last 24 months`,
  collections: (limit) => `Applicants must have at most ${limit} collections`,
  ratio: (limit) => `The income must be at least ${limit} times the rent`,
  evictions: () => 'Applicants must have no evictions',
  felonies: () => 'Applicants must have no felonies',
  identity: () => 'The identity must be verified',
};

type Does = 'deny' | 'require' | 'review' | 'band' | 'approve' | 'terms';

/** All facts bad, or of `require` and `approve` all good. `from`: of a band of the score, whose limit is the first fact. */
interface Said {
  readonly does: Does;
  readonly facts: readonly Fact[];
  readonly from?: number;
}

export const KINDS = ['unordered', 'requirements', 'bands', 'ways', 'ordered', 'terms', 'mixed'] as const;
export type Kind = (typeof KINDS)[number];

export interface Policy {
  readonly kind: Kind;
  readonly text: string;
  readonly rules: readonly Said[];
  readonly rest: 'approve' | 'deny';
}

export interface Answer {
  readonly outcome: 'approved' | 'denied' | 'review' | 'conditional';
  /** Null where no letter goes out. The reasons of `ways`, in the order of the letter. */
  readonly letter: {
    readonly reasons: readonly Key[];
    readonly agencies: readonly string[];
    readonly isScoreDisclosed: boolean;
  } | null;
}

function holds({ does, facts, from }: Said, person: Person): boolean {
  if (from !== undefined && person.score < from) return false;
  if (does === 'require') return facts.some((fact) => !isGood(person, fact));
  return facts.every((fact) => isGood(person, fact) === (does === 'approve'));
}

const RANK: Readonly<Record<Does, number>> = { deny: 0, require: 0, review: 1, band: 1, terms: 2, approve: 3 };

/** A lawyer's answer about a person whom every asked person denies. */
export function answerOf(policy: Policy, person: Person): Answer {
  const isOrdered = policy.kind === 'ordered';
  const rules = isOrdered ? policy.rules : policy.rules.toSorted((a, b) => RANK[a.does] - RANK[b.does]);
  const at = rules.findIndex((rule) => holds(rule, person));
  const first = rules[at];
  const unmet = ({ does, facts, from }: Said): readonly Fact[] =>
    does === 'approve'
      ? facts.filter((fact) => !isGood(person, fact))
      : [{ key: 'score' as const, limit: from ?? 0 }].filter((fact) => !isGood(person, fact));
  const missed = (of: readonly Said[], better: readonly Does[]): Key[] =>
    of
      .filter(({ does }) => better.includes(does))
      .map(unmet)
      .toSorted((a, b) => a.length - b.length)
      .flatMap((facts) => facts.map(({ key }) => key));
  const lacking = ({ does, facts }: Said): Key[] =>
    facts.filter((fact) => does !== 'require' || !isGood(person, fact)).map(({ key }) => key);
  const every = rules.flatMap(({ facts }) => facts.map(({ key }) => key));
  const letter = (reasons: readonly Key[], read: readonly Said[], isByPerson = false): Answer['letter'] => {
    const isRead = isByPerson || read.some(({ facts }) => facts.some(({ key }) => key === 'score'));
    // A score that a missed way to approval reads is disclosed, though it was high enough.
    const isOfWay =
      first === undefined &&
      rules.some((rule) => rule.does === 'approve' && rule.facts.some(({ key }) => key === 'score'));
    const used = isByPerson ? every : [...reasons, ...(isOfWay ? ['score' as const] : [])];
    const agencies = [...new Set(used.map((key) => PLACES[key][0]))].toSorted();
    return {
      reasons: [...new Set(reasons)],
      agencies,
      isScoreDisclosed: isRead && agencies.includes('credit_report'),
    };
  };
  const isSame = (rule: Said) => first !== undefined && RANK[rule.does] === RANK[first.does];
  if (first === undefined && policy.rest === 'approve') return { outcome: 'approved', letter: null };
  if (first === undefined) return { outcome: 'denied', letter: letter(missed(rules, ['approve', 'terms']), rules) };
  if (first.does === 'approve') return { outcome: 'approved', letter: null };
  const beside = isOrdered ? [first] : rules.filter((rule) => isSame(rule) && holds(rule, person));
  const tried = isOrdered ? rules.slice(0, at + 1) : rules.filter(({ does }) => RANK[does] <= RANK[first.does]);
  if (first.does === 'terms') {
    const own = policy.rest === 'approve' ? beside.flatMap(lacking) : missed(rules, ['approve']);
    return { outcome: 'conditional', letter: letter(own, tried) };
  }
  const before = isOrdered ? missed(rules.slice(0, at), ['approve', 'terms']) : [];
  const reasons = [...beside.flatMap(lacking), ...before];
  if (first.does === 'review' || first.does === 'band')
    return { outcome: 'review', letter: letter(reasons, tried, true) };
  return { outcome: 'denied', letter: letter(reasons, tried) };
}

/** Numbers from 0 to below 1, the same ones for a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LIMITS: Readonly<Record<Key, readonly number[]>> = {
  score: [580, 600, 620, 640],
  late: [1, 2, 3],
  collections: [1, 2],
  ratio: [2, 2.5, 3],
  evictions: [0],
  felonies: [0],
  identity: [1],
};
const KEYS = Object.keys(PLACES) as Key[];

class Drawer {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbersFrom(seed);
  }

  one<Each>(of: readonly Each[]): Each {
    const found = of[Math.floor(this.#next() * of.length)];
    if (found === undefined) throw new Error('nothing to draw from');
    return found;
  }

  some<Each>(of: readonly Each[], count: number): Each[] {
    const left = [...of];
    return Array.from({ length: count }, () => left.splice(Math.floor(this.#next() * left.length), 1)).flat();
  }

  facts(count: number, from: readonly Key[] = KEYS): Fact[] {
    return this.some(from, count).map((key) => ({ key, limit: this.one(LIMITS[key]) }));
  }
}

const OTHERS = KEYS.filter((key) => key !== 'score');

function rulesOf(kind: Kind, draw: Drawer): Pick<Policy, 'rules' | 'rest'> {
  const single = (does: Does, facts: readonly Fact[]): Said[] => facts.map((fact) => ({ does, facts: [fact] }));
  if (kind === 'unordered') {
    const [a, b, c, d] = draw.facts(4) as [Fact, Fact, Fact, Fact];
    return { rules: [...single('deny', [a, b]), { does: 'deny', facts: [c, d] }], rest: 'approve' };
  }
  if (kind === 'requirements') return { rules: single('require', draw.facts(draw.one([2, 3, 4]))), rest: 'approve' };
  if (kind === 'bands') {
    const limit = draw.one(LIMITS.score);
    const [a, b] = draw.facts(2, OTHERS) as [Fact, Fact];
    const band: Said = { does: 'band', from: limit, facts: [{ key: 'score', limit: limit + 60 }] };
    const rules: Said[] = [{ does: 'deny', facts: [{ key: 'score', limit }] }, band, ...single('review', [a])];
    return { rules: draw.one([rules, [...rules, ...single('deny', [b])]]), rest: 'approve' };
  }
  if (kind === 'ways') {
    const [a, b, c, d, e] = draw.facts(5) as [Fact, Fact, Fact, Fact, Fact];
    return {
      rules: [
        { does: 'approve', facts: [a, b, c] },
        { does: 'approve', facts: [d, e] },
      ],
      rest: 'deny',
    };
  }
  if (kind === 'ordered') {
    const [a, b, c, d] = draw.facts(4) as [Fact, Fact, Fact, Fact];
    const does = draw.one([
      ['deny', 'review', 'deny', 'deny'],
      ['review', 'deny', 'deny', 'review'],
      ['approve', 'deny', 'deny', 'review'],
    ] as const);
    return {
      rules: [a, b, c, d].map((fact, index) => ({ does: does[index] ?? 'deny', facts: [fact] })),
      rest: 'approve',
    };
  }
  if (kind === 'mixed') return mixedRules(draw);
  const limit = draw.one(LIMITS.score);
  const [a, b] = draw.facts(2, OTHERS) as [Fact, Fact];
  const band: Said = { does: 'terms', from: limit, facts: [{ key: 'score', limit: limit + 60 }] };
  const better: Fact = { key: 'score', limit: limit + 60 };
  return draw.one<Pick<Policy, 'rules' | 'rest'>>([
    { rules: [{ does: 'approve', facts: [better] }, band, ...single('deny', [a])], rest: 'deny' },
    { rules: [{ does: 'deny', facts: [{ key: 'score', limit }] }, band, ...single('terms', [a])], rest: 'approve' },
    { rules: [...single('deny', [a]), ...single('terms', [b])], rest: 'approve' },
  ]);
}

function mixedRules(draw: Drawer): Pick<Policy, 'rules' | 'rest'> {
  const limit = draw.one(LIMITS.score);
  const [a, b, c, d, e] = draw.facts(5, OTHERS) as [Fact, Fact, Fact, Fact, Fact];
  const band: Said = { does: 'band', from: limit, facts: [{ key: 'score', limit: limit + 60 }] };
  const [low, high]: Fact[] = [
    { key: 'score', limit },
    { key: 'score', limit: limit + 60 },
  ];
  const one = (does: Does, ...facts: (Fact | undefined)[]): Said => ({
    does,
    facts: facts.filter((fact) => fact !== undefined),
  });
  const rules = draw.one([
    [one('deny', low), one('require', a), band, one('review', b), one('deny', c, d)],
    [one('deny', a), band, one('approve', high, b), one('approve', c, d, e)],
    [one('require', a), one('review', b), one('terms', c), one('deny', d)],
    [one('review', a), one('approve', b, c), one('approve', d, e)],
    [one('deny', a, b), one('deny', b, c), one('review', d, e)],
  ]);
  return { rules, rest: rules.some(({ does }) => does === 'approve') ? 'deny' : 'approve' };
}

function sentenceOf({ does, facts, from }: Said): string {
  const joined = (words: typeof BAD) => facts.map(({ key, limit }) => words[key](limit)).join(' and ');
  const [first = { key: 'score', limit: 0 }] = facts;
  if (does === 'require') return REQUIRED[first.key](first.limit);
  if (does === 'band') return `Review scores from ${from} to ${first.limit - 1}`;
  if (does === 'approve') return `Approve if ${joined(GOOD)}`;
  if (does === 'terms' && from !== undefined)
    return `Approve with a higher deposit if the credit score is from ${from} to ${first.limit - 1}`;
  if (does === 'terms') return `Approve with a higher deposit if ${joined(BAD)}`;
  return `${does === 'deny' ? 'Deny' : 'Review'} if ${joined(BAD)}`;
}

function textOf(kind: Kind, { rules, rest }: Pick<Policy, 'rules' | 'rest'>): string {
  const sentences = rules.map(sentenceOf);
  const last = kind === 'requirements' ? [] : [rest === 'approve' ? 'Approve everyone else' : 'Deny everyone else'];
  const lower = (text: string) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
  if (kind !== 'ordered') return [...sentences, ...last].map((text) => `${text}.`).join(' ');
  return [...sentences, ...last].map((text, at) => `${at === 0 ? 'First' : 'Then'} ${lower(text)}.`).join(' ');
}

export const POLICIES: readonly Policy[] = KINDS.flatMap((kind, kindAt) =>
  Array.from({ length: kind === 'mixed' ? 20 : 10 }, (_, at): Policy => {
    const made = rulesOf(kind, new Drawer(1_000 * (kindAt + 1) + at));
    return { kind, text: textOf(kind, made), ...made };
  }),
);

const CLEAN: Person = { score: 760, late: 0, collections: 0, ratio: 6, evictions: 0, felonies: 0, identity: 1 };

/** With each set of up to three of the facts just bad or just good, and the score in each band. */
export function peopleOf({ rules }: Policy): readonly Person[] {
  const facts = rules.flatMap((rule) => [
    ...rule.facts,
    ...(rule.from === undefined ? [] : [{ key: 'score' as const, limit: rule.from }]),
  ]);
  const step = (key: Key) => (key === 'ratio' ? 0.1 : 1);
  const beside = ({ key, limit }: Fact): Partial<Record<Key, number>>[] => {
    const worse = HIGHER_IS_BETTER.has(key) ? limit - step(key) : limit + step(key);
    return [{ [key]: limit }, { [key]: worse }];
  };
  const singles = facts.flatMap(beside);
  const bad = facts.flatMap((fact) => beside(fact).slice(1));
  const pairs = bad.flatMap((one, at) => bad.slice(at + 1).map((other) => ({ ...one, ...other })));
  const all: Partial<Record<Key, number>> = Object.assign({}, ...bad);
  const people = [{}, ...singles, ...pairs, all].map((changed) => ({ ...CLEAN, ...changed }));
  return [...new Map(people.map((person) => [JSON.stringify(person), person])).values()];
}

/** In the words of the reports. */
export function reportsOf(person: Person): Readonly<Record<Report, Readonly<Record<string, string | number>>>> {
  return {
    credit_report: {
      score: person.score,
      file_status: 'scored',
      late_payments_last_24_months: person.late,
      collections_count: person.collections,
    },
    income_verification: { status: 'verified', income_to_rent_ratio: person.ratio },
    eviction_history: { filings_count: person.evictions },
    criminal_background: { felony_count: person.felonies, records_count: person.felonies },
    identity_verification: { overall_result: person.identity === 1 ? 'verified' : 'not_verified' },
  };
}
