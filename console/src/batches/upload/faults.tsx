import type { FormEvent } from 'react';
import type { CellError } from '../../../../core/batches/columns.ts';
import type { CellEdit } from '../../../../core/batches/mended.ts';
import { MOST_SHEET_ROWS } from '../../../../core/sheets/limits.ts';
import { isDate } from '../../../../core/time.ts';
import { Coded } from '../../ui/coded.tsx';
import { saveCsv } from '../../ui/save.ts';
import { rowsOf } from '../words.ts';
import { MOST_FILE_ROWS, type Changes, type CheckedFile, type Fault } from './checked.ts';

const MOST_SHOWN = 200;

interface Props {
  readonly name: string;
  readonly checked: CheckedFile;
  readonly changes: Changes;
  readonly isLocked: boolean;
  /** The rows without faults run already. */
  readonly hasRun: boolean;
  readonly onChange: (changes: Changes) => void;
}

/** Faults of a file, by line and column. A cell can be corrected, and lines can be left out. */
export function Faults({ name, checked, changes, isLocked, hasRun, onChange }: Props) {
  const { errors, errorCount, rowCount, hasMore, faulty } = checked;
  if (errorCount === 0 && !hasMore && rowCount > 0) return null;
  const shown = errors.slice(0, MOST_SHOWN);
  const lines = rowCount + (faulty?.areLeftOut === true ? faulty.count : 0);
  const canMend = shown.some(({ cell }) => cell !== null);
  const mend = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const edits = editsIn(new FormData(event.currentTarget), shown);
    if (edits.length > 0) onChange({ ...changes, edits: joined(changes.edits, edits) });
  };
  return (
    <section className="card" aria-label="Faults">
      <h2>
        {faulty?.areLeftOut === true ? (
          <>
            {rowsOf(faulty.count)} of <bdi>{name}</bdi> {faulty.count === 1 ? 'is' : 'are'} left out
          </>
        ) : (
          <>
            <bdi>{name}</bdi> cannot be used yet
          </>
        )}
      </h2>
      <div className="message bad" role="alert">
        <p>
          {hasMore &&
            `It has more rows than a file may have (${MOST_FILE_ROWS.toLocaleString('en')}, and a spreadsheet ${MOST_SHEET_ROWS.toLocaleString('en')}): divide it. `}
          {rowCount === 0 && errorCount === 0 && 'It has a header, and no row below it. '}
          {errorCount > 0 &&
            `${errorCount === 1 ? 'One fault' : `${errorCount.toLocaleString('en')} faults`}${lines === 0 ? '' : ` in ${rowsOf(lines)}`}${hasMore ? ' that were read' : ''}. `}
          {hasRun
            ? 'The other rows run already: download these, mend them there, and choose that file.'
            : canMend
              ? 'Nothing was sent. Mend the cells here, or mend the file and choose it again.'
              : 'Nothing was sent. Mend the file and choose it again.'}
        </p>
      </div>
      <form onSubmit={mend}>
        <fieldset className="bare" disabled={isLocked}>
          <Cells cells={shown} count={errorCount} label="Faults by line" canMend={canMend} />
          {canMend && (
            <p className="buttons">
              <button type="submit">Check these cells again</button>
            </p>
          )}
        </fieldset>
      </form>
      {faulty !== null && <LeaveOut {...{ name, checked, changes, isLocked, onChange }} />}
    </section>
  );
}

/** Offers to run the lines without faults now and the others later. */
function LeaveOut({ name, checked: { faulty, rowCount }, changes, isLocked, onChange }: Omit<Props, 'hasRun'>) {
  if (faulty === null) return null;
  const good = faulty.areLeftOut ? rowCount : rowCount - faulty.count;
  return (
    <div className="buttons">
      <button
        type="button"
        disabled={isLocked}
        onClick={() => onChange({ ...changes, isWithoutFaulty: !faulty.areLeftOut })}
      >
        {faulty.areLeftOut
          ? 'Leave no row out'
          : `Leave ${faulty.count === 1 ? 'this row' : `these ${rowsOf(faulty.count)}`} out, and go on with ${rowsOf(good)}`}
      </button>
      <button type="button" onClick={() => saveCsv(faulty.csv, `${name.replace(/\.(?:csv|xlsx)$/i, '')}-faults.csv`)}>
        Download {rowsOf(faulty.count)} with faults (CSV)
      </button>
      <span className="soft small">Mend them there, and choose that file: its first column is not read.</span>
    </div>
  );
}

