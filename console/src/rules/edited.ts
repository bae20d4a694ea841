import type { EveryoneElse, Row, RowDecision, RowList } from '../../../core/rows/row.ts';
import { figureAt, sharedWith, withFigure, type Conditions, type Figure, type Place } from './figures.ts';
import { retold } from './told.ts';

/*
 * The rules while they are edited. They are saved together or not at all.
 */

/** A saved rule, or a new one without an id. */
export interface EditedRule extends Omit<Row, 'id' | 'when' | 'text' | 'node_ids'> {
  /** Identifies the rule as long as the page is open. */
  readonly key: string;
  readonly id: string | null;
  readonly when: Conditions;
  /** True if the rule is new or its decision was changed: the service then chooses its steps, terms and review. */
  readonly isOther: boolean;
  /** The rule's sentence with the conditions that it was written for; null if the service has to write it. */
  readonly said: { readonly text: string; readonly when: Conditions } | null;
  /** The reading of the version's rule; null once its conditions were changed. */
  readonly readAs: string | null;
  readonly nodeIds: readonly string[];
}

export interface EditedRules {
  readonly rules: readonly EditedRule[];
  readonly everyoneElse: EveryoneElse | null;
}

export function editedOf({ rules, everyone_else: everyoneElse }: RowList): EditedRules {
  return { rules: rules.map(editedRule), everyoneElse };
}

function editedRule({ node_ids: nodeIds, text, when: { read_as: readAs, ...when }, ...row }: Row): EditedRule {
  return { ...row, when, said: { text, when }, isOther: false, readAs, nodeIds, key: row.id };
}

/** The sentence with the current figures; empty if the service has to write it. */
export function textOf({ said, when }: Pick<EditedRule, 'said' | 'when'>): string {
  return said === null ? '' : (retold(said.text, said.when, when) ?? '');
}

export interface RuleAndPlace {
  readonly key: string;
  readonly place: Place;
}

/** A limit of another rule that had the same figure before the change. */
export interface SharedLimit extends RuleAndPlace {
  readonly number: number;
}

export function limitsShared({ rules }: EditedRules, { key, place }: RuleAndPlace): readonly SharedLimit[] {
  const own = rules.find((rule) => rule.key === key);
  if (own === undefined) return [];
  const { when } = own;
  return rules.flatMap((rule, index) =>
    rule.key === key
      ? []
      : sharedWith(when, place, rule.when).map((each) => ({ key: rule.key, place: each, number: index + 1 })),
  );
}

export function withFigureOf(edited: EditedRules, { key, place }: RuleAndPlace, figure: Figure): EditedRules {
  return withRule(edited, key, (rule) => {
    if (figureAt(rule.when, place) === figure) return rule;
    return { ...rule, when: withFigure(rule.when, place, figure), readAs: null };
  });
}

/** The new decision gets the default end of its kind: nothing of the old end is kept. */
export function withDecision(edited: EditedRules, key: string, decision: RowDecision): EditedRules {
  return withRule(edited, key, (rule) => {
    if (rule.then.decision === decision) return rule;
    const then = { decision, before: rule.then.before, after: [], terms: null };
    return { ...rule, then, reason: null, review: null, readAs: null, block: null, said: null, isOther: true };
  });
}

export const withReason = (edited: EditedRules, key: string, reason: string): EditedRules =>
  withRule(edited, key, (rule) => ({ ...rule, reason: reason.trim() === '' ? null : reason }));

export const withOnMissing = (edited: EditedRules, key: string, does: EditedRule['on_missing']): EditedRules =>
  withRule(edited, key, (rule) => ({ ...rule, on_missing: does }));

function withRule({ rules, ...rest }: EditedRules, key: string, change: (rule: EditedRule) => EditedRule): EditedRules {
  return { ...rest, rules: parted(rules.map((rule) => (rule.key === key ? change(rule) : rule))) };
}

