import { validateDefinition } from '../cascade/validate.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import type { NoticePurpose } from '../cascade/contract.ts';
import { purposeOfUseCase } from '../notices/purpose.ts';
import { emit, TooComplicated, type Emitted } from './emit.ts';
import { testsOf, type Expr, type Quote, type Rule, type Test } from './model.ts';
import { findExamples, type Examples } from './examples.ts';
import { planOf, type Plan } from './plan.ts';
import {
  combinations,
  differing,
  areFew,
  domainsOf,
  domainsOfRules,
  standingOut,
  exprHolds,
  isConsistent,
  keyOfField,
  ruleFor,
  type Values,
} from './applicants.ts';
import type { Reading, Refusal } from './reading.ts';
import { readPrompt } from './read.ts';

export const BUILTIN_MODEL = 'builtin-1';

export interface CompileOptions {
  readonly name?: string;
  readonly useCase: string;
  /** Of notices, if the use case has none. */
  readonly defaultPurpose?: NoticePurpose | null;
  /** ISO date from which the synthetic reports of the examples count back. */
  readonly asOf: string;
}

export type Compiled =
  | {
      readonly ok: true;
      readonly name: string;
      readonly definition: CascadeDefinition;
      readonly plan: Plan;
      readonly reading: Reading;
      readonly nodesOf: ReadonlyMap<Rule, readonly string[]>;
      readonly unrecognized: readonly Quote[];
      readonly examples: Examples;
    }
  | {
      readonly ok: false;
      /** The sentences because of which there is none; none, if it is no sentence. */
      readonly refused: readonly Refusal[];
      readonly reading: Reading;
      readonly details: readonly ErrorDetail[];
      readonly unrecognized: readonly Quote[];
    };

const MOST_QUOTES = 50;
const MOST_COMPARED = 2_000;
const MOST_STANDING = 600;

/**
 * A cascade that decides as the words of `prompt` say, or the words that could not be understood. Nothing is guessed:
 * words in a rule that are not understood are a refusal, words elsewhere are listed.
 */
export function compilePolicy(prompt: string, options: CompileOptions): Compiled {
  return compileReading(readPrompt(prompt, purposeOfUseCase(options.useCase)), prompt, options);
}

/** The same of rules that were read already, by whomever. */
export function compileReading(reading: Reading, prompt: string, options: CompileOptions): Compiled {
  const unrecognized = reading.unrecognized.slice(0, MOST_QUOTES);
  const refuse = (refused: readonly Refusal[], more: readonly ErrorDetail[] = []): Compiled => ({
    ok: false,
    refused,
    reading,
    details: [...refused.map(({ quote, message }) => refusal(quote, message)), ...more],
    unrecognized,
  });
  if (reading.refusals.length > 0) return refuse(reading.refusals.slice(0, MOST_QUOTES));
  if (reading.rules.length === 0) {
    const whole = { text: prompt.slice(0, 200), offset: 0 };
    return refuse([], [refusal(whole, 'No rule that approves, denies or reviews anybody was found.')]);
  }
  const plan = planOf(reading);
  const examples = findExamples(plan, options.asOf);
  const domains = domainsOfRules(plan.rules);
  const people = [...combinations(domains, MOST_COMPARED)].filter(isConsistent);
  const seen = new Set<string>();
  const idle = reading.rules.filter((rule) => {
    const key = JSON.stringify([rule.decision, rule.when]);
    if (rule.when === null || seen.has(key)) return false;
    seen.add(key);
    const others = plan.rules.filter((each) => each.when !== rule.when);
    const standing = areFew(domains) ? [] : [...standingOut(domains, [rule], others, MOST_STANDING)];
    return isIdle(rule, [...people, ...standing], { plan, reading });
  });
  // "Approve the rest", and there is nobody left: one of the rules was taken for more than it was meant to say.
  const isEmpty =
    areFew(domains) && domains.length > 0 && people.every((values) => ruleFor(plan, values) !== plan.rest);
  if (isEmpty && reading.rules.includes(plan.rest)) idle.push(plan.rest);
  if (idle.length > 0) {
    const message = 'This can never decide, or changes nothing: the other rules leave nobody to it.';
    return refuse(idle.map(({ quote }) => ({ quote, message })));
  }
  const emitted = tryEmit(plan, reading, options);
  if (emitted === undefined) {
    const [rule] = reading.rules;
    const quote = rule?.quote ?? { text: '', offset: 0 };
    return refuse([{ quote, message: 'The conditions are too complicated for one cascade.' }]);
  }
  const { definition, details } = validateDefinition(emitted.definition);
  if (definition === null) return refuse([], details);
  return {
    ok: true,
    name: options.name ?? nameOf(options.useCase),
    definition,
    plan,
    reading,
    nodesOf: emitted.nodesOf,
    unrecognized,
    examples,
  };
}

