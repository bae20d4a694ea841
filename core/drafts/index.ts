import { isKind } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';
import { isoTime } from '../time.ts';
import { undecided } from '../rules/applicants.ts';
import { buildCascade, nameOf, refusal } from '../rules/build.ts';
import { generationOf, type Generation, type GenerationRequest } from '../rules/generation.ts';
import type { Decision, Quote, Rule } from '../rules/model.ts';
import { planOf, type Plan } from '../rules/plan.ts';
import type { Phrases } from '../policies/language/phrases.ts';
import { readPrompt } from '../policies/read.ts';
import { impliedRule, statesIn, type RuleSet } from '../rules/rule-set.ts';
import { sayApplicant } from '../rules/say.ts';
import type { GenerationWarning } from '../rules/warnings.ts';
import { isOfOrder, turnedIn } from '../rules/better.ts';
import { confirmationOf, type Confirmation, type Read } from './confirm.ts';
import type { Finding } from './account.ts';
import type { Draft, DraftRule } from './rules.ts';
import { accountsOf } from './whole.ts';

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

/** Who wrote the draft, and whether it was asked for a second one. */
export interface DraftedBy {
  readonly model: string;
  readonly repaired: boolean;
}

/**
 * What comes of a draft without errors. The cascade is built by our own emitter; each figure, negation and decision of
 * the policy is looked for in the rules, and what our grammar reads, with the account's own `nouns`, is compared with them.
 * A text that is ambiguous, or that rules cannot express, is refused: a model may not settle it.
 */
export function generateFromDraft(
  draft: Draft,
  request: GenerationRequest,
  by: DraftedBy,
  nouns?: Phrases,
): Generation {
  const { prompt, useCase, now } = request;
  const asOf = isoTime(now).slice(0, 10);
  const name = request.name ?? draft.name ?? nameOf(useCase);
  const reading = readingOf(draft);
  const { refusals, doubts, unrecognized } = doubtsOf(draft, {
    prompt,
    asOf,
    read: (text) => readPrompt(text, nouns),
  });
  const refuse = (errors: readonly ErrorDetail[]): Generation => ({
    ...by,
    ok: false,
    name,
    errors,
    unread: [],
    unrecognized,
  });
  if (refusals.length > 0) return refuse(refusals.slice(0, MOST_FINDINGS));
  const built = buildCascade(reading, prompt, {
    useCase,
    defaultPurpose: request.defaultPurpose ?? null,
    asOf,
    name,
  });
  if ('refused' in built) return refuse(built.details);
  const { definition, nodesOf, examples } = built;
  const entry = definition.find((node) => isKind(node, 'ApplicantSource'))?.id ?? '';
  const nodeOf = (rule: Rule | null): string => (rule === null ? undefined : nodesOf.get(rule)?.[0]) ?? entry;
  const decisions = new Set([...examples.byRule.keys()].map(({ decision }) => decision));
  const [only] = decisions.size === 1 ? decisions : [];
  const { explanation, ...made } = generationOf(built, reading, request);
  return {
    ...by,
    ...made,
    warnings: [
      ...(only === undefined ? [] : [{ node_id: entry, code: 'decides_everybody', message: EVERYBODY[only] } as const]),
      ...doubts.map(({ rule, ...doubt }) => ({ node_id: nodeOf(rule), ...doubt })),
      ...made.warnings,
    ],
    unrecognized,
    explanation: { ...explanation, assumptions: [BY_A_MODEL, ...explanation.assumptions] },
  };
}

/** A warning of a rule, before it has a node. */
export type Doubt = Omit<GenerationWarning, 'node_id'> & { readonly rule: Rule | null };

