import { BRANCH_KEYS, type CascadeBranch, type CascadeCondition, type ValueSource } from '../../cascade/definition.ts';
import type { LintRule } from '../../cascade/lint.ts';
import type { Dictionary } from '../../fields/dictionary.ts';
import { asks, holds, operatorOf } from '../../cascade/operators/index.ts';
import { isKind } from '../../cascade/registry.ts';
import { fieldSchema, listPathOf, type Product } from '../../products/index.ts';
import { listPathIn, pathOf, type ListPath } from '../../quantifiers.ts';
import { ofCandidate } from '../decided/comparisons.ts';
import { avoidance, decisionGraph, graveNotices } from '../decided/graph.ts';
import { conditionsIn, matchesWith, turningIn, type KnownResult } from './turning.ts';

/*
 * Warns of conditions that decide about applicants with an empty list, which is usually the best case and often
 * forgotten: `all` holds for an empty list; `any`, `max` and `min` do not. `count` and `sum` are 0, so a comparison
 * with them covers the case. Source: semantics 2.9.13 and 4.9.6.
 */

/** The meaning of an empty list for the applicant. */
type Emptiness = 'best' | 'worst' | 'unknown';

interface ReadList {
  readonly path: ListPath;
  /** Equal for two conditions exactly if both lists are always empty together. */
  readonly key: string;
  readonly emptiness: Emptiness;
  /** A plural, such as `criminal records`. */
  readonly items: string;
  readonly whereOf: string;
}

type Side = 'requires' | 'declines';

/** Most lists of one branch that are examined. The work is quadratic. */
const MAX_LISTS = 50;

export const warnOfEmptyLists =
  (dictionary: Dictionary): LintRule =>
  (definition, registry) => {
    const graph = decisionGraph(definition, registry);
    const avoid = avoidance(graph, graveNotices(graph, 'other_action'));
    const nodes = new Map(definition.map((node) => [node.id, node]));
    const known = new Map<ValueSource, ReadList | undefined>();
    const listOf: ListOf = (from) => {
      if (!known.has(from)) {
        const node = nodes.get(from.source_node_id);
        const source = node === undefined ? undefined : registry.sourceOf(node);
        known.set(from, readListOf(from, source?.kind === 'report' ? source.product : undefined, dictionary));
      }
      return known.get(from);
    };
    return definition.flatMap((node) => {
      if (!isKind(node, 'IfElse')) return [];
      return BRANCH_KEYS.flatMap((key) => {
        const side = sideOf(avoid.outcome(node.id, key), avoid.outcome(node.id, 'fail'));
        const branch = node.branches[key];
        if (side === undefined || branch === undefined) return [];
        // Applicants who do not pass may be reviewed instead.
        const isReviewed = side === 'requires' && key === 'pass' && avoid.outcome(node.id, 'human_review');
        const messages = faultsOf(branch, isReviewed ? node.branches.human_review : undefined, side, listOf);
        return messages.map((message) => ({ code: 'empty_list_decides' as const, node_id: node.id, message }));
      });
    });
  };

/** Tells if the branch selects those who are not declined, or those who are. */
function sideOf(branchAvoids: boolean, failAvoids: boolean): Side | undefined {
  if (branchAvoids === failAvoids) return undefined;
  return branchAvoids ? 'requires' : 'declines';
}

type ListOf = (from: ValueSource) => ReadList | undefined;

/** Without duplicate messages. */
function faultsOf(
  branch: CascadeBranch,
  review: CascadeBranch | undefined,
  side: Side,
  listOf: ListOf,
): readonly string[] {
  const found = conditionsIn(branch).flatMap((condition) => {
    const own = listOf(condition);
    const compared = condition.value_from === undefined ? undefined : listOf(condition.value_from);
    const said = [
      { list: own, message: own === undefined ? undefined : wordsOf(condition, own, side) },
      { list: compared, message: compared === undefined ? undefined : comparedWords(condition, compared, side) },
    ];
    return said.flatMap(({ list, message }) =>
      list === undefined || message === undefined ? [] : [{ condition, key: list.key, message }],
    );
  });
  const byList = [...Map.groupBy(found, ({ key }) => key)].slice(0, MAX_LISTS);
  const messages = byList.flatMap(([key, ofList]) => {
    const known: KnownResult = (condition) => resultOf(condition, key, listOf);
    if (matchesWith(review, known, false)) return [];
    const turns = turningIn(branch, known);
    return ofList.filter(({ condition }) => turns(condition)).map(({ message }) => message);
  });
  return [...new Set(messages)];
}

/** The result of a condition if no item of the list counts; undefined if that depends on something else. */
function resultOf(condition: CascadeCondition, key: string, listOf: ListOf): boolean | undefined {
  const { operator, value = null, value_from: from } = condition;
  const own = listOf(condition);
  const compared = from === undefined ? undefined : listOf(from);
  if (compared?.key === key && isMissingOfNone(compared.path)) return false;
  if (own === undefined || own.key !== key) return undefined;
  const { quantifier } = own.path;
  if (quantifier === 'any') return false;
  if (quantifier === 'all') return from === undefined ? true : undefined;
  if (isMissingOfNone(own.path)) return operatorOf(operator).holdsOfNothing === true;
  return from === undefined ? (holds(operator, 0, value, ofCandidate()) ?? undefined) : undefined;
}

