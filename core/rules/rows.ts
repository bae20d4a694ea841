import { MAX_SENTENCE } from '../cascade/branches.ts';
import type { Sentence } from '../cascade/definition.ts';
import { not, toGroups, wayOf, type Decision, type Expr, type NodeOf, type Rule } from './model.ts';
import type { Plan } from './plan.ts';

/** A rule as a row of a cascade. */
export interface Row {
  readonly rule: Rule;
  readonly sentence: Sentence;
  /** For a requirement, the condition as stated; for other rules, the condition of those whom they decide. */
  readonly asked: Expr;
}

/** Rows of one node. */
export interface Rows {
  /** `require`: applicants who lack one of them are denied. */
  readonly does: Decision | 'require';
  readonly rows: readonly Row[];
  /** Nodes of one block have no order said between them: each row that holds is a reason, whichever stands first. */
  readonly block?: string;
}

/** The rows of a plan, node by node, as they are tried. */
export function rowsOf(plan: Plan, nodeOf: NodeOf): readonly Rows[] {
  const sentences = sentencesOf(plan);
  const rowOf = (rule: Rule): readonly Row[] =>
    rule.when === null
      ? []
      : [{ rule, sentence: sentences.get(rule) ?? {}, asked: rule.isRequirement ? not(rule.when) : rule.when }];
  return alike(plan).flatMap((rules, index): readonly Rows[] => {
    const does = ({ isRequirement, decision }: Rule): Rows['does'] => (isRequirement ? 'require' : decision);
    const nodes = [...Map.groupBy(rules, does)].flatMap(([what, own]) => parted(own.flatMap(rowOf), what, nodeOf));
    return nodes.length === 1 ? nodes : nodes.map((node) => ({ ...node, block: `b${index + 1}` }));
  });
}

/** The logic that joins the rows of a node. */
export const logicOf = ({ does }: Pick<Rows, 'does'>): 'and' | 'or' => (does === 'require' ? 'and' : 'or');

/** A row that takes more than groups beside those of others has a node of its own. */
function parted(rows: readonly Row[], does: Rows['does'], nodeOf: NodeOf): readonly Rows[] {
  const fits = ({ asked }: Row): boolean => toGroups(asked, logicOf({ does }), nodeOf) !== undefined;
  const together = rows.filter(fits);
  const alone = rows.filter((row) => !fits(row)).map((row) => ({ does, rows: [row] }));
  return [...(together.length === 0 ? [] : [{ does, rows: together }]), ...alone];
}

/** Consecutive rules with the same effect. If two hold, the first one determines further actions. */
function alike({ rules, isOrdered }: Plan): readonly (readonly Rule[])[] {
  const made: Rule[][] = [];
  for (const rule of rules) {
    const last = made.at(-1);
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && !isOrdered && wayOf(first) === wayOf(rule)) last.push(rule);
    else made.push([rule]);
  }
  return made;
}

/** Numbered as the author wrote them. A rule without an author has no sentence. */
export function sentencesOf({ rules, rest }: Pick<Plan, 'rules' | 'rest'>): ReadonlyMap<Rule, Sentence> {
  const written = [...rules, rest].filter(({ quote }) => quote.text.trim() !== '');
  return new Map(
    written
      .toSorted((a, b) => a.quote.offset - b.quote.offset)
      .map((rule, index) => [rule, { id: `r${index + 1}`, text: cut(rule.quote.text, MAX_SENTENCE) }]),
  );
}

const MAX_NAME = 120;

/** The name of a node with these rows: their sentences. */
export const nameOfRows = (rows: readonly Pick<Row, 'sentence'>[]): string =>
  cut([...new Set(rows.flatMap(({ sentence: { text } }) => text?.replace(/\.$/, '') ?? []))].join('. '), MAX_NAME);

function cut(text: string, most: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  return plain.length > most
    ? `${plain
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
    : plain;
}
