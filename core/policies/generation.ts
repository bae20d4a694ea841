import { productCodeOf } from '../cascade/nodes/billing-product.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { NoticePurpose } from '../cascade/contract.ts';
import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { PRODUCT_CODES } from '../products/index.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import { BUILTIN_MODEL, compilePolicy, nameOf } from './compile.ts';
import { applicantsAround, findExamples, type Example } from './examples.ts';
import type { Correction } from './words.ts';
import { testsOf, type Quote, type Rule, type Test } from './model.ts';
import { planOf } from './plan.ts';
import { isoTime } from '../time.ts';
import { readAs, readBack, type ReadBack } from './read-as.ts';
import type { Reading } from './reading.ts';
import { readPrompt } from './read.ts';
import { simulate, type Simulation } from '../explanation/simulate.ts';
import { conditionsOf, warningsOf, type GenerationWarning } from './warnings.ts';

/** What comes of a prompt. `explanation` and `unrecognized` say what became of each sentence. */
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
      readonly reading: ReadBack['reading'];
      readonly examples: ReadBack['examples'];
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

export interface SentenceRead extends Quote {
  readonly decision: string | null;
  readonly node_ids: readonly string[];
  /** What it was taken to say; null if it could not be read. */
  readonly read_as: string | null;
}

export interface Explanation {
  /** `decision` null and no ids: a sentence that could not be read. No ids: it could not be traced to nodes. */
  readonly sentences: readonly SentenceRead[];
  /** For each branch an applicant who takes it, as the interpreter confirmed. */
  readonly branches: readonly {
    readonly node_id: string;
    readonly branch: string;
    readonly outcome: string | null;
    readonly example: Example;
  }[];
  /** Nobody was found who takes these; perhaps nobody can. */
  readonly branches_without_example: readonly { readonly node_id: string; readonly branch: string }[];
  readonly assumptions: readonly string[];
  readonly corrections: readonly Correction[];
}

export interface GenerationRequest {
  readonly prompt: string;
  readonly name?: string;
  readonly useCase: string;
  /** The account's purpose of notices, if the use case has none; null if it has none either. */
  readonly defaultPurpose?: NoticePurpose | null;
  /** Milliseconds since the epoch: synthetic reports count back from it. */
  readonly now: number;
}

