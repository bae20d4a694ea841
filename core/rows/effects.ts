import type { CascadeDefinition } from '../cascade/registry.ts';
import { distinct } from '../distinct.ts';
import type { Json } from '../json.ts';
import { treatment } from '../readback/changes.ts';
import {
  applicantOf,
  decides,
  domainsOf,
  figuresOfNone,
  payloadListOf,
  withChosen,
  type Applicant,
  type Choice,
  type Chosen,
  type Domain,
} from '../readback/domains.ts';
import { basesOf, comparisonsOf, wordsOf, type ExampleOptions, type Result } from '../readback/examples.ts';
import type { Comparison } from '../readback/logic.ts';
import { rulesOf, type Rule } from '../readback/rules.ts';
import { becoming } from '../readback/sentences.ts';
import { Subjects } from '../readback/subject.ts';
import { within, Work } from '../work.ts';

/** Applicants whom two definitions treat differently. */
export interface RowEffect {
  readonly text: string;
  readonly field: string;
  readonly range: string;
  readonly before: Result;
  readonly after: Result;
  readonly is_worse: boolean;
  readonly others: readonly string[];
  readonly applicant: Applicant;
}

export interface RowEffects {
  readonly effects: readonly RowEffect[];
  readonly more_effects: number;
  readonly untried: number;
}

const MOST_EFFECTS = 50;
/** Units of work for the rules of both, for the people, and for their runs. */
const WORK_OF_RULES = 80_000;
const WORK_OF_BASES = 60_000;
const WORK_OF_RUNS = 700_000;

/** From the best for an applicant to the worst. */
const RANK: Readonly<Record<Result, number>> = {
  approved: 0,
  conditional: 1,
  review: 2,
  undecided: 3,
  failed: 4,
  denied: 5,
};

/** A difference along one value, between two places in the order of its values. */
interface Stretch extends Pick<RowEffect, 'before' | 'after' | 'applicant'> {
  readonly domain: Domain;
  readonly base: Choice;
  readonly words: string;
  readonly from: number;
  to: number;
}

/**
 * Runs both for people who differ in one value, at and beside each threshold of either, and says in ranges who is treated
 * differently: the worst first. Beyond the budget the rest is counted. Throws TooMuchWork.
 */
export function effectsOf(
  before: CascadeDefinition,
  after: CascadeDefinition,
  options: ExampleOptions,
  work: Work,
): RowEffects {
  const [old, now] = [before, after].map((each) => comparisonsOf(each, new Subjects(each, options.dictionary)));
  const { domains, others } = domainsOf([...(old ?? []), ...(now ?? [])]);
  const lists = [...new Set(others.flatMap((subject) => payloadListOf(subject) ?? []))];
  const [oldRules, newRules] = [before, after].map(
    (each) => within(work, WORK_OF_RULES, (part) => rulesOf(each, part, options.dictionary))?.rules ?? null,
  );
  const isOther = (choice: Chosen, part: Work): boolean =>
    oldRules == null || newRules == null || wayBy(oldRules, choice, part) !== wayBy(newRules, choice, part);
  const none = figuresOfNone(others);
  const people = [
    [oldRules, newRules],
    [newRules, oldRules],
  ].map(([own, other]) => {
    const made = basesOf(domains, own ?? undefined, none, new Work(WORK_OF_BASES, work));
    return ofChangedFirst(made, own ?? [], other ?? []);
  });
  const bases = [...(people[0]?.first ?? []), ...(people[1]?.first ?? []), ...(people[0]?.others ?? [])];
  const changed = changedFields(old ?? [], now ?? []);
  const isChanged = ({ subject }: Domain): boolean => changed.has(subject.key);
  const found: Stretch[] = [];
  let untried = 0;
  const runs = new Work(WORK_OF_RUNS, work);
  const tryAll = (of: readonly Domain[]): void => {
    for (const domain of of) {
      for (const base of distinct(bases, (each) => otherValues(each, domain))) {
        const made = within(runs, runs.left, (part) =>
          alongOf(domain, base, { before, after, domains, lists, options, isOther }, part),
        );
        if (made === undefined) untried += 1;
        else for (const stretch of made) add(found, stretch);
      }
    }
  };
  tryAll(domains.filter(isChanged));
  // Where no threshold changed an order or a decision did, which every value may tell.
  if (found.length === 0) tryAll(domains.filter((domain) => !isChanged(domain)));
  const effects = found.map((stretch) => describe(stretch, domains)).toSorted((a, b) => harm(b) - harm(a));
  return { effects: effects.slice(0, MOST_EFFECTS), more_effects: Math.max(0, effects.length - MOST_EFFECTS), untried };
}

