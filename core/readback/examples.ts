import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import { simulate } from '../explanation/simulate.ts';
import type { FieldLabels } from '../field-labels.ts';
import type { Json } from '../json.ts';
import { Work } from '../work.ts';
import {
  applicantOf,
  decides,
  domainsOf,
  figuresOfNone,
  isSetByRun,
  payloadListOf,
  changedToDecide,
  scatter,
  type Applicant,
  type Choice,
  type Domain,
} from './domains.ts';
import { comparisonsIn, logicOf } from './logic.ts';
import type { ReviewDecision } from '../states.ts';
import { rulesOf, type Rule } from './rules.ts';
import { becoming } from './sentences.ts';
import { Subjects, type Subject } from './subject.ts';
import { valueWords } from './predicate.ts';

/** What becomes of applicants at and beside each threshold, as the interpreter runs them: a table to check. */
export interface Examples {
  readonly tables: readonly ExampleTable[];
  /** Fields of conditions without a table: they are parts of lists, set by the run, or beyond the limit. */
  readonly left_out: readonly string[];
}

export interface ExampleTable {
  /** As the rules call it. */
  readonly field: string;
  /** What all applicants of the table have, each as a sentence. */
  readonly others: readonly string[];
  readonly rows: readonly ExampleRow[];
}

export interface ExampleRow {
  /** In words; "not known" if there is none. */
  readonly value: string;
  readonly is_threshold: boolean;
  readonly result: Result;
  /** For `POST /workflows/{id}/simulate`. */
  readonly applicant: Applicant;
}

export type Result = 'approved' | 'denied' | 'conditional' | 'review' | 'undecided' | 'failed';

/** Enough for the policies that people write, and a fraction of a second of work. */
const MOST_ROWS = 80;
const MOST_BASES = 60;
/** Without rules each of them is a run. */
const MOST_BASES_RUN = 4;
/** A run that takes more steps goes in circles: a table of such runs would take too long. */
const MOST_STEPS = 200;

export interface ExampleOptions {
  readonly useCase: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the account calls the fields of its payloads. */
  readonly labels?: FieldLabels;
}

export function examplesOf(definition: CascadeDefinition, options: ExampleOptions): Examples {
  const subjects = new Subjects(definition, options.labels);
  const comparisons = definition.flatMap((node) =>
    isKind(node, 'IfElse')
      ? [node.branches.pass, node.branches.human_review].flatMap((branch) => [
          ...comparisonsIn(logicOf(branch, subjects)),
        ])
      : [],
  );
  const { domains, others } = domainsOf(comparisons);
  const rules = rulesOf(definition, options.labels);
  const tables: ExampleTable[] = [];
  const leftOut = others.map(({ phrase }) => phrase);
  const emptyLists = [...new Set(others.flatMap((subject) => payloadListOf(subject) ?? []))];
  const plain = applicantOf(domains, new Map(), emptyLists);
  if (rules === undefined && runOf(definition, plain, options).path.length > MOST_STEPS) {
    return { tables, left_out: [...domains.map(({ subject }) => subject.phrase), ...leftOut] };
  }
  const ways = { definition, rules, options, untold: untoldOf(others), emptyLists, none: figuresOfNone(others) };
  let rows = 0;
  for (const domain of domains) {
    rows += domain.values.length;
    if (rows > MOST_ROWS) leftOut.push(domain.subject.phrase);
    else tables.push(tableOf(domain, domains, ways));
  }
  return { tables, left_out: leftOut };
}

interface Ways {
  readonly definition: CascadeDefinition;
  readonly rules: readonly Rule[] | undefined;
  readonly options: ExampleOptions;
  /** What no applicant is given, as a sentence. */
  readonly untold: readonly string[];
  /** Their paths in the payload. */
  readonly emptyLists: readonly string[];
  /** For the rules: what is counted of lists that are empty. */
  readonly none: Choice;
}

/** Lists of a report are those of test mode, and those of a payload are empty: both may decide. */
function untoldOf(others: readonly Subject[]): readonly string[] {
  const read = others.filter((subject) => !isSetByRun(subject));
  return [
    ...new Set(
      read.map((subject) => {
        const list = payloadListOf(subject);
        if (list !== undefined) return `the list ${list}: empty`;
        return `${subject.phrase}: ${subject.source === 'context' ? 'not known' : 'as in test mode'}`;
      }),
    ),
  ];
}

