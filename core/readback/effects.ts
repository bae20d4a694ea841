import type { CascadeDefinition } from '../cascade/registry.ts';
import { distinct } from '../distinct.ts';
import type { Json } from '../json.ts';
import { within, Work } from '../work.ts';
import {
  applicantOf,
  domainsOf,
  figuresOfNone,
  keyOf as domainKey,
  payloadListOf,
  valuesAround,
  withChosen,
  type Applicant,
  type Choice,
  type Domain,
} from './domains.ts';
import { comparisonsOf, resultOf, wordsOf, type ExampleOptions, type Result } from './examples.ts';
import type { Comparison } from './logic.ts';
import { basesOf, DecidedByRules, peopleOfRule, plainPerson } from './people.ts';
import { rulesOf, type Effect as RuleEffect, type Rule } from './rules.ts';
import { Subjects } from './subject.ts';

/** Applicants whom two definitions treat differently. */
export interface Effect {
  readonly text: string;
  readonly field: string;
  readonly range: string;
  readonly before: Result;
  readonly after: Result;
  readonly is_worse: boolean;
  readonly others: readonly string[];
  readonly applicant: Applicant;
}

export interface Effects {
  readonly effects: readonly Effect[];
  readonly more_effects: number;
  /** Number of people and values that were not tried, including compared values that no applicant can be given. */
  readonly untried: number;
}

const MOST_EFFECTS = 50;
/** Limit of the values shown: in the largest definitions a few applicants would fill the response. */
const MOST_SHOWN_VALUES = 20_000;
/** Units of work for the rules of both, for finding people, for their outcomes, and for the runs of those shown. */
const WORK_OF_RULES = 80_000;
const WORK_OF_PEOPLE = 100_000;
const WORK_OF_TRIES = 300_000;
const WORK_OF_RUNS = 150_000;

/** From the best to the worst for an applicant. */
const RANK: Readonly<Record<Result, number>> = {
  approved: 0,
  conditional: 1,
  review: 2,
  undecided: 3,
  failed: 4,
  denied: 5,
};

/** The outcomes of one applicant under both, for one decision of the reviewers. */
interface Treatment extends Pick<Effect, 'before' | 'after' | 'applicant'> {
  readonly words: string;
}

/** A difference along one value, between two positions in the order of its values. */
interface Stretch {
  readonly domain: Domain;
  readonly base: Choice;
  /** Identifies a difference: the ways of both, or the results of their runs. */
  readonly key: string;
  readonly from: number;
  to: number;
}

type Told = Stretch & Treatment;

/** One person, and the value that is varied. */
interface Place {
  readonly domain: Domain;
  readonly base: Choice;
}

/** Both definitions, with what is needed to try applicants on them. */
interface Both {
  readonly before: CascadeDefinition;
  readonly after: CascadeDefinition;
  readonly options: ExampleOptions;
  readonly domains: readonly Domain[];
  readonly lists: readonly string[];
  readonly people: readonly Choice[];
  /** The values at and next to each threshold that only one of them has, by key. */
  readonly changed: ReadonlyMap<string, readonly Json[]>;
  /** The decisions of the rules of each; null if one of them is no list of rules. */
  readonly ways: readonly [DecidedByRules, DecidedByRules] | null;
  readonly untried: number;
}

/**
 * Runs both definitions for people who differ in one value, at and next to each threshold of either. Returns, in
 * ranges, who is treated differently, the worst first. Thresholds that only one of them has are tried first; what the
 * budget leaves out is counted.
 */
