import type { CellError } from '../../../../core/batches/columns.ts';
import { MOST_FILE_ROWS, type CheckedFile } from './checked.ts';
import { rowsOf } from '../words.ts';
import { Coded } from '../../ui/coded.tsx';

const MOST_SHOWN = 200;

interface Props {
  readonly name: string;
  readonly checked: CheckedFile;
}

/** What is wrong with a file, by line and column. Nothing of it was sent. */
export function Faults({ name, checked }: Props) {
  const { errors, errorCount, rowCount, hasMore } = checked;
  if (errorCount === 0 && !hasMore && rowCount > 0) return null;
  const shown = errors.slice(0, MOST_SHOWN);
  return (
    <section className="card" aria-label="Faults">
      <h2>
        <bdi>{name}</bdi> cannot be used yet
      </h2>
      <div className="message bad" role="alert">
        <p>
          {hasMore && `It has more than ${MOST_FILE_ROWS.toLocaleString('en')} rows: divide it. `}
          {rowCount === 0 && errorCount === 0 && 'It has a header, and no row below it. '}
          {errorCount > 0 &&
            `${errorCount === 1 ? 'One fault' : `${errorCount.toLocaleString('en')} faults`}${rowCount === 0 ? '' : ` in ${rowsOf(rowCount)}`}${hasMore ? ' that were read' : ''}. `}
          Nothing was sent. Mend the file and choose it again.
        </p>
      </div>
      <Cells cells={shown} count={errorCount} label="Faults by line" />
    </section>
  );
}

/** Cells with what is wrong with them, by line. */
export function Cells({
  cells,
  count,
  label,
}: {
  readonly cells: readonly CellError[];
  readonly count: number;
  readonly label: string;
}) {
  if (cells.length === 0) return null;
  return (
    <>
      <div className="wide fault-list" tabIndex={0} role="region" aria-label={label}>
        <table className="list rows">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ line, column, message }, index) => (
              <tr key={index}>
                <td data-label="Line">{line.toLocaleString('en')}</td>
                <td data-label="Column">{column === '' ? '' : <code dir="auto">{column}</code>}</td>
                <td data-label="What is wrong">
                  <bdi>
                    <Coded text={message} />
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > cells.length && (
        <p className="soft small">
          The first {cells.length} of {count.toLocaleString('en')} are shown.
        </p>
      )}
    </>
  );
}