function tableOf(domain: Domain, domains: readonly Domain[], ways: Ways): ExampleTable {
  const base = telling(domain, domains, ways);
  const row = (value: Json): ExampleRow => {
    const applicant = applicantOf(domains, new Map([...base, [domain.key, value]]), ways.emptyLists);
    return {
      value: wordsOf(domain, value),
      is_threshold: domain.named.has(value),
      result: resultOf(ways.definition, applicant, ways.options),
      applicant,
    };
  };
  return {
    field: domain.subject.phrase,
    others: [
      ...domains
        .filter((other) => other !== domain)
        .map((other) => `${other.subject.phrase}: ${wordsOf(other, base.get(other.key) ?? null)}`),
      ...ways.untold,
    ],
    rows: domain.values.map(row),
  };
}

function wordsOf({ subject }: Domain, value: Json): string {
  if (value === null) return 'not known';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${JSON.stringify(value[0])}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : valueWords(subject, value);
}

/** Of some applicants the one for whom the value makes the most difference, so that the table shows what it decides. */
function telling(
  domain: Domain,
  domains: readonly Domain[],
  { definition, rules, options, emptyLists, none }: Ways,
): Choice {
  let best: Choice = new Map();
  let most = -1;
  for (const base of basesOf(domains, rules, none)) {
    const results = new Set(
      domain.values.map((value) => {
        const choice = new Map([...base, [domain.key, value]]);
        return rules === undefined
          ? resultOf(definition, applicantOf(domains, choice, emptyLists), options)
          : decidedBy(rules, choice);
      }),
    );
    const score = results.size * 2 + (results.has('is approved') || results.has('approved') ? 1 : 0);
    if (score > most) [best, most] = [base, score];
  }
  return best;
}

/** First those whom each rule decides, then any. */
function basesOf(domains: readonly Domain[], rules: readonly Rule[] | undefined, none: Choice): readonly Choice[] {
  const plain: Choice = new Map([...none, ...domains.map(({ key, values }) => [key, values[0] ?? null] as const)]);
  const scattered = (count: number) =>
    Array.from({ length: count }, (_, number) => new Map([...none, ...chosen(domains, number)]));
  if (rules === undefined) return [plain, ...scattered(MOST_BASES_RUN)];
  const byRule = rules.flatMap((rule, index) =>
    [0, 1, 2].map((pick) => {
      const before = rules
        .slice(0, index)
        .reduceRight<Choice>((made, { when }) => changedToDecide(when, false, made, { domains, pick }), plain);
      return changedToDecide(rule.when, true, before, { domains, pick });
    }),
  );
  return [plain, ...byRule, ...scattered(MOST_BASES)];
}

function decidedBy(rules: readonly Rule[], choice: Choice): string {
  const work = new Work();
  const found = rules.find(({ when, effect }) => effect.kind !== 'act' && decides(when, choice, work));
  return found === undefined ? '' : becoming(found.effect);
}

/** The combination with this number, scattered in a fixed way: the same definition gives the same examples. */
function chosen(domains: readonly Domain[], number: number): Choice {
  return new Map(
    domains.map(({ key, values }, index) => {
      return [key, values[scatter(number * 31 + index * 7_919) % values.length] ?? null];
    }),
  );
}

/** `person`: what whoever is asked decides; null: nobody has decided. */
export function resultOf(
  definition: CascadeDefinition,
  applicant: Applicant,
  options: ExampleOptions,
  person: ReviewDecision | null = null,
): Result {
  const run = runOf(definition, applicant, options, person);
  if (run.status === 'awaiting_review') return 'review';
  if (run.outcome !== null) return run.outcome;
  return run.status === 'failed' ? 'failed' : 'undecided';
}

function runOf(
  definition: CascadeDefinition,
  applicant: Applicant,
  { useCase, now }: ExampleOptions,
  person: ReviewDecision | null = null,
) {
  const choices = person === null ? [] : definition.filter((node) => isKind(node, 'IfElse'));
  return simulate(definition, {
    ...applicant,
    decisions: Object.fromEntries(choices.map(({ id }) => [id, person ?? 'denied'])),
    // What is decided is told: a letter that waits for reasons is no review of the applicant.
    completesLetters: true,
    workflow: { name: '', useCase },
    sandbox: { find: () => undefined },
    now,
  });
}