export function effectsOf(
  before: CascadeDefinition,
  after: CascadeDefinition,
  options: ExampleOptions,
  work: Work,
): Effects {
  const both = bothOf(before, after, options, work);
  const { domains, people, changed } = both;
  const tries = new Work(WORK_OF_TRIES, work);
  const found: Stretch[] = [];
  const own = domains.filter(({ key }) => changed.has(key));
  const done = new Map(own.map((domain) => [domain, new Set<Choice>()]));
  for (const base of people) {
    for (const domain of own) {
      const made = within(tries, tries.left, (part) =>
        differsAt(changed.get(domain.key) ?? [], { domain, base }, both, part)
          ? stretchesOf({ domain, base }, both, part)
          : undefined,
      );
      if (made !== undefined) done.get(domain)?.add(base);
      for (const stretch of made ?? []) add(found, stretch);
    }
  }
  let { untried } = both;
  for (const domain of [...own, ...domains.filter(({ key }) => !changed.has(key))]) {
    const bases = within(tries, tries.left, (part) => peopleAlong(domain, both, part));
    if (bases === undefined) untried += people.length;
    for (const base of bases ?? []) {
      if (done.get(domain)?.has(base) === true) continue;
      const made = within(tries, tries.left, (part) => stretchesOf({ domain, base }, both, part));
      if (made === undefined) untried += 1;
      for (const stretch of made ?? []) if (!isExplained(stretch, found, changed)) add(found, stretch);
    }
  }
  const runs = new Work(WORK_OF_RUNS, work);
  const told: Told[] = [];
  for (const stretch of found) {
    const value = stretch.domain.values[stretch.from] ?? null;
    const made = within(runs, runs.left, (part) => treatment(value, stretch, both, part));
    if (made === undefined) untried += 1;
    else if (made !== null)
      add(told, { ...stretch, ...made, key: JSON.stringify([made.before, made.after, made.words]) });
  }
  if (told.length > 0) return { ...shown(told, domains, work), untried };
  const inTestMode = within(runs, runs.left, (part) => effectInTestMode(both, part));
  return { effects: inTestMode ?? [], more_effects: 0, untried };
}

function bothOf(before: CascadeDefinition, after: CascadeDefinition, options: ExampleOptions, work: Work): Both {
  const [old, now] = [before, after].map((each) => comparisonsOf(each, new Subjects(each, options.dictionary))) as [
    readonly Comparison[],
    readonly Comparison[],
  ];
  const { domains, others } = domainsOf([...old, ...now]);
  const none = figuresOfNone(others);
  const rulesOfOne = (each: CascadeDefinition): readonly Rule[] | undefined =>
    within(work, WORK_OF_RULES, (part) => rulesOf(each, part, options.dictionary))?.rules ?? undefined;
  const [oldRules, newRules] = [rulesOfOne(before), rulesOfOne(after)];
  const plain = plainPerson(domains, none);
  const first = [
    peopleOfOthers(oldRules, newRules, domains, plain, new Work(WORK_OF_PEOPLE, work)),
    peopleOfOthers(newRules, oldRules, domains, plain, new Work(WORK_OF_PEOPLE, work)),
  ];
  const any = [oldRules, newRules].map((rules) => basesOf(domains, rules, none, new Work(WORK_OF_PEOPLE, work)));
  const comparisons = changedComparisons(old, now);
  const isGiven = new Set(domains.map(({ key }) => key));
  const ofLists = new Set(comparisons.map(({ subject }) => domainKey(subject)).filter((key) => !isGiven.has(key)));
  return {
    ...{ before, after, options, domains },
    lists: [...new Set(others.flatMap((subject) => payloadListOf(subject) ?? []))],
    people: [...first.flatMap(({ people }) => people), ...any.flat()],
    changed: thresholdsOf(domains, comparisons),
    ways:
      oldRules === undefined || newRules === undefined
        ? null
        : [new DecidedByRules(oldRules, wayOf), new DecidedByRules(newRules, wayOf)],
    untried: ofLists.size + first.reduce((sum, { unmade }) => sum + unmade * domains.length, 0),
  };
}

/** People of the rules that the other list lacks. */
function peopleOfOthers(
  own: readonly Rule[] | undefined,
  other: readonly Rule[] | undefined,
  domains: readonly Domain[],
  plain: Choice,
  work: Work,
): { readonly people: readonly Choice[]; readonly unmade: number } {
  const keyOf = ({ when, effect }: Rule): string => JSON.stringify([when, wayOf(effect)]);
  const there = new Set((other ?? []).map(keyOf));
  const changed = other === undefined ? [] : (own ?? []).filter((rule) => !there.has(keyOf(rule)));
  const people: Choice[] = [];
  const unmade = changed.filter((rule) => {
    const isMade = within(work, work.left, (part) => {
      for (const person of peopleOfRule(own ?? [], rule, domains, plain, part)) people.push(person);
      return true;
    });
    return isMade !== true;
  });
  return { people, unmade: unmade.length };
}