/** What stands against a draft: what nobody but the author can settle, and what he should look at. */
export function doubtsOf(
  draft: Draft,
  { prompt, asOf, read }: { readonly prompt: string; readonly asOf: string; readonly read: Read },
): {
  readonly refusals: readonly ErrorDetail[];
  readonly doubts: readonly Doubt[];
  readonly unrecognized: readonly Quote[];
} {
  const plan = planOf(readingOf(draft));
  const confirmation = confirmationOf(prompt, draft.rules, plan, { asOf, read });
  const { left, aside, unsaid, unknown, isDecidedInWords } = accountsOf(prompt, draft, (rule) =>
    confirmation.confirmed.has(rule),
  );
  const settled = refusalsOf(draft, confirmation);
  return {
    refusals: settled.length > 0 ? settled : ofGap(draft, plan, prompt),
    doubts: [
      ...turnedIn(
        plan,
        asOf,
        (better, worse) => isDecidedInWords(better) && isDecidedInWords(worse) && isOfOrder(better, worse, prompt),
      ).map((each) => ({ ...each, code: 'better_is_worse' as const })),
      ...ofConfirmation(confirmation, unknown),
      ...[
        ...told('not_accounted_for', left, (quote, what) => `The rule of "${quote}" does not hold ${what}.`),
        ...told('figure_not_said', unsaid, (quote, what) => `The words "${quote}" do not say the figure in ${what}.`),
      ].slice(0, MOST_FINDINGS),
    ],
    unrecognized: [...left.map(({ quote }) => quote), ...aside].slice(0, MOST_FINDINGS),
  };
}

/** What was found, once for each rule, with what to look at. */
function told(
  code: 'not_accounted_for' | 'figure_not_said',
  findings: readonly Finding[],
  say: (quote: string, what: string) => string,
): Doubt[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule?.rule ?? null);
  return [...byRule].flatMap(([rule, own]): Doubt[] => {
    if (rule === null) return own.map(({ what }) => ({ rule, code, message: what }));
    const what = [...new Set(own.map((each) => each.what))].join(', ');
    return [{ rule, code, message: `${say(shortened(rule.quote.text), what)} Compare what it was read as.` }];
  });
}

/** Somebody of whom nothing is said. */
function ofGap({ rules }: Draft, plan: Plan, prompt: string): ErrorDetail[] {
  const nobody = rules.some(({ rule }) => rule.when === null) ? null : undecided(plan);
  const message = `Nothing is said of ${nobody === null ? '' : sayApplicant(nobody)}. Say what becomes of everybody else.`;
  return nobody === null ? [] : [refusal(WHOLE(prompt), message)];
}

const MOST_FINDINGS = 50;
const WHOLE = (prompt: string): Quote => ({ text: prompt.slice(0, 200), offset: 0 });
const BY_A_MODEL = 'A model wrote the rules. Compare what each sentence was read as with its words.';
const EVERYBODY: Readonly<Record<Decision, string>> = {
  approve: 'Everybody is approved, whatever the reports say.',
  deny: 'Everybody is denied, whatever the reports say.',
  review: 'Everybody goes to human review, whatever the reports say.',
  conditional: 'Everybody is approved on other terms, whatever the reports say.',
};

/** The rules as if the grammar had read them. */
export function readingOf({ rules, isWritten }: Pick<Draft, 'rules' | 'isWritten'>): RuleSet {
  const all = rules.map(({ rule }) => rule);
  return { rules: all, isWritten, isList: true, states: statesIn(all), implied: impliedRule };
}

const shortened = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** What nobody but the author can settle. */
function refusalsOf({ ambiguous, notExpressed }: Draft, confirmation: Confirmation) {
  return [
    ...confirmation.ambiguous.map(({ quote, message }) => refusal(quote, message)),
    ...ambiguous.map(({ quote, readings }) => {
      const ways = readings.map((each) => `"${shortened(each)}"`).join(' or ');
      return refusal(quote, `The model reads this in more than one way: ${ways}. Say which is meant.`);
    }),
    ...notExpressed.map(({ quote, why }) =>
      refusal(quote, `The model could not make a rule of this: ${shortened(why)}`),
    ),
  ];
}

function ofConfirmation(
  { disagreements, unread }: Confirmation,
  unknown: (rule: DraftRule) => readonly string[],
): Doubt[] {
  return [
    ...disagreements.map((each) => ({ ...each, code: 'readings_disagree' as const })),
    ...unread.flatMap(({ rule, why }): Doubt[] => {
      const claims = unknown(rule).join(' and ');
      const quote = shortened(rule.rule.quote.text);
      const message = `Only the model says that "${quote}" means ${claims}. The grammar: ${shortened(why)}`;
      return claims === '' ? [] : [{ rule: rule.rule, code: 'unconfirmed_rule', message }];
    }),
  ];
}
