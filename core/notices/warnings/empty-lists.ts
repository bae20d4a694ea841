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
 * Conditions on lists that decide of somebody whose list is empty, which is usually the best case, and of whom hardly
 * anybody thought: `all` holds of nothing, `any`, `max` and `min` do not. `count` and `sum` are 0 then, so whoever
 * compares them says what becomes of nothing. Source: semantics 2.9.13 and 4.9.6.
 */

/** What it says of somebody that the list is empty. */
type Emptiness = 'best' | 'worst' | 'unknown';

interface ReadList {
  readonly path: ListPath;
  /** The same for two conditions exactly if one is empty where the other one is. */
  readonly key: string;
  readonly emptiness: Emptiness;
  /** Such as `criminal records`. */
  readonly items: string;
  readonly whereOf: string;
}

type Side = 'requires' | 'declines';

/** More lists of one branch are not looked at: the work grows with the square. */
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
        // Whoever does not pass may be asked about.
        const isReviewed = side === 'requires' && key === 'pass' && avoid.outcome(node.id, 'human_review');
        const messages = faultsOf(branch, isReviewed ? node.branches.human_review : undefined, side, listOf);
        return messages.map((message) => ({ code: 'empty_list_decides' as const, node_id: node.id, message }));
      });
    });
  };

/** Whether the branch says who is not declined, or who is. */
function sideOf(branchAvoids: boolean, failAvoids: boolean): Side | undefined {
  if (branchAvoids === failAvoids) return undefined;
  return branchAvoids ? 'requires' : 'declines';
}

type ListOf = (from: ValueSource) => ReadList | undefined;

/** Each message once. */
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

/** What a condition comes to if no item of the list counts; undefined if that depends on something else. */
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

/** What is wrong with what the condition comes to of no items, and what would be better; undefined if it is meant so. */
function wordsOf(condition: CascadeCondition, list: ReadList, side: Side): string | undefined {
  const { operator } = condition;
  const { quantifier } = list.path;
  if (quantifier === 'count' || quantifier === 'sum') return undefined;
  // Whoever asks whether there is a highest one, says what becomes of none.
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

/** A figure of a list that another value is compared with. */
function comparedWords(condition: CascadeCondition, list: ReadList, side: Side): string | undefined {
  if (!isMissingOfNone(list.path) || side !== 'requires' || list.emptiness === 'worst') return undefined;
  const count = `\`${pathOf({ ...list.path, quantifier: 'count', item: '' })}\``;
  return (
    `Somebody who has no ${list.items} has no \`${pathOf(list.path)}\` to compare \`${condition.field}\` with and fails here: ` +
    `no comparison with a missing value holds. Let ${count} \`equals\` 0 match too, in a group joined by "or".`
  );
}

/** Whether the highest is to be low or the lowest high: that asks of each item, and an upward one of the highest of any. */
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

/** A member of what the caller sends may be called `max`, but hardly one that has members itself. */
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