/** People made for each rule, three of them behind the plain one: those of rules that the other list does not have come first. */
function ofChangedFirst(bases: readonly Choice[], own: readonly Rule[], other: readonly Rule[]) {
  const keyOf = ({ when, effect }: Rule): string => JSON.stringify([when, becoming(effect)]);
  const there = new Set(other.map(keyOf));
  const isNew = own.map((rule) => !there.has(keyOf(rule)));
  const isFirst = (index: number): boolean => index > 0 && isNew[Math.floor((index - 1) / 3)] === true;
  return {
    first: bases.filter((_, index) => isFirst(index)),
    others: bases.filter((_, index) => !isFirst(index)),
  };
}

/** People who differ in the one value alone are one along it. */
const otherValues = (base: Choice, { key }: Domain): string =>
  JSON.stringify([...base].filter(([each]) => each !== key).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const harm = ({ before, after }: Pick<RowEffect, 'before' | 'after'>): number => RANK[after] - RANK[before];

/** Values of which one of them compares something else than the other. */
function changedFields(before: readonly Comparison[], after: readonly Comparison[]): ReadonlySet<string> {
  const keyOf = ({ subject, operator, value, other }: Comparison): string =>
    JSON.stringify([subject.key, operator, value, other?.subject.key, other?.times, other?.plus]);
  const counts = new Map<string, number>();
  for (const each of before) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  for (const each of after) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) - 1);
  return new Set(
    [...before, ...after].filter((each) => counts.get(keyOf(each)) !== 0).map(({ subject }) => subject.key),
  );
}

interface Both {
  readonly before: CascadeDefinition;
  readonly after: CascadeDefinition;
  readonly domains: readonly Domain[];
  readonly lists: readonly string[];
  readonly options: ExampleOptions;
  /** By the rules, which takes a fraction of two runs. */
  readonly isOther: (choice: Chosen, work: Work) => boolean;
}

/** What the rules do with somebody. */
function wayBy(rules: readonly Rule[], choice: Chosen, work: Work): string {
  const found = rules.find(({ when, effect }) => effect.kind !== 'act' && decides(when, choice, work))?.effect;
  if (found?.kind !== 'ask') return found?.kind === 'end' ? found.sequence.decision : '';
  const ends = [found.approved, found.denied].map((end) => (end === 'goes_on' ? end : end.decision));
  return [...ends, found.countsAsDenied].join(' ');
}

/** Runs of neighbouring values that are treated differently in the same way. */
function alongOf(
  domain: Domain,
  base: Choice,
  { before, after, domains, lists, options, isOther }: Both,
  work: Work,
): Stretch[] {
  const made: Stretch[] = [];
  for (const [index, value] of domain.values.entries()) {
    work.spend(domains.length);
    const choice = withChosen(base, domain.key, value);
    if (!isOther(choice, work)) continue;
    const applicant = applicantOf(domains, choice, lists);
    const [found] = treatment({ definition: before }, { definition: after }, { text: '', applicant }, options, work);
    if (found === undefined) continue;
    const last = made.at(-1);
    const isSame = last?.before === found.before && last.after === found.after && last.words === found.text;
    if (last !== undefined && isSame && last.to === index - 1 && value !== null) last.to = index;
    else {
      const { before: was, after: is, text: words } = found;
      made.push({ before: was, after: is, applicant, domain, base, words, from: index, to: index });
    }
  }
  return made;
}

/** The widest of those that say the same. */
function add(found: Stretch[], stretch: Stretch): void {
  const isLike = (other: Stretch): boolean =>
    other.domain === stretch.domain &&
    other.before === stretch.before &&
    other.after === stretch.after &&
    other.words === stretch.words;
  if (found.some((other) => isLike(other) && other.from <= stretch.from && other.to >= stretch.to)) return;
  const narrower = found.findIndex((other) => isLike(other) && stretch.from <= other.from && stretch.to >= other.to);
  if (narrower < 0) found.push(stretch);
  else found[narrower] = stretch;
}

function describe(
  { domain, base, words, from, to, before, after, applicant }: Stretch,
  domains: readonly Domain[],
): RowEffect {
  const field = domain.subject.phrase.replace(/^the /, '');
  const range = rangeWords(domain, from, to);
  const others = domains
    .filter((other) => other !== domain)
    .map((other) => `${other.subject.phrase}: ${wordsOf(other, base.get(other.key) ?? null)}`);
  return {
    text: `${field} ${range}${words}: ${before} → ${after}`,
    ...{ field, range, before, after },
    is_worse: RANK[after] > RANK[before],
    others,
    applicant,
  };
}

/** `660–679`, `at least 700`, `not known`; of what has no order each value. */
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
