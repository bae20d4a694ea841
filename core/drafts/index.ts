import { isKind } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import type { Phrases } from '../policies/language/phrases.ts';
import { BUILTIN_MODEL } from '../policies/generation.ts';
import type { Reading } from '../policies/reading.ts';
import { readPrompt } from '../policies/read.ts';
import { undecided } from '../rules/applicants.ts';
import { isOfOrder, turnedIn } from '../rules/better.ts';
import { buildCascade, nameOf, refusal } from '../rules/build.ts';
import { generationOf, type Explanation, type Generation, type GenerationRequest } from '../rules/generation.ts';
import type { Decision, Quote, Rule } from '../rules/model.ts';
import { planOf, type Plan } from '../rules/plan.ts';
import { impliedRule, statesIn, type RuleSet } from '../rules/rule-set.ts';
import { sayApplicant } from '../rules/say.ts';
import type { GenerationWarning } from '../rules/warnings.ts';
import { isoTime } from '../time.ts';
import { numbersInNone } from './held.ts';
import { unquotedIn } from './quoted.ts';
import { disagreementsOf, refusedBySecond, type Compared } from './readings.ts';
import type { Draft } from './rules.ts';

export {
  DRAFT_LISTS,
  draftFields,
  draftSchema,
  REPORT_FIELDS,
  sentFields,
  type DraftAnswer,
  type SentFields,
} from './form.ts';
export { draftOf, type Draft } from './rules.ts';

/** The model that wrote the draft. `repaired`: it had to be asked a second time. */
export interface DraftedBy {
  readonly model: string;
  readonly repaired: boolean;
}

/** A second draft of the same policy, from another request in other words. */
export interface SecondReading {
  readonly model: string;
  readonly draft: Draft;
}

/** `nouns`: the account's names of fields. `second`: null if no second reading arrived in time. */
export interface ReadBeside {
  readonly nouns?: Phrases;
  readonly second: SecondReading | null;
}

/**
 * Generates a cascade from a draft without errors. Our own emitter builds it. The second reading and the built-in
 * grammar's reading are compared with the draft. A text that is ambiguous or cannot be expressed by rules is refused: a
 * model may not settle it.
 */
export function generateFromDraft(
  draft: Draft,
  request: GenerationRequest,
  by: DraftedBy,
  { nouns, second }: ReadBeside,
): Generation {
  const { prompt, useCase, now } = request;
  const asOf = isoTime(now).slice(0, 10);
  const name = request.name ?? draft.name ?? nameOf(useCase);
  const reading = ruleSetOf(draft);
  const findings = findingsOf(draft, { prompt, asOf, model: by.model, second, grammar: readPrompt(prompt, nouns) });
  const unrecognized = [...findings.unquoted, ...findings.numbers].map(({ text, offset }) => ({ text, offset }));
  const refuse = (errors: readonly ErrorDetail[]): Generation => ({
    ...by,
    ok: false,
    name,
    errors,
    unread: [],
    unrecognized,
  });
  if (findings.refusals.length > 0) return refuse(findings.refusals);
  const defaultPurpose = request.defaultPurpose ?? null;
  const { products } = request;
  const own = products === undefined ? {} : { products };
  const built = buildCascade(reading, prompt, { useCase, defaultPurpose, asOf, name, ...own });
  if ('refused' in built) return refuse(built.details);
  const { definition, nodesOf, examples } = built;
  const entry = definition.find((node) => isKind(node, 'ApplicantSource'))?.id ?? '';
  const nodeOf = (rule: Rule | null): string => (rule === null ? undefined : nodesOf.get(rule)?.[0]) ?? entry;
  const decisions = new Set([...examples.byRule.keys()].map(({ decision }) => decision));
  const [only] = decisions.size === 1 ? decisions : [];
  const { explanation, ...made } = generationOf(built, reading, request);
  const { readings, unquoted, numbers } = findings;
  return {
    ...by,
    ...made,
    warnings: [
      ...(only === undefined ? [] : [{ node_id: entry, code: 'decides_everybody', message: EVERYBODY[only] } as const]),
      ...findings.doubts.map(({ rule, ...doubt }) => ({ node_id: nodeOf(rule), ...doubt })),
      ...made.warnings,
    ],
    unrecognized,
    explanation: {
      ...explanation,
      assumptions: [BY_A_MODEL, ...explanation.assumptions],
      ...{ readings, unquoted, numbers },
    },
  };
}

/** A warning about a rule that has no node yet. */
type Doubt = Omit<GenerationWarning, 'node_id'> & { readonly rule: Rule | null };

/** Refusals that only the author can settle, doubts that the author should look at, and words and numbers in no rule. */
export interface Findings extends Required<Pick<Explanation, 'readings' | 'unquoted' | 'numbers'>> {
  readonly refusals: readonly ErrorDetail[];
  readonly doubts: readonly Doubt[];
}

