import type { Column, Sort } from './columns.ts';

interface Props {
  readonly by: 'due' | 'waits' | Column;
  readonly label: string;
  readonly sort: Sort;
  /** Null if more rows exist than are shown. */
  readonly onSort: ((sort: Sort) => void) | null;
}

/** A column header that sorts the rows; a second press reverses the order. */
export function SortHead({ by, label, sort, onSort }: Props) {
  const own = typeof by === 'string' ? by : { key: by.key };
  const isOwn = JSON.stringify(sort.by) === JSON.stringify(own);
  const direction = sort.isDown ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isOwn ? direction : undefined}>
      {onSort === null ? (
        label
      ) : (
        <button type="button" className="sort" onClick={() => onSort({ by: own, isDown: isOwn && !sort.isDown })}>
          {label} {isOwn && <span aria-hidden="true">{sort.isDown ? '▾' : '▴'}</span>}
        </button>
      )}
    </th>
  );
}