/** The built-in compiler's answer to a prompt. Pure. */
export function generate(request: GenerationRequest): Generation {
  const compiled = compilePolicy(request.prompt, {
    useCase: request.useCase,
    defaultPurpose: request.defaultPurpose ?? null,
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
    ...readBack(definition, request.useCase, request.now),
    warnings: warningsOf(definition, saidIn(reading)),
    explanation: {
      sentences: reading.rules.map((rule) => ({
        ...rule.quote,
        decision: rule.decision,
        node_ids: nodesOf.get(rule) ?? [],
        read_as: readAs(rule),
      })),
      ...branchesOf(definition, [...examples.byRule.values()], request),
      assumptions: [...new Set(plan.assumptions)],
      corrections: reading.corrections,
    },
  };
}

/** Enough for the branches of an ordinary cascade, and few enough for half a second. */
const MOST_APPLICANTS = 320;

/**
 * Warnings and explanation of a valid definition that a model wrote. The model is not asked what it meant: our own reading
 * of the prompt gives an applicant for each rule, and the way of this applicant through the definition is what the
 * sentence became. A sentence that we cannot read, or that leads elsewhere than it says, is said to be so.
 */
export function explainModel(definition: CascadeDefinition, request: GenerationRequest) {
  const reading = readPrompt(request.prompt);
  const asOf = isoTime(request.now).slice(0, 10);
  const byRule: ReadonlyMap<Rule, Example> =
    reading.refusals.length > 0 || reading.rules.length === 0 ? new Map() : findExamples(planOf(reading), asOf).byRule;
  const sentences = reading.rules.map((rule) => sentenceInModel(definition, request, rule, byRule.get(rule)));
  const unread = reading.refusals.map(({ quote }) => ({ ...quote, decision: null, node_ids: [], read_as: null }));
  const isAllTraced = unread.length === 0 && sentences.every(({ node_ids: ids }) => ids.length > 0);
  const applicants = [...byRule.values(), ...applicantsAround(testsIn(definition), asOf, MOST_APPLICANTS)];
  return {
    ...readBack(definition, request.useCase, request.now),
    warnings: warningsOf(definition, saidIn(reading)),
    unrecognized: [],
    explanation: {
      sentences: [...sentences, ...unread].toSorted((a, b) => a.offset - b.offset),
      ...branchesOf(definition, applicants, request),
      assumptions: isAllTraced ? [] : [NOT_TRACED],
      corrections: [],
    } satisfies Explanation,
  };
}

const NOT_TRACED =
  'A model wrote this cascade. Sentences without node ids could not be traced to nodes: compare them with the cascade.';

/** The nodes that an applicant of the rule comes to, if the cascade decides as the rule says. */
function sentenceInModel(
  definition: CascadeDefinition,
  request: GenerationRequest,
  rule: Rule,
  example: Example | undefined,
): SentenceRead {
  const { quote, decision } = rule;
  const run = example === undefined ? undefined : runOf(definition, example, request, {});
  const isSame = run !== undefined && decisionOf(run) === decision;
  const deciding = new Set(definition.filter(({ type }) => type === 'IfElse' || type === 'Action').map(({ id }) => id));
  return {
    ...quote,
    decision,
    node_ids: isSame ? [...new Set(run.path)].filter((id) => deciding.has(id)) : [],
    read_as: readAs(rule),
  };
}

function decisionOf({ status, outcome }: Simulation): Rule['decision'] | null {
  if (status === 'awaiting_review') return 'review';
  const decisions = { approved: 'approve', denied: 'deny', conditional: 'conditional' } as const;
  return outcome === null ? null : decisions[outcome];
}

/** The comparisons of a definition, as those of a policy. */
function testsIn(definition: CascadeDefinition): Test[] {
  const sources = new Map(
    definition.flatMap((node) => (isKind(node, 'BillingProduct') ? [[node.id, productCodeOf(node)] as const] : [])),
  );
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    return conditionsOf(node.branches).flatMap(({ source_node_id: id, field, operator, value }): Test[] => {
      const source = PRODUCT_CODES.find((code) => code === sources.get(id)) ?? (sources.has(id) ? null : 'context');
      if (source === null) return [];
      const path = source === 'context' ? field.replace(/^context\./, '') : field;
      return [{ source, field: path, operator, ...(value === undefined || value === null ? {} : { value }) }];
    });
  });
}

function saidIn({ rules, states }: Reading) {
  return { tests: rules.flatMap(({ when }) => testsOf(when)), states };
}

const NOBODY: SandboxRegistry = { find: () => undefined };

/** The first example that takes each branch of each decision, by running the interpreter, and the branches without. */
function branchesOf(
  definition: CascadeDefinition,
  examples: readonly Example[],
  request: GenerationRequest,
): Pick<Explanation, 'branches' | 'branches_without_example'> {
  const decisions = definition.filter((node) => isKind(node, 'IfElse'));
  const wanted = decisions.flatMap(({ id, branches: { pass, human_review: review } }) =>
    [...(pass === undefined ? [] : ['pass']), ...(review === undefined ? [] : ['human_review']), 'fail'].map(
      (branch) => ({ node_id: id, branch }),
    ),
  );
  const approved = Object.fromEntries(decisions.map(({ id }) => [id, 'approved' as const]));
  const found = new Map<string, Explanation['branches'][number]>();
  for (const example of examples) {
    if (found.size === wanted.length) break;
    const { outputs, outcome } = runOf(definition, example, request, approved);
    for (const { id } of decisions) {
      const branch = branchOf(outputs.get(id));
      if (branch === undefined || found.has(`${id} ${branch}`)) continue;
      found.set(`${id} ${branch}`, { node_id: id, branch, outcome, example });
    }
  }
  return {
    branches: [...found.values()],
    branches_without_example: wanted.filter(({ node_id: id, branch }) => !found.has(`${id} ${branch}`)),
  };
}

function runOf(
  definition: CascadeDefinition,
  { payload, reports }: Example,
  { now, name, useCase }: GenerationRequest,
  decisions: Readonly<Record<string, 'approved' | 'denied'>>,
): Simulation {
  return simulate(definition, {
    payload,
    reports,
    decisions,
    workflow: { name: name ?? '', useCase },
    sandbox: NOBODY,
    now,
  });
}

function branchOf(output: unknown): string | undefined {
  const branch = isJsonObject(output) ? (output satisfies JsonObject).branch : undefined;
  return typeof branch === 'string' ? branch : undefined;
}
