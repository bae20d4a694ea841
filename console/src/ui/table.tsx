import { useRef, type MouseEvent, type ReactNode } from 'react';
import type { List } from '../api/lists.ts';
import '../style/table.css';
import { useCommands } from '../use-commands.ts';
import { ErrorMessage } from './errors.tsx';
import { Loading } from './parts.tsx';
import { stepped } from './stepped.ts';

export interface Column<Row> {
  /** Heading of the column; on a narrow screen it precedes each value. */
  readonly name: string;
  /** The first column has the link of the row, with the class `row-link`: a click anywhere on the row follows it. */
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

export interface ListTableProps<Row> {
  /** Plural name of the rows: `executions`. */
  readonly of: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** Shown in place of the table if there is no row: an `Empty` that says what to do. */
  readonly empty: ReactNode;
  /** `late` and `bad` mark a row. */
  readonly mark?: (row: Row) => 'late' | 'bad' | undefined;
}

/**
 * A list of the API as a table, and as cards on a narrow screen. The keys j and k move between rows; Enter opens one.
 * Loaded rows stay when they cannot be refreshed.
 */
export function ListTable<Row>({ of, list, columns, keyOf, empty, mark }: ListTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, error } = list;
  const links = (): (HTMLElement | null)[] =>
    [...(body.current?.rows ?? [])].map((row) => row.querySelector<HTMLElement>('.row-link'));
  const move = (by: 1 | -1): void => {
    const all = links();
    const at = all.findIndex((link) => link?.closest('tr')?.contains(document.activeElement) === true);
    const next = stepped(at === -1 ? null : at, by, all.length);
    if (next !== null) all[next]?.focus();
  };
  useCommands({ next: () => move(1), previous: () => move(-1), open: () => links()[0]?.click() });
  return (
    <>
      {error !== null && <ErrorMessage error={error} />}
      {rows === undefined && error === null && <Loading />}
      {rows?.length === 0 && empty}
      {rows !== undefined && rows.length > 0 && (
        <>
          <div className="wide" tabIndex={-1}>
            <table className="list rows" aria-label={of}>
              <thead>
                <tr>
                  {columns.map(({ name, isNumber }) => (
                    <th key={name} scope="col" className={isNumber === true ? 'number' : undefined}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody ref={body}>
                {rows.map((row) => (
                  <tr key={keyOf(row)} className={mark?.(row)} onClick={follow}>
                    {columns.map(({ name, cell, isNumber }) => (
                      <td key={name} data-label={name} className={isNumber === true ? 'number' : undefined}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Foot of={of} list={list} shown={rows.length} />
        </>
      )}
    </>
  );
}

function Foot<Row>({ of, list, shown }: { readonly of: string; readonly list: List<Row>; readonly shown: number }) {
  // Rows may have been added since the first page was read.
  const total = Math.max(shown, list.total);
  return (
    <div className="rows-foot">
      <span className="soft" role="status">
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} {of}
      </span>
      {list.hasMore && (
        <button type="button" aria-disabled={list.isFetchingMore} onClick={list.isFetchingMore ? undefined : list.more}>
          {list.isFetchingMore ? 'Loading …' : 'Show more'}
        </button>
      )}
      {list.isStill && (
        <span className="soft">
          So long a list is not kept up to date by itself.{' '}
          <button type="button" className="quiet" onClick={list.again}>
            Read it again
          </button>
        </span>
      )}
    </div>
  );
}

/** Selecting text or pressing a control in the row does not navigate. */
function follow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row } = event;
  if (target instanceof Element && target.closest('a, button, input, select, summary, label') !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  row.querySelector<HTMLElement>('.row-link')?.click();
}
