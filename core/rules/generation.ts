import { onlyAsks } from '../cascade/asking.ts';
import type { NoticePurpose } from '../cascade/notice-request.ts';
import type { OwnProducts } from '../cascade/own-products.ts';
import { choiceOutput } from '../cascade/nodes/if-else.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import { simulate, type Simulation } from '../explanation/simulate.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import type { Built } from './build.ts';
import type { Example } from './examples.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../work.ts';
import { testsOfRules, type Decision, type Quote, type Rule } from './model.ts';
import { readAs, readBack, type ReadBack } from './read-as.ts';
import type { RuleSet } from './rule-set.ts';
import { isoTime } from '../time.ts';
import { approvedWithout, type ApprovedWithout } from './without-values.ts';
import { warningsOf, type GenerationWarning } from './warnings.ts';

/** The result of a prompt. `explanation` and `unrecognized` give the result of each sentence. */
export type Generation =
  | {
      readonly ok: true;
      readonly definition: CascadeDefinition;
      readonly name: string;
      readonly model: string;
      readonly repaired: boolean;
      /** Shown before everything else. */
      readonly approved_without: readonly ApprovedWithout[];
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
      /** The reasons why there is no valid cascade. */
      readonly errors: readonly ErrorDetail[];
      /** The sentences that prevent a cascade, with suggestions. */
      readonly unread: readonly Unread[];
      /** The sentences that were read. Left out of a model's: it is refused as a whole. */
      readonly explanation?: Explanation;
      readonly unrecognized: readonly Quote[];
    };

export interface SentenceRead extends Quote {
  readonly decision: string;
  readonly node_ids: readonly string[];
  /** The reading of the sentence. */
  readonly read_as: string;
}

export interface Explanation {
  readonly sentences: readonly SentenceRead[];
  /** An applicant for each branch, confirmed by the interpreter. */
  readonly branches: readonly {
    readonly node_id: string;
    readonly branch: string;
    readonly outcome: string | null;
    readonly example: Example;
  }[];
  /** Branches for which no applicant was found; perhaps there is none. */
  readonly branches_without_example: readonly { readonly node_id: string; readonly branch: string }[];
  readonly assumptions: readonly string[];
  /** Only for rules of a model: who read the policy, and where two readings decide differently. */
  readonly readings?: Readings;
  /** Only for rules of a model: sentences in no rule, and the words left outside each quote. */
  readonly unquoted?: readonly Unquoted[];
  /** Only for rules of a model: numbers of the policy that the rule of their sentence does not hold. */
  readonly numbers?: readonly Quote[];
}

/** Words of a policy that no rule quotes. */
export interface Unquoted extends Quote {
  /** A sentence that is in no rule, or what is left of one beside the words that rules quote. */
  readonly part: 'sentence' | 'rest';
  /** The model says that it decides nothing. */
  readonly is_remark: boolean;
}

export interface Readings {
  readonly count: number;
  /** The models, and the built-in grammar where it reads the policy, in the order first, second, grammar. */
  readonly models: readonly string[];
  readonly disagreements: readonly Disagreement[];
}

type ReadingBy = 'first' | 'second' | 'grammar';

/** Somebody whom two readings decide differently, or a sentence of which one reading makes no rule. */
export interface Disagreement {
  readonly message: string;
  /** Null if it is about a sentence. */
  readonly applicant: Example | null;
  readonly ways: readonly Way[];
}

/** One reading of the applicant, and the sentence of the rule that decides; null if none does. */
export interface Way {
  readonly by: ReadingBy;
  readonly decision: Decision;
  readonly sentence: Quote | null;
}

export interface GenerationRequest {
  readonly prompt: string;
  readonly name?: string;
  readonly useCase: string;
  /** The account's purpose of notices, used if the use case has none; null if the account has none either. */
  readonly defaultPurpose?: NoticePurpose | null;
  /** Milliseconds since the epoch: synthetic reports count back from it. */
  readonly now: number;
  /** Used to read the cascade back. */
  readonly dictionary?: Dictionary;
  /** The account's products, whose fields the policy may name. */
  readonly products?: OwnProducts;
}

/** A sentence that could replace one that was not read, in the words of readings. */
export interface Suggestion {
  readonly text: string;
  /** Its reading. */
  readonly read_as: string;
  /** Words of the sentence that it does not express. */
  readonly left_out: readonly string[];
}

/** A sentence for which a policy is refused. */
export interface Unread extends Quote {
  readonly message: string;
  readonly suggestions: readonly Suggestion[];
}

/** The reading of each rule, in the order of the text. */
export const sentencesOf = (
  rules: readonly Rule[],
  { dictionary, products }: Pick<GenerationRequest, 'dictionary' | 'products'>,
  nodesOf: Built['nodesOf'] = new Map(),
): SentenceRead[] =>
  rules
    .map((rule) => ({
      ...rule.quote,
      decision: rule.decision,
      node_ids: nodesOf.get(rule) ?? [],
      read_as: readAs(rule, dictionary, products),
    }))
    .toSorted((a, b) => a.offset - b.offset);

/** The generation result for a cascade built from rules. */
export function generationOf(
  built: Built,
  { rules, states }: RuleSet,
  request: GenerationRequest,
): Pick<
  Extract<Generation, { readonly ok: true }>,
  'ok' | 'definition' | 'name' | 'approved_without' | 'reading' | 'examples' | 'warnings' | 'explanation'
> {
  const { definition, name, nodesOf, examples, plan } = built;
  const { now, dictionary, products } = request;
  return {
    ok: true,
    definition,
    name,
    approved_without: approvedWithout(built, {
      asOf: isoTime(now).slice(0, 10),
      ...(dictionary === undefined ? {} : { dictionary }),
      ...(products === undefined ? {} : { products }),
    }),
    ...readBack(definition, request),
    warnings: warningsOf(definition, { tests: testsOfRules(rules), states }),
    explanation: {
      sentences: sentencesOf(rules, request, nodesOf),
      ...branchesOf(definition, [...examples.byRule.values()], request),
      assumptions: [...new Set(plan.assumptions())],
    },
  };
}

const NOBODY: SandboxRegistry = { find: () => undefined };

/** The first example for each branch of each decision, by running the interpreter, and the branches without one. */
function branchesOf(
  definition: CascadeDefinition,
  examples: readonly Example[],
  request: GenerationRequest,
): Pick<Explanation, 'branches' | 'branches_without_example'> {
  const decisions = definition.filter((node) => isKind(node, 'IfElse'));
  const wanted = decisions.flatMap(({ id, branches }) => {
    const { pass, human_review: review } = branches;
    const own = [
      ...(pass === undefined ? [] : ['pass']),
      ...(review === undefined ? [] : ['human_review']),
      ...(onlyAsks(branches) ? [] : ['fail']),
    ];
    return own.map((branch) => ({ node_id: id, branch }));
  });
  const approved = Object.fromEntries(decisions.map(({ id }) => [id, 'approved' as const]));
  const found = new Map<string, Explanation['branches'][number]>();
  const work = new Work(MAX_WORK_OF_CALCULATION);
  for (const example of examples) {
    if (found.size === wanted.length) break;
    const { outputs, outcome } = runOf(definition, example, request, approved, work);
    for (const { id } of decisions) {
      const branch = choiceOutput(outputs.get(id))?.branch ?? null;
      if (branch === null || found.has(`${id} ${branch}`)) continue;
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
  work: Work,
): Simulation {
  const workflow = { name: name ?? '', useCase };
  return simulate(definition, { payload, reports, decisions, workflow, sandbox: NOBODY, now }, work);
}
