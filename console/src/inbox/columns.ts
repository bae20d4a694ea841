import type { Review } from '../api/records.ts';
import { labelOf } from '../case/words.ts';

/*
 * The columns of the inbox: values that the rules read. A value that is the same in all rows is shown once, above them.
 */

/** A value that rules read: a field of a report or of the application. */
export interface Column {
  readonly key: string;
  readonly label: string;
}

type Row = Pick<
  Review,
  | 'id'
  | 'due_at'
  | 'opened_at'
  | 'rules'
  | 'execution_mode'
  | 'workflow_id'
  | 'workflow_name'
  | 'assigned_to_user_id'
  | 'queue'
>;
interface Read extends Column {
  /** The value in words, with its unit. */
  readonly found: string;
  readonly actual: unknown;
}

const MOST_COLUMNS = 3;

/** The deciding conditions of a row whose value has words. */
function readIn({ rules = [] }: Pick<Row, 'rules'>): readonly Read[] {
  return rules
    .flatMap((rule) => rule.nearest?.conditions ?? rule.conditions)
    .flatMap(({ product_code: product, field, found, actual, where }) => {
      const isOfItems = Array.isArray(where) && where.length > 0;
      if (typeof field !== 'string' || typeof found !== 'string' || isOfItems) return [];
      const label = labelOf(field.split('.').at(-1) ?? field);
      return [{ key: JSON.stringify([product ?? null, field]), label, found, actual }];
    });
}

/** The columns that at least half of the rows have, at most three. */
export function columnsOf(rows: readonly Row[]): readonly Column[] {
  const reads = rows.flatMap((row) => [...new Map(readIn(row).map((read) => [read.key, read])).values()]);
  return [...Map.groupBy(reads, ({ key }) => key).values()]
    .filter(({ length }) => 2 * length >= rows.length)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MOST_COLUMNS)
    .flatMap(([first]) => (first === undefined ? [] : [{ key: first.key, label: first.label }]));
}

/** The value in words; null if no rule of the row read it. */
export function foundIn(row: Pick<Row, 'rules'>, { key }: Column): string | null {
  return readIn(row).find((read) => read.key === key)?.found ?? null;
}

export interface Constant {
  readonly mode: Row['execution_mode'] | null;
  readonly workflowId: number | null;
  readonly hasNoDue: boolean;
  readonly isUnclaimed: boolean;
}

/** The parts common to all rows, so that no row repeats them. A single row has none. */
export function constantOf(rows: readonly Row[]): Constant {
  const [first] = rows;
  const same = <Value>(valueOf: (row: Row) => Value): Value | null =>
    first !== undefined && rows.length > 1 && rows.every((row) => valueOf(row) === valueOf(first))
      ? valueOf(first)
      : null;
  return {
    mode: same(({ execution_mode: mode }) => mode),
    workflowId: same(({ workflow_id: id }) => id),
    hasNoDue: same(({ due_at: due }) => due === null) === true,
    isUnclaimed: same(({ assigned_to_user_id: holder }) => holder === null) === true,
  };
}

/** The common parts as a sentence; empty if there are none. */
export function constantWords(rows: readonly Row[]): string {
  const { mode, workflowId, hasNoDue, isUnclaimed } = constantOf(rows);
  const name = rows[0]?.workflow_name ?? `Workflow ${workflowId}`;
  const parts = [
    ...(workflowId === null ? [] : [name]),
    ...(mode === null ? [] : [`${mode} mode`]),
    ...(hasNoDue ? ['no time limit'] : []),
    ...(isUnclaimed ? ['claimed by nobody'] : []),
  ];
  return parts.length === 0 ? '' : `All of these: ${parts.join(', ')}.`;
}

/** `due`: the order of the service. `key`: key of a column. */
export interface Sort {
  readonly by: 'due' | 'waits' | { readonly key: string };
  readonly isDown: boolean;
}

export const BY_DUE: Sort = { by: 'due', isDown: false };

/** Rows without the value come last in both directions. Equal rows keep the service's order. */
export function sorted<Of extends Row>(rows: readonly Of[], { by, isDown }: Sort): readonly Of[] {
  if (by === 'due') return isDown ? rows.toReversed() : rows;
  const valueOf = (row: Of): unknown =>
    by === 'waits' ? row.opened_at : (readIn(row).find(({ key }) => key === by.key)?.actual ?? null);
  const valued = rows.map((row) => ({ row, value: valueOf(row) }));
  const [known, unknown] = [valued.filter(({ value }) => value !== null), valued.filter(({ value }) => value === null)];
  const inOrder = known.toSorted((one, other) => compared(one.value, other.value) * (isDown ? -1 : 1));
  return [...inOrder, ...unknown].map(({ row }) => row);
}

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [String(one), String(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}