/** The rules of a block are adjacent and decide the same. A change that separates them splits the block. */
function parted(rules: readonly EditedRule[]): readonly EditedRule[] {
  const runs: EditedRule[][] = [];
  for (const rule of rules) {
    const last = runs.at(-1)?.[0];
    const isSame =
      last !== undefined && rule.block !== null && last.block === rule.block && wayOf(last) === wayOf(rule);
    if (isSame) runs.at(-1)?.push(rule);
    else runs.push([rule]);
  }
  const taken = new Set<string>();
  return runs.flatMap((run) => {
    const block = run[0]?.block ?? null;
    if (block === null || !taken.has(block)) {
      if (block !== null) taken.add(block);
      return run;
    }
    let number = 2;
    while (taken.has(`${block}_${number}`)) number += 1;
    const own = run.length === 1 ? null : `${block}_${number}`;
    if (own !== null) taken.add(own);
    return run.map((rule) => ({ ...rule, block: own }));
  });
}

const wayOf = ({ then, reason, review }: EditedRule): string => JSON.stringify([then, reason, review]);

export const without = ({ rules, ...rest }: EditedRules, key: string): EditedRules => ({
  ...rest,
  rules: parted(rules.filter((rule) => rule.key !== key)),
});

/** The content of a new rule. */
export interface AddedRule {
  readonly when: Conditions;
  readonly decision: RowDecision;
  /** The sentence that the rule was read from; null if it was built from parts. */
  readonly text: string | null;
  readonly isRequirement?: boolean;
}

/** Adds the rule last, before everyone else. */
export function withAdded(
  { rules, ...rest }: EditedRules,
  { when, decision, text, isRequirement = false }: AddedRule,
): EditedRules {
  const number = 1 + Math.max(0, ...rules.map(({ key }) => Number(/^new (\d+)$/.exec(key)?.[1] ?? 0)));
  const added: EditedRule = {
    ...{ key: `new ${number}`, id: null, when, isOther: true, readAs: null, on_missing: null },
    ...{ reason: null, review: null, block: null, nodeIds: [], is_requirement: isRequirement },
    said: text === null ? null : { text, when },
    then: { decision, before: [], after: [], terms: null },
  };
  return { ...rest, rules: [...rules, added] };
}

/** The effect of moving a rule: none if both are in one block. Null if there is no rule to swap with. */
export type Move = { readonly edited: EditedRules; readonly changesNothing: boolean } | null;

export function moved({ rules, ...rest }: EditedRules, key: string, by: -1 | 1): Move {
  const from = rules.findIndex((rule) => rule.key === key);
  const [rule, other] = [rules[from], rules[from + by]];
  if (rule === undefined || other === undefined) return null;
  const next = [...rules];
  [next[from], next[from + by]] = [other, rule];
  return {
    edited: { ...rest, rules: parted(next) },
    changesNothing: rule.block !== null && rule.block === other.block,
  };
}

/** True if the edited rules differ from the saved version. */
export const isChanged = (edited: EditedRules, list: RowList): boolean =>
  JSON.stringify(sentRules(edited)) !== JSON.stringify(sentRules(editedOf(list)));

/** The rules in the API's form: omitted members are kept, or made by the service. */
export const sentRules = ({ rules, everyoneElse }: EditedRules) => ({
  rules: rules.map(sentRule),
  everyone_else: everyoneElse,
});

function sentRule({ key: _, readAs: __, nodeIds: ___, id, said, isOther, ...rule }: EditedRule) {
  const { when, then, reason, on_missing: missing } = rule;
  const text = textOf({ said, when }) || null;
  if (!isOther) return { ...(id === null ? {} : { id }), ...rule, text };
  return {
    ...(id === null ? {} : { id, block: null }),
    ...{ text, when, is_requirement: rule.is_requirement, then: { decision: then.decision } },
    ...(reason === null ? {} : { reason }),
    ...(missing === null ? {} : { on_missing: missing }),
  };
}

export type SentRules = ReturnType<typeof sentRules>;