const nameOf = (line: number, index: number): string => `${line}:${index}`;

function editsIn(form: FormData, faults: readonly Fault[]): readonly CellEdit[] {
  const cells = new Map(faults.flatMap(({ line, cell }) => (cell === null ? [] : [[nameOf(line, cell.index), cell]])));
  return [...form].flatMap(([name, value]) => {
    const [line, index] = name.split(':').map(Number);
    const cell = cells.get(name);
    if (line === undefined || index === undefined || cell === undefined || typeof value !== 'string') return [];
    return value === writtenIn(cell) ? [] : [{ line, index, text: value }];
  });
}

/** Keeps earlier corrections of cells that are not corrected again. */
function joined(before: readonly CellEdit[], edits: readonly CellEdit[]): readonly CellEdit[] {
  const all = new Map([...before, ...edits].map((edit) => [nameOf(edit.line, edit.index), edit]));
  return [...all.values()].toSorted((a, b) => a.line - b.line || a.index - b.index);
}

/** Cells with their faults, by line. */
export function Cells({
  cells,
  count,
  label,
  canMend = false,
}: {
  readonly cells: readonly (CellError & Partial<Pick<Fault, 'cell'>>)[];
  readonly count: number;
  readonly label: string;
  readonly canMend?: boolean;
}) {
  if (cells.length === 0) return null;
  const first = new Map(
    cells.toReversed().flatMap((each) => (each.cell ? [[nameOf(each.line, each.cell.index), each] as const] : [])),
  );
  return (
    <>
      <div className="wide fault-list" tabIndex={0} role="region" aria-label={label}>
        <table className="list rows">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
              {canMend && <th scope="col">Cell</th>}
            </tr>
          </thead>
          <tbody>
            {cells.map((each, index) => (
              <tr key={index}>
                <td data-label="Line">{each.line.toLocaleString('en')}</td>
                <td data-label="Column">{each.column === '' ? '' : <code dir="auto">{each.column}</code>}</td>
                <td data-label="What is wrong">
                  <bdi id={`${label} ${index}`.replaceAll(' ', '-')}>
                    <Coded text={each.message} />
                  </bdi>
                </td>
                {canMend && (
                  <td data-label="Cell">
                    {each.cell && first.get(nameOf(each.line, each.cell.index)) === each && (
                      <Mended fault={each} cell={each.cell} says={`${label} ${index}`.replaceAll(' ', '-')} />
                    )}
                  </td>
                )}
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

type Cell = NonNullable<Fault['cell']>;

/** The text as the input shows it: a date input shows an invalid date as empty. */
function writtenIn({ text, type }: Cell): string {
  if (type === 'date') return isDate(text) ? text : '';
  if (type === 'yes_no') return ['true', 'false'].includes(text) ? text : '';
  // An input has one line: the browser removes line breaks from its value.
  return text.replaceAll(/[\r\n]/g, '');
}

function Mended({
  fault: { line, column },
  cell,
  says,
}: {
  readonly fault: CellError;
  readonly cell: Cell;
  readonly says: string;
}) {
  const given = {
    name: nameOf(line, cell.index),
    defaultValue: writtenIn(cell),
    'aria-label': `Line ${line}, ${column}`,
    'aria-describedby': says,
  };
  if (cell.type === 'yes_no') {
    return (
      <select {...given}>
        <option value="">nothing</option>
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    );
  }
  const isNumber = cell.type === 'number' || cell.type === 'integer';
  return (
    <input
      {...given}
      type={cell.type === 'date' ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
    />
  );
}