/** Comparisons that only one of them has. */
function changedComparisons(before: readonly Comparison[], after: readonly Comparison[]): readonly Comparison[] {
  const keyOf = ({ subject, operator, value, other }: Comparison): string =>
    JSON.stringify([subject.key, operator, value, other?.subject.key, other?.times, other?.plus]);
  const counts = new Map<string, number>();
  for (const each of before) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  for (const each of after) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) - 1);
  return [...before, ...after].filter((each) => counts.get(keyOf(each)) !== 0);
}

/** The values to try for each subject. Where one is compared with another value, every known value is tried. */
function thresholdsOf(
  domains: readonly Domain[],
  changed: readonly Comparison[],
): ReadonlyMap<string, readonly Json[]> {
  const bySubject = Map.groupBy(changed, ({ subject }) => domainKey(subject));
  return new Map(
    domains.flatMap(({ key, values }) => {
      const own = bySubject.get(key);
      if (own === undefined) return [];
      const near = new Set(own.flatMap((each) => (each.other === null ? valuesAround(each) : values)));
      return [[key, values.filter((value) => near.has(value) || value === null)] as const];
    }),
  );
}

/** A rule's effect as one key. Letters that differ only in wording count as equal. */
function wayOf(effect: RuleEffect): string {
  if (effect.kind === 'act') return '';
  if (effect.kind === 'end') return effect.sequence.decision;
  const ends = [effect.approved, effect.denied].map((end) => (end === 'goes_on' ? end : end.decision));
  return [...ends, effect.countsAsDenied].join(' ');
}

/** Values of a key written per unit of work. */
const VALUES_FOR_UNIT = 8;

/** People who differ only in this value count as one along it. */
function peopleAlong(domain: Domain, { people, domains }: Both, work: Work): readonly Choice[] {
  work.spend(Math.ceil((people.length * domains.length) / VALUES_FOR_UNIT));
  return distinct(people, (base) =>
    JSON.stringify(domains.map((each) => (each === domain ? null : (base.get(each.key) ?? null)))),
  );
}

const differsAt = (values: readonly Json[], place: Place, both: Both, work: Work): boolean =>
  values.some((value) => differenceAt(value, place, both, work) !== undefined);

/** The difference for an applicant with this value, if any. Comparing the rules costs a fraction of two runs. */
function differenceAt(value: Json, place: Place, both: Both, work: Work): string | undefined {
  work.spend(1);
  if (both.ways === null) {
    const found = treatment(value, place, both, work);
    return found === null ? undefined : JSON.stringify([found.before, found.after, found.words]);
  }
  const [old, now] = both.ways.map((way) => way.with(place.base, place.domain.key, value, work));
  return old === now ? undefined : JSON.stringify([old, now]);
}

/** How the runs of both treat an applicant with this value; null if alike. */
function treatment(value: Json, { domain, base }: Place, both: Both, work: Work): Treatment | null {
  const { domains, lists } = both;
  work.spend(domains.length);
  return treatmentOf(applicantOf(domains, withChosen(base, domain.key, value), lists), both, work);
}

function treatmentOf(applicant: Applicant, { before, after, options }: Both, work: Work): Treatment | null {
  for (const { person, words } of PERSONS) {
    const [old, now] = [before, after].map((each) => resultOf(each, applicant, options, work, person));
    if (old !== undefined && now !== undefined && old !== now) return { words, before: old, after: now, applicant };
    if (person === null && old !== 'review') break;
  }
  return null;
}

/** No decision yet, and then each decision of the person who is asked. */
const PERSONS = [
  { person: null, words: '' },
  { person: 'approved', words: '; a person who is asked approves' },
  { person: 'denied', words: '; a person who is asked denies' },
] as const;

