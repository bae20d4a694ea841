import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import { BUILTIN_MODEL, compilePolicy, nameOf } from './compile.ts';
import { personOf, type Example } from './examples.ts';
import type { Correction } from './lexer.ts';
import { testsOf, type Quote } from './model.ts';
import { isoTime } from '../time.ts';
import { readPrompt, type Reading } from './rules.ts';
import { simulate } from './simulate.ts';
import { warningsOf, type GenerationWarning } from './warnings.ts';

/** What comes of a prompt. `explanation` and `unrecognized` are additions of ours to the reference's metadata. */
export type Generation =
  | {
      readonly ok: true;
      readonly definition: CascadeDefinition;
      readonly name: string;
      readonly model: string;
      readonly repaired: boolean;
      readonly warnings: readonly GenerationWarning[];
      readonly unrecognized: readonly Quote[];
      readonly explanation: Explanation;
    }
  | {
      readonly ok: false;
      readonly name: string;
      readonly model: string;
      readonly repaired: boolean;
      /** Why there is no valid cascade. */
      readonly errors: readonly ErrorDetail[];
      readonly unrecognized: readonly Quote[];
    };

export interface Explanation {
  readonly sentences: readonly (Quote & { readonly decision: string; readonly node_ids: readonly string[] })[];
  /** For each branch an applicant who takes it, as the interpreter confirmed. */
  readonly branches: readonly {
    readonly node_id: string;
    readonly branch: string;
    readonly outcome: string | null;
    readonly example: Example;
  }[];
  readonly assumptions: readonly string[];
  readonly corrections: readonly Correction[];
}

export interface GenerationRequest {
  readonly prompt: string;
  readonly name?: string;
  readonly useCase: string;
  /** Milliseconds since the epoch: synthetic reports count back from it. */
  readonly now: number;
}

/** The built-in compiler's answer to a prompt. Pure. */
export function generate(request: GenerationRequest): Generation {
  const compiled = compilePolicy(request.prompt, {
    useCase: request.useCase,
    asOf: isoTime(request.now).slice(0, 10),
    ...(request.name === undefined ? {} : { name: request.name }),
  });
  const common = { model: BUILTIN_MODEL, repaired: false, unrecognized: compiled.unrecognized };
  if (!compiled.ok) {
    return { ...common, ok: false, name: request.name ?? nameOf(request.useCase), errors: compiled.details };
  }
  const { definition, reading, nodesOf, examples, plan } = compiled;
  return {
    ...common,
    ok: true,
    definition,
    name: compiled.name,
    warnings: warningsOf(definition, saidIn(reading)),
    explanation: {
      sentences: reading.rules.map((rule) => ({
        ...rule.quote,
        decision: rule.decision,
        node_ids: nodesOf.get(rule) ?? [],
      })),
      branches: branchesTaken(definition, [...examples.byRule.values()], request),
      assumptions: [...new Set(plan.assumptions)],
      corrections: reading.corrections,
    },
  };
}

/** Warnings, examples and what was not understood, for a valid definition that a model wrote. */
export function explainModel(definition: CascadeDefinition, request: GenerationRequest) {
  const reading = readPrompt(request.prompt);
  const people = Array.from({ length: 60 }, (_, index): Example => ({ payload: personOf(index + 1), reports: {} }));
  return {
    warnings: warningsOf(definition, saidIn(reading)),
    unrecognized: [],
    explanation: {
      sentences: [],
      branches: branchesTaken(definition, people, request),
      assumptions: [],
      corrections: [],
    } satisfies Explanation,
  };
}

function saidIn({ rules, states }: Reading) {
  return { tests: rules.flatMap(({ when }) => testsOf(when)), states };
}

const NOBODY: SandboxRegistry = { find: () => undefined };

/** The first example that takes each branch of each decision, by running the interpreter. */
function branchesTaken(
  definition: CascadeDefinition,
  examples: readonly Example[],
  { now, name, useCase }: GenerationRequest,
): Explanation['branches'] {
  const decisions = definition.filter((node) => isKind(node, 'IfElse')).map(({ id }) => id);
  const found = new Map<string, Explanation['branches'][number]>();
  for (const example of examples) {
    const { outputs, outcome } = simulate(definition, {
      payload: example.payload,
      reports: example.reports,
      decisions: Object.fromEntries(decisions.map((id) => [id, 'approved' as const])),
      workflow: { name: name ?? '', useCase },
      sandbox: NOBODY,
      now,
    });
    for (const id of decisions) {
      const branch = branchOf(outputs.get(id));
      if (branch === undefined || found.has(`${id} ${branch}`)) continue;
      found.set(`${id} ${branch}`, { node_id: id, branch, outcome, example });
    }
  }
  return [...found.values()];
}

function branchOf(output: unknown): string | undefined {
  const branch = isJsonObject(output) ? (output satisfies JsonObject).branch : undefined;
  return typeof branch === 'string' ? branch : undefined;
}
