import type { Json } from '../json.ts';
import { within, type Work } from '../work.ts';
import { changedToDecide, decides, keysIn, scatter, withChosen, type Choice, type Domain } from './domains.ts';
import { all, type Logic } from './logic.ts';
import type { Effect, Rule } from './rules.ts';
import { becoming } from './sentences.ts';

/* The applicants on whom definitions are tried: people whom each rule decides, and others scattered in a fixed way. */

const MOST_BASES = 60;
/** Without rules each of them costs a run. */
const MOST_BASES_RUN = 4;

export function plainPerson(domains: readonly Domain[], none: Choice): Choice {
  return new Map([...none, ...domains.map(({ key, values }) => [key, values[0] ?? null] as const)]);
}

/** First people whom each rule decides, then any others: the same for all tables, and as many as the budget allows. */
export function basesOf(
  domains: readonly Domain[],
  rules: readonly Rule[] | undefined,
  none: Choice,
  work: Work,
): readonly Choice[] {
  const plain = plainPerson(domains, none);
  const bases = [plain];
  const valuesOf = new Map(domains.map(({ key, values }) => [key, values]));
  const scattered = (number: number): Choice => new Map([...none, ...chosen(domains, number)]);
  within(work, work.left, (part) => {
    for (const [index, rule] of (rules ?? []).entries()) {
      for (const pick of [0, 1, 2]) {
        const search = { valuesOf, pick, work: part };
        const before = (rules ?? [])
          .slice(0, index)
          .reduceRight<Choice>((made, { when }) => changedToDecide(when, false, made, search), plain);
        bases.push(changedToDecide(rule.when, true, before, search));
      }
    }
    for (let number = 0; number < (rules === undefined ? MOST_BASES_RUN : MOST_BASES); number += 1) {
      part.spend(domains.length);
      bases.push(scattered(number));
    }
  });
  return bases;
}

/** Making a condition hold in different ways leads to different people. */
const WAYS_TO_HOLD = [0, 1, 2];
/** Rules that would decide otherwise. */
const MOST_RIVALS = 2;

/**
 * People whom this rule decides, if there are any: no earlier rule holds for them. For some no other rule holds, and
 * for others one that decides otherwise holds too. Throws TooMuchWork.
 */
export function* peopleOfRule(
  rules: readonly Rule[],
  rule: Rule,
  domains: readonly Domain[],
  plain: Choice,
  work: Work,
): Generator<Choice> {
  const valuesOf = new Map(domains.map(({ key, values }) => [key, values]));
  const deciding = rules.filter(({ effect, when }) => effect.kind !== 'act' && when.kind !== 'always');
  const at = deciding.indexOf(rule);
  const [earlier, later] = [deciding.slice(0, Math.max(0, at)), deciding.slice(at + 1)];
  const rivals = later.filter(({ effect }) => becoming(effect) !== becoming(rule.effect)).slice(0, MOST_RIVALS);
  for (const pick of WAYS_TO_HOLD) {
    const search = { valuesOf, pick, work };
    const without = (made: Choice, others: readonly Rule[], keeps: Logic): Choice =>
      others.reduce((each, { when }) => changedToDecide(when, false, each, { ...search, keeps }), made);
    const own = changedToDecide(rule.when, true, plain, search);
    const first = without(without(own, earlier, rule.when), earlier, rule.when);
    yield first;
    yield without(first, later, rule.when);
    for (const rival of rivals) {
      const both = all([rule.when, rival.when]);
      const made = changedToDecide(rival.when, true, first, { ...search, keeps: rule.when });
      yield without(made, [...earlier, ...later.slice(0, later.indexOf(rival))], both);
    }
  }
}

/**
 * Decisions of the rules for people who differ from one of the bases in one value. Each base is evaluated once: a rule
 * that does not read the value holds for all of them or for none.
 */
export class DecidedByRules {
  readonly #rules: readonly (Rule & { readonly keys: ReadonlySet<string> })[];
  readonly #say: (effect: Effect) => string;
  readonly #held = new WeakMap<Choice, Map<Rule, boolean>>();

  /** `say`: a key that distinguishes effects. */
  constructor(rules: readonly Rule[], say: (effect: Effect) => string) {
    this.#say = say;
    this.#rules = rules
      .filter(({ effect }) => effect.kind !== 'act')
      .map((rule) => ({ ...rule, keys: keysIn(rule.when) }));
  }

  with(base: Choice, key: string, value: Json, work: Work): string {
    const held = this.#held.get(base) ?? new Map<Rule, boolean>();
    this.#held.set(base, held);
    const choice = withChosen(base, key, value);
    const found = this.#rules.find((rule) => {
      if (rule.keys.has(key)) return decides(rule.when, choice, work);
      const holds = held.get(rule) ?? decides(rule.when, base, work);
      held.set(rule, holds);
      return holds;
    });
    return found === undefined ? '' : this.#say(found.effect);
  }
}

/** The combination with this number, scattered in a fixed way: the same definition gives the same examples. */
function chosen(domains: readonly Domain[], number: number): Choice {
  return new Map(
    domains.map(({ key, values }, index) => {
      return [key, values[scatter(number * 31 + index * 7_919) % values.length] ?? null];
    }),
  );
}