/** Ranges of neighboring values that are treated differently in the same way. */
function stretchesOf({ domain, base }: Place, both: Both, work: Work): readonly Stretch[] {
  const made: Stretch[] = [];
  for (const [index, value] of domain.values.entries()) {
    const key = differenceAt(value, { domain, base }, both, work);
    if (key === undefined) continue;
    const last = made.at(-1);
    if (last?.key === key && last.to === index - 1 && value !== null) last.to = index;
    else made.push({ domain, base, key, from: index, to: index });
  }
  return made;
}

/** Keeps the widest of equal stretches. */
function add<Of extends Stretch>(found: Of[], stretch: Of): void {
  const isLike = (other: Stretch): boolean => other.domain === stretch.domain && other.key === stretch.key;
  if (found.some((other) => isLike(other) && other.from <= stretch.from && other.to >= stretch.to)) return;
  const narrower = found.findIndex((other) => isLike(other) && stretch.from <= other.from && stretch.to >= other.to);
  if (narrower < 0) found.push(stretch);
  else found[narrower] = stretch;
}

/**
 * True if the difference is already reported along a value whose threshold changed: the applicants have one of the
 * values that cause it.
 */
function isExplained(stretch: Stretch, found: readonly Stretch[], changed: Both['changed']): boolean {
  return found.some((other) => {
    if (!changed.has(other.domain.key) || other.domain === stretch.domain || other.key !== stretch.key) return false;
    const at = other.domain.values.indexOf(stretch.base.get(other.domain.key) ?? null);
    return at >= other.from && at <= other.to;
  });
}

function shown(found: readonly Told[], domains: readonly Domain[], work: Work): Omit<Effects, 'untried'> {
  const sorted = found.toSorted((a, b) => harm(b) - harm(a));
  const most = Math.min(MOST_EFFECTS, Math.max(1, Math.floor(MOST_SHOWN_VALUES / Math.max(1, domains.length))));
  const effects = within(work, work.left, (part) => {
    part.spend(Math.min(most, sorted.length) * domains.length);
    return sorted.slice(0, most).map((stretch) => describe(stretch, domains));
  });
  return { effects: effects ?? [], more_effects: sorted.length - (effects?.length ?? 0) };
}

const harm = ({ before, after }: Pick<Effect, 'before' | 'after'>): number => RANK[after] - RANK[before];

function describe(
  { domain, base, words, from, to, before, after, applicant }: Told,
  domains: readonly Domain[],
): Effect {
  const field = domain.subject.phrase.replace(/^the /, '');
  const range = `${rangeWords(domain, from, to)}${words}`;
  const others = domains
    .filter((other) => other !== domain)
    .map((other) => `${other.subject.phrase}: ${wordsOf(other, base.get(other.key) ?? null)}`);
  return effect({ words, before, after, applicant }, { field, range, others });
}

function effect(
  { before, after, applicant }: Treatment,
  { field, range, others }: Pick<Effect, 'field' | 'range' | 'others'>,
): Effect {
  const text = `${field} ${range}: ${before} → ${after}`;
  return { text, field, range, before, after, is_worse: RANK[after] > RANK[before], others, applicant };
}

/** Tries the lists of test mode, for conditions about parts of lists. */
function effectInTestMode(both: Both, work: Work): readonly Effect[] {
  const found = treatmentOf(applicantOf([], new Map()), both, work);
  if (found === null) return [];
  return [effect(found, { field: 'everything', range: `as in test mode${found.words}`, others: [] })];
}

/** `660–679`, `at least 700`, `not known`; for an unordered type, each value. */
function rangeWords(domain: Domain, from: number, to: number): string {
  const values = domain.values.slice(from, to + 1);
  const say = (value: Json | undefined): string => wordsOf(domain, value ?? null);
  const numbers = domain.values.filter((value) => typeof value === 'number');
  if (!values.every((value) => typeof value === 'number')) return values.map(say).join(' or ');
  const [isLowest, isHighest] = [values[0] === numbers[0], values.at(-1) === numbers.at(-1)];
  if (isLowest && isHighest) return 'of any amount';
  if (isLowest) return `at most ${say(values.at(-1))}`;
  if (isHighest) return `at least ${say(values[0])}`;
  return values.length === 1 ? say(values[0]) : `${say(values[0])}–${say(values.at(-1))}`;
}
