import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import { simulate } from '../explanation/simulate.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json } from '../json.ts';
import { sizeOfDefinition } from '../cascade/size.ts';
import { within, Work } from '../work.ts';
import {
  applicantOf,
  domainsOf,
  figuresOfNone,
  isSetByRun,
  payloadListOf,
  keysIn,
  withChosen,
  type Applicant,
  type Choice,
  type Chosen,
  type Domain,
} from './domains.ts';
import { comparisonsIn, logicOf, type Comparison } from './logic.ts';
import type { ReviewDecision } from '../states.ts';
import { numbersOf } from './numbers.ts';
import { basesOf, DecidedByRules } from './people.ts';
import { rulesOf } from './rules.ts';
import { becoming, reachable } from './sentences.ts';
import { Subjects, type Subject } from './subject.ts';
import { tableOf as rowTable } from './table.ts';
import { valueWords } from './predicate.ts';

/** A table to check: outcomes of applicants at and next to each threshold, as the interpreter runs them. */
export interface Examples {
  readonly tables: readonly ExampleTable[];
  /** Fields of conditions without a table: parts of lists, fields set by the run, or fields beyond the limit. */
  readonly left_out: readonly string[];
}

export interface ExampleTable {
  /** The field's name in the rules. */
  readonly field: string;
  /** Numbers of the rows that compare the field. */
  readonly rules: readonly number[];
  /** The values common to all applicants of the table, each as a sentence. */
  readonly others: readonly string[];
  readonly rows: readonly ExampleRow[];
}

export interface ExampleRow {
  /** The value in words; "not known" if there is none. */
  readonly value: string;
  readonly is_threshold: boolean;
  readonly result: Result;
  /** Body for `POST /workflows/{id}/simulate`. */
  readonly applicant: Applicant;
}

export type Result = 'approved' | 'denied' | 'conditional' | 'review' | 'undecided' | 'failed';

/** Enough for the policies that people write, and a fraction of a second of work. */
const MOST_ROWS = 80;
/** A run with more steps loops: a table of such runs would take too long. */
const MOST_STEPS = 200;

export interface ExampleOptions {
  readonly useCase: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The account's names of payload fields. */
  readonly dictionary?: Dictionary;
}

/** Units of work for the rules, for finding people, and for the tables. */
const WORK_OF_RULES = 80_000;
const WORK_OF_BASES = 60_000;
const WORK_OF_TABLES = 200_000;

/** Fields whose table would be too much work are left out. Throws TooMuchWork. */
export function examplesOf(definition: CascadeDefinition, options: ExampleOptions, work: Work): Examples {
  const subjects = new Subjects(definition, options.dictionary);
  work.spend(sizeOfDefinition(definition));
  const { domains, others } = domainsOf(comparisonsOf(definition, subjects));
  const rules =
    within(work, WORK_OF_RULES, (part) => rulesOf(definition, part, options.dictionary))?.rules ?? undefined;
  const leftOut = others.map(({ phrase }) => phrase);
  const emptyLists = [...new Set(others.flatMap((subject) => payloadListOf(subject) ?? []))];
  const tables = within(work, WORK_OF_TABLES, (part): readonly (ExampleTable | null)[] => {
    const plain = applicantOf(domains, new Map(), emptyLists);
    if (rules === undefined && runOf(definition, plain, options, part).path.length > MOST_STEPS) return [];
    const none = figuresOfNone(others);
    const bases = basesOf(domains, rules, none, new Work(WORK_OF_BASES, work));
    const decided = rules === undefined ? undefined : new DecidedByRules(rules, becoming);
    const told = rules === undefined ? [] : reachable(rules);
    const numbers = numbersOf(rowTable(definition), told);
    const rulesOn = (key: string) => [
      ...new Set(told.flatMap((rule) => (keysIn(rule.when).has(key) ? (numbers.get(rule) ?? []) : []))),
    ];
    const ways = { definition, decided, bases, options, untold: untoldOf(others), emptyLists, rulesOn };
    let rows = 0;
    return domains.map((domain) => {
      rows += domain.values.length;
      return rows > MOST_ROWS ? null : (within(part, part.left, (own) => tableOf(domain, domains, ways, own)) ?? null);
    });
  });
  const untabled = domains.filter((_, index) => (tables?.[index] ?? null) === null);
  return {
    tables: (tables ?? []).filter((table) => table !== null),
    left_out: [...leftOut, ...untabled.map(({ subject }) => subject.phrase)],
  };
}