interface Beside extends Pick<ReadBeside, 'second'> {
  readonly prompt: string;
  readonly asOf: string;
  readonly model: string;
  readonly grammar: Reading;
}

export function findingsOf(draft: Draft, { prompt, asOf, model, second, grammar }: Beside): Findings {
  const plan = planOf(ruleSetOf(draft));
  const isRead = grammar.refusals.length === 0 && grammar.rules.length > 0;
  const compared = [
    ...(second === null ? [] : secondCompared(plan, second.draft, asOf)),
    ...(isRead ? disagreementsOf(plan, planOf(grammar), 'grammar', asOf) : []),
  ];
  const models = [model, ...(second === null ? [] : [second.model]), ...(isRead ? [BUILTIN_MODEL] : [])];
  const unquoted = unquotedIn(prompt, draft);
  const settled = refusalsOf(draft, grammar);
  return {
    refusals: (settled.length > 0 ? settled : gapsIn(draft, plan, prompt)).slice(0, MOST_FINDINGS),
    readings: {
      count: models.length,
      models,
      disagreements: compared.map(({ disagreement }) => disagreement),
    },
    unquoted,
    numbers: numbersInNone(prompt, draft),
    doubts: [
      ...(models.length === 1 ? [{ rule: null, code: 'read_once', message: ONCE } as const] : []),
      ...compared.map(({ rule, disagreement: { message, applicant } }): Doubt => ({
        ...{ rule, code: 'readings_disagree', message },
        ...(applicant === null ? {} : { applicant }),
      })),
      ...turnedIn(plan, asOf, (better, worse) => isOfOrder(better, worse, prompt)).map((each) => ({
        ...each,
        code: 'better_is_worse' as const,
      })),
      ...unquoted
        .filter(({ part, is_remark: isRemark }) => part === 'sentence' && !isRemark)
        .slice(0, MOST_FINDINGS)
        .map(({ text }): Doubt => ({ rule: null, code: 'not_accounted_for', message: inNone(text) })),
    ],
  };
}

/** Differences to a second reading that settles less than the first: its sentences, or otherwise applicants. */
function secondCompared(plan: Plan, second: Draft, asOf: string): readonly Compared[] {
  const refused = refusedBySecond(second);
  return refused.length > 0 ? refused : disagreementsOf(plan, planOf(ruleSetOf(second)), 'second', asOf);
}

const inNone = (text: string): string => `No rule was made of "${shortened(text)}". Look whether it decides something.`;

/** The refusal of a policy that leaves some applicants undecided. */
function gapsIn({ rules }: Draft, plan: Plan, prompt: string): ErrorDetail[] {
  const nobody = rules.some(({ rule }) => rule.when === null) ? null : undecided(plan);
  const message = `Nothing is said of ${nobody === null ? '' : sayApplicant(nobody)}. Say what becomes of everybody else.`;
  return nobody === null ? [] : [refusal(beginningOf(prompt), message)];
}

const MOST_FINDINGS = 50;
const beginningOf = (prompt: string): Quote => ({ text: prompt.slice(0, 200), offset: 0 });
const BY_A_MODEL = 'A model wrote the rules. Compare what each sentence was read as with its words.';
const ONCE =
  'The policy was read once: no second reading came in time, and the built-in grammar does not read it. Nothing was compared.';
const EVERYBODY: Readonly<Record<Decision, string>> = {
  approve: 'Everybody is approved, whatever the reports say.',
  deny: 'Everybody is denied, whatever the reports say.',
  review: 'Everybody goes to human review, whatever the reports say.',
  conditional: 'Everybody is approved on other terms, whatever the reports say.',
};

/** The rules in the form of the grammar's result. */
export function ruleSetOf({ rules, isWritten }: Pick<Draft, 'rules' | 'isWritten'>): RuleSet {
  const all = rules.map(({ rule }) => rule);
  return { rules: all, isWritten, isList: true, states: statesIn(all), implied: impliedRule };
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Refusals that only the author can settle. */
function refusalsOf({ ambiguous, notExpressed }: Draft, grammar: Reading): ErrorDetail[] {
  return [
    ...grammar.refusals.flatMap(({ quote, message, isAmbiguous }) =>
      isAmbiguous === true ? [refusal(quote, message)] : [],
    ),
    ...ambiguous.map(({ quote, readings }) => {
      const ways = readings.map((each) => `"${shortened(each)}"`).join(' or ');
      return refusal(quote, `The model reads this in more than one way: ${ways}. Say which is meant.`);
    }),
    ...notExpressed.map(({ quote, why }) =>
      refusal(quote, `The model could not make a rule of this: ${shortened(why)}`),
    ),
  ];
}
