import { ofEach, type Expr, type Test } from './model.ts';
import type { Cond, Order } from './grammar/kinds.ts';
import { condOf, notOf, soMany } from './grammar/meaning.ts';

/** What was said before in the text, as a later sentence may speak of it. */
export interface Said {
  readonly cond: Cond;
  readonly isRequirement: boolean;
}

const VERB = /^\?(meet|miss)\|(\d*)$/;
const isReference = ({ source, field }: Test): boolean => source === 'context' && VERB.test(field);

export const hasReference = (expr: Expr): boolean =>
  expr.kind === 'test' ? isReference(expr.test) : expr.of.some(hasReference);

/** The expression with what it refers to; null if it is not clear what that is. `said`: the latest last. */
export function dereferenced(expr: Expr, said: readonly Said[]): Expr | null {
  if (expr.kind !== 'test') return ofEach(expr, (part) => dereferenced(part, said));
  const [, verb, total = ''] = isReference(expr.test) ? (VERB.exec(expr.test.field) ?? []) : [];
  if (verb === undefined) return expr;
  const items = itemsOf(said, total === '' ? null : Number(total));
  if (items === null) return null;
  const conds = items.map((item) => condOf(item)).map((cond) => (verb === 'miss' ? notOf(cond) : cond));
  // Such tests are made of orders only.
  return soMany(expr.test.operator as Order, Number(expr.test.value), conds)?.expr ?? null;
}

/** Speaks of whoever misses so many of the requirements, and not one of them, though one that is missed is a denial by itself. */
export function missesSoMany(expr: Expr, said: readonly Said[]): boolean {
  if (expr.kind !== 'test') return expr.of.some((part) => missesSoMany(part, said));
  const [, verb, total = ''] = isReference(expr.test) ? (VERB.exec(expr.test.field) ?? []) : [];
  const required = requiredOf(said);
  const isOfThem = required.length > 1 && (total === '' || Number(total) === required.length);
  return verb === 'miss' && isOfThem && Number(expr.test.value) !== (expr.test.operator === 'greater_than' ? 0 : 1);
}

const requiredOf = (said: readonly Said[]): readonly Expr[] =>
  said.filter(({ isRequirement }) => isRequirement).flatMap(({ cond }) => membersOf(cond));

/** Requirements are one list, wherever they stand; else it is a list of the last rule, or the last one of that length. */
function itemsOf(said: readonly Said[], total: number | null): readonly Expr[] | null {
  const required = requiredOf(said);
  if (required.length > 1 && (total === null || total === required.length)) return required;
  const last = said.at(-1)?.cond.groups ?? [];
  if (total === null) return last.length === 1 ? (last[0] ?? null) : null;
  const groups = said.toReversed().flatMap(({ cond }) => cond.groups);
  return groups.find((group) => group.length === total) ?? null;
}

const membersOf = ({ expr, list, groups }: Cond): readonly Expr[] =>
  list?.kind === 'all' ? list.of : groups.length > 0 && list === null ? (groups[0] ?? []) : [expr];
