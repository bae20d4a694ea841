import { validateDefinition } from '../cascade/validate.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import type { NoticePurpose } from '../cascade/contract.ts';
import { purposeOfUseCase } from '../notices/purpose.ts';
import { emit, TooComplicated, type Emitted } from './emit.ts';
import type { Quote, Rule } from './model.ts';
import { findExamples, type Examples } from './examples.ts';
import { areDisjoint, planOf, type Plan } from './plan.ts';
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
  const isRestSaid = reading.rules.some(({ when }) => when === null);
  const idle = examples.isComplete ? reading.rules.filter((rule) => isIdle(rule, plan, examples, isRestSaid)) : [];
  if (idle.length > 0) {
    const message = 'This can never decide: the other rules leave nobody to it.';
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

/** A rule for somebody that never decides contradicts the others, unless another with the same decision has taken its place. */
function isIdle(rule: Rule, plan: Plan, { byRule }: Examples, isRestSaid: boolean): boolean {
  if (rule.when === null || byRule.has(rule)) return false;
  const { when } = rule;
  const others = [...plan.denials, ...plan.reviews, ...plan.conditionals, ...plan.approvals].filter(
    ({ decision }) => decision === rule.decision,
  );
  if (isRestSaid && plan.rest.decision === rule.decision) return false;
  return others.every((other) => other === rule || !byRule.has(other) || areDisjoint(when, other.when ?? when));
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