function isMissingOfNone({ quantifier }: ListPath): boolean {
  return quantifier === 'max' || quantifier === 'min';
}

/** The warning about the condition's result for an empty list, with a better form; undefined if it looks intended. */
function wordsOf(condition: CascadeCondition, list: ReadList, side: Side): string | undefined {
  const { operator } = condition;
  const { quantifier } = list.path;
  if (quantifier === 'count' || quantifier === 'sum') return undefined;
  // A condition that asks if there is a highest value covers the case of none.
  if (isMissingOfNone(list.path) && asks(operator, 'absence')) return undefined;
  const { emptiness, items, whereOf } = list;
  const count = `\`${pathOf({ ...list.path, quantifier: 'count', item: '' })}\`${whereOf}`;
  const nobody = `Somebody who has no ${items}`;
  if (quantifier === 'all') {
    const some = `Ask for ${count} \`greater_than\` 0 as well, in a group joined by "and".`;
    if (side === 'declines') return `${nobody} is declined here: \`all\` holds of no items. ${some}`;
    return emptiness === 'worst' ? `${nobody} passes here: \`all\` holds of no items. ${some}` : undefined;
  }
  const none = `let ${count} \`equals\` 0 match too, in a group joined by "or".`;
  const isOfEach = asksOfEach(condition, list.path);
  const field = `\`${pathOf(list.path)}\``;
  const all = `\`${pathOf({ ...list.path, quantifier: 'all' })}\` \`${operator}\` ${limitOf(condition)}`;
  if (side === 'declines') {
    if (emptiness !== 'worst' || !isOfEach) return undefined;
    return `${nobody} is not declined here: there is no ${field} then, and no comparison holds. Write ${all}, which holds of no items, or ${none}`;
  }
  if (isOfEach && emptiness !== 'worst') {
    const isMeant = emptiness === 'best' ? '' : ` If they are to fail, ask for ${count} \`greater_than\` 0 as well.`;
    return `${nobody} has no ${field} and fails here: no comparison with a missing value holds. Write ${all}, which holds of no items, or ${none}${isMeant}`;
  }
  if (emptiness !== 'best') return undefined;
  return `${nobody}, which is the best that ${condition.source_node_id} can say, fails here: there is no item of which it could hold. L${none.slice(1)}`;
}

/** The warning about a figure of a list on the other side of a comparison. */
function comparedWords(condition: CascadeCondition, list: ReadList, side: Side): string | undefined {
  if (!isMissingOfNone(list.path) || side !== 'requires' || list.emptiness === 'worst') return undefined;
  const count = `\`${pathOf({ ...list.path, quantifier: 'count', item: '' })}\``;
  return (
    `Somebody who has no ${list.items} has no \`${pathOf(list.path)}\` to compare \`${condition.field}\` with and fails here: ` +
    `no comparison with a missing value holds. Let ${count} \`equals\` 0 match too, in a group joined by "or".`
  );
}

/** True if the highest value is to be low or the lowest to be high: that is a requirement for each item. */
function asksOfEach({ operator }: CascadeCondition, { quantifier }: ListPath): boolean {
  const range = operatorOf(operator).range?.(0);
  if (!asks(operator, 'order') || range === undefined) return false;
  return range.high === Infinity ? quantifier === 'min' : quantifier === 'max';
}

function limitOf({ value, value_from: from }: CascadeCondition): string {
  return from === undefined ? String(value) : 'the same value';
}

function readListOf(
  from: ValueSource & Pick<CascadeCondition, 'where'>,
  product: Product | undefined,
  dictionary: Dictionary,
) {
  const field = product === undefined ? from.field.replace(/^context\./, '') : from.field;
  const path = product === undefined ? sentListIn(field) : listPathOf(product, field);
  if (path === undefined) return undefined;
  const schema = product === undefined ? undefined : fieldSchema(product, path.list);
  const own = product === undefined ? dictionary.at(path.list) : undefined;
  const where = from.where ?? [];
  return {
    path,
    key: JSON.stringify([product === undefined ? '' : from.source_node_id, path.list, where]),
    emptiness: own?.empty ?? emptinessIn(schema?.['x-empty']),
    items: `${own?.item?.many ?? itemsIn(schema?.['x-item']) ?? `items in \`${path.list}\``}${where.length === 0 ? '' : ' of those that `where` names'}`,
    whereOf: where.length === 0 ? '' : ' with the same `where`',
  };
}

/** A member of the caller's data may be named `max`, but hardly one that has members of its own. */
function sentListIn(field: string): ListPath | undefined {
  const path = listPathIn(field, () => true);
  const isSure = path?.item !== '' || !isMissingOfNone(path);
  return isSure ? path : undefined;
}

function emptinessIn(said: unknown): Emptiness {
  return said === 'best' || said === 'worst' ? said : 'unknown';
}

function itemsIn(words: unknown): string | undefined {
  return typeof words === 'object' && words !== null && 'many' in words && typeof words.many === 'string'
    ? words.many
    : undefined;
}
