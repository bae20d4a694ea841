import type { NoticePurpose } from '../cascade/notice-request.ts';
import type { OwnProducts } from '../cascade/own-products.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { validateDefinition } from '../cascade/validate.ts';
import type { ErrorDetail } from '../errors.ts';
import { purposeOfUseCase } from '../notices/purpose.ts';
import { capital } from '../readback/words.ts';
import { emit, TooComplicated, type Emitted } from './emit.ts';
import { findExamples, type Examples } from './examples.ts';
import { idleRules } from './idle.ts';
import { NoOpposite, type Quote, type Rule } from './model.ts';
import { planOf, type Plan } from './plan.ts';
import type { Refusal, RuleSet } from './rule-set.ts';

export interface BuildOptions {
  readonly name?: string;
  readonly useCase: string;
  /** Purpose of notices, if the use case has none. */
  readonly defaultPurpose?: NoticePurpose | null;
  /** ISO date from which the synthetic reports of the examples count back. */
  readonly asOf: string;
  /** The account's products, whose fields the rules may compare. */
  readonly products?: OwnProducts;
}

export interface Built {
  readonly name: string;
  readonly definition: CascadeDefinition;
  readonly plan: Plan;
  readonly nodesOf: ReadonlyMap<Rule, readonly string[]>;
  readonly examples: Examples;
}

export interface Refused {
  /** The sentences that prevent a cascade; empty if no sentence is the cause. */
  readonly refused: readonly Refusal[];
  readonly details: readonly ErrorDetail[];
}

/** A cascade that decides as the rules do, or the reason why there is none. `prompt`: the text of the rules. */
export function buildCascade(set: RuleSet, prompt: string, options: BuildOptions): Built | Refused {
  if (set.rules.length === 0) {
    const whole = { text: prompt.slice(0, 200), offset: 0 };
    return { refused: [], details: [refusal(whole, 'No rule that approves, denies or reviews anybody was found.')] };
  }
  const plan = planOf(set);
  const idle = idleRules(plan, set);
  if (idle.length > 0) return refusedOf(idle);
  const emitted = tryEmit(plan, set, options);
  if (emitted === undefined) {
    const quote = set.rules[0]?.quote ?? { text: '', offset: 0 };
    return refusedOf([{ quote, message: 'The conditions are too complicated for one cascade.' }]);
  }
  const { products } = options;
  const { definition, details } = validateDefinition(emitted.definition, undefined, { products });
  if (definition === null) return { refused: [], details };
  return {
    name: options.name ?? nameOf(options.useCase),
    definition,
    plan,
    nodesOf: emitted.nodesOf,
    examples: findExamples(plan, options.asOf, products),
  };
}

export const refusedOf = (refused: readonly Refusal[]): Refused => ({
  refused,
  details: refused.map(({ quote, message }) => refusal(quote, message)),
});

function tryEmit(
  plan: Plan,
  { states }: RuleSet,
  { useCase, defaultPurpose = null, products }: BuildOptions,
): Emitted | undefined {
  const [state] = states;
  const isOneState = new Set(states).size === 1 && state !== undefined;
  try {
    const terms = {
      purpose: purposeOfUseCase(useCase) ?? defaultPurpose,
      jurisdiction: isOneState ? `US-${state}` : null,
    };
    return emit(plan, terms, products);
  } catch (error) {
    if (error instanceof TooComplicated || error instanceof NoOpposite) return undefined;
    throw error;
  }
}

export function refusal({ text, offset }: Quote, message: string): ErrorDetail {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return { field: 'prompt', message: `"${shown}" (at ${offset}): ${message}` };
}

export function nameOf(useCase: string): string {
  const words = useCase.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? 'Generated policy' : `${capital(words)} policy`;
}