/**
 * A rule of which somebody at a bound that it names is always decided otherwise, or an approval where everybody else is
 * approved anyhow: it says something that does not happen. One that says again what another does is none.
 */
function isIdle(
  { when, decision, isOverride }: Rule,
  people: readonly Values[],
  { plan, reading }: { readonly plan: Plan; readonly reading: Reading },
): boolean {
  if (when === null) return false;
  const own = people.filter((values) => exprHolds(when, values));
  const isAlways = (those: readonly Values[]): boolean =>
    those.length > 0 && those.every((values) => ruleFor(plan, values).decision !== decision);
  const isDead = isOfNobody(when) || isAlways(own) || isDeadPart(when, own, isAlways);
  if (isDead || decision !== 'approve' || plan.rest.decision !== 'approve' || isOverride) return isDead;
  const others = plan.rules.filter((each) => each.when !== when);
  return reading.isOrdered === false && differing(plan, { ...plan, rules: others }) === null;
}

function isOfNobody(when: Expr): boolean {
  const domains = domainsOf(testsOf(when));
  return areFew(domains) && [...combinations(domains, MOST_COMPARED)].every((values) => !exprHolds(when, values));
}

/** At a bound, or by one of several things of which each is to be enough, it never decides. */
function isDeadPart(when: Expr, own: readonly Values[], isAlways: (those: readonly Values[]) => boolean): boolean {
  const parts = when.kind === 'any' ? when.of : [];
  // "Approve if A or B. If only one of the two is met, review": neither is enough.
  const isOfOther = parts.some(
    (part) =>
      part.kind === 'test' &&
      part.test.operator.includes('than') &&
      isAlways(own.filter((values) => parts.every((each) => exprHolds(each, values) === (each === part)))),
  );
  return isOfOther || testsOf(when).some((test) => isAlways(nearest(test, own)));
}

/** Those at the bound that the test names. */
function nearest({ source, field, operator, value }: Test, people: readonly Values[]): readonly Values[] {
  if (typeof value !== 'number' || !operator.includes('than')) return [];
  const key = keyOfField({ source, field });
  const found = people.flatMap((values) => (typeof values.get(key) === 'number' ? [Number(values.get(key))] : []));
  const isWithin = (one: number): boolean => (operator.startsWith('greater') ? one >= value : one <= value);
  const distances = found.filter(isWithin).map((one) => Math.abs(one - value));
  const least = Math.min(...distances);
  return people.filter((values) => {
    const one = values.get(key);
    return typeof one === 'number' && isWithin(one) && Math.abs(one - value) === least;
  });
}

function tryEmit(
  plan: Plan,
  reading: Reading,
  { useCase, defaultPurpose = null }: CompileOptions,
): Emitted | undefined {
  const [state] = reading.states;
  const isOneState = new Set(reading.states).size === 1 && state !== undefined;
  try {
    return emit(plan, {
      purpose: purposeOfUseCase(useCase) ?? defaultPurpose,
      jurisdiction: isOneState ? `US-${state}` : null,
      products: reading.products,
    });
  } catch (error) {
    if (error instanceof TooComplicated) return undefined;
    throw error;
  }
}

export function refusal({ text, offset }: Quote, message: string): ErrorDetail {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return { field: 'prompt', message: `"${shown}" (at ${offset}): ${message}` };
}

export function nameOf(useCase: string): string {
  const words = useCase.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? 'Generated policy' : `${words.charAt(0).toUpperCase()}${words.slice(1)} policy`;
}