export function comparisonsOf(definition: CascadeDefinition, subjects: Subjects): readonly Comparison[] {
  return definition.flatMap((node) =>
    isKind(node, 'IfElse')
      ? [node.branches.pass, node.branches.human_review].flatMap((branch) => comparisonsIn(logicOf(branch, subjects)))
      : [],
  );
}

interface Ways {
  readonly definition: CascadeDefinition;
  /** Undefined without rules: each applicant is then run. */
  readonly decided: DecidedByRules | undefined;
  /** Possible people for a table, apart from the varied value. */
  readonly bases: readonly Choice[];
  readonly options: ExampleOptions;
  /** Values that no applicant is given, as sentences. */
  readonly untold: readonly string[];
  /** Payload paths of these lists. */
  readonly emptyLists: readonly string[];
  readonly rulesOn: (key: string) => readonly number[];
}

/** Lists of a report come from test mode, and lists of a payload are empty. Both can affect the decision. */
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

function tableOf(domain: Domain, domains: readonly Domain[], ways: Ways, work: Work): ExampleTable {
  const base = telling(domain, domains, ways, work);
  const row = (value: Json): ExampleRow => {
    const applicant = applicantWith(domains, withChosen(base, domain.key, value), ways, work);
    return {
      value: wordsOf(domain, value),
      is_threshold: domain.named.has(value),
      result: resultOf(ways.definition, applicant, ways.options, work),
      applicant,
    };
  };
  const others = [
    ...domains
      .filter((other) => other !== domain)
      .map((other) => `${other.subject.phrase}: ${wordsOf(other, base.get(other.key) ?? null)}`),
    ...ways.untold,
  ];
  for (const text of others) work.spendOnText(text.length);
  return { field: domain.subject.phrase, rules: ways.rulesOn(domain.key), others, rows: domain.values.map(row) };
}

/** Cost of writing a value of an applicant, running with it and showing it. */
const UNITS_OF_MEMBER = 4;

function applicantWith(domains: readonly Domain[], choice: Chosen, { emptyLists }: Ways, work: Work): Applicant {
  work.spend(domains.length * UNITS_OF_MEMBER);
  return applicantOf(domains, choice, emptyLists);
}

export function wordsOf({ subject }: Domain, value: Json): string {
  if (value === null) return 'not known';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${JSON.stringify(value[0])}`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : valueWords(subject, value);
}

/** The applicant for whom the value makes the most difference, so that the table shows its effect. */
function telling(domain: Domain, domains: readonly Domain[], ways: Ways, work: Work): Choice {
  const { definition, decided, options } = ways;
  let best: Choice = new Map();
  let most = -1;
  for (const base of ways.bases) {
    const results = new Set(
      domain.values.map((value) =>
        decided === undefined
          ? resultOf(definition, applicantWith(domains, withChosen(base, domain.key, value), ways, work), options, work)
          : decided.with(base, domain.key, value, work),
      ),
    );
    const score = results.size * 2 + (results.has('is approved') || results.has('approved') ? 1 : 0);
    if (score > most) [best, most] = [base, score];
  }
  return best;
}

/** `person`: the decision of the person asked; null if nobody has decided. */
export function resultOf(
  definition: CascadeDefinition,
  applicant: Applicant,
  options: ExampleOptions,
  work: Work,
  person: ReviewDecision | null = null,
): Result {
  const run = runOf(definition, applicant, options, work, person);
  if (run.status === 'awaiting_review') return 'review';
  if (run.outcome !== null) return run.outcome;
  return run.status === 'failed' ? 'failed' : 'undecided';
}

function runOf(
  definition: CascadeDefinition,
  applicant: Applicant,
  { useCase, now }: ExampleOptions,
  work: Work,
  person: ReviewDecision | null = null,
) {
  const choices = person === null ? [] : definition.filter((node) => isKind(node, 'IfElse'));
  const input = {
    ...applicant,
    decisions: Object.fromEntries(choices.map(({ id }) => [id, person ?? 'denied'])),
    // The decision is what counts: a letter that waits for reasons is no review of the applicant.
    completesLetters: true,
    workflow: { name: '', useCase },
    sandbox: { find: () => undefined },
    now,
  };
  return simulate(definition, input, work);
}
