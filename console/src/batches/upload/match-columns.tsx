import { useState } from 'react';
import { formsOf, type CellForm, type ColumnMatch } from '../../../../core/batches/matches.ts';
import { saidOf, type FileHeader, type Headers, type Matches } from './checked.ts';

interface Props {
  readonly headers: Headers;
  readonly said: Matches;
  readonly isLocked: boolean;
  readonly onSaid: (matches: Matches) => void;
}

/** An incomplete match: the field may be missing (undefined), or how its cells are written (null). */
interface Answer {
  readonly path: string | null | undefined;
  readonly form: CellForm | 'as_is' | null;
}

const FORM_WORDS: Readonly<Record<CellForm, string>> = {
  month_first: 'month first: 03/14/1990',
  day_first: 'day first: 14/03/1990',
  amount: 'comma for thousands: 1,500.00',
  amount_comma: 'point for thousands: 1.500,00',
  percent: 'percent: 12.5% is 12.5',
  fraction: 'percent: 12.5% is 0.125',
};

/** Asks which field each column holds. The headers are free text, so only the person knows. */
export function MatchColumns({ headers, said, isLocked, onSaid }: Props) {
  const { headers: columns, candidates } = headers;
  const typeOf = (path: string | null | undefined) => candidates.find((each) => each.path === path)?.type;
  const formFor = ({ forms }: FileHeader, path: string | null | undefined): Answer['form'] => {
    const [first] = formsOf(typeOf(path));
    if (first === undefined) return 'as_is';
    return forms[first === 'amount' ? 'number' : 'date'];
  };
  const [changed, setChanged] = useState<Readonly<Record<string, Answer>>>({});
  const answerOf = (column: FileHeader): Answer => {
    const before = saidOf(said, column.header);
    const path = column.proposed ?? undefined;
    return (
      saidOf(changed, column.header) ??
      (before === undefined
        ? { path, form: formFor(column, path) }
        : { path: before.path, form: before.form ?? 'as_is' })
    );
  };
  const answers = columns.map((column) => ({ column, answer: answerOf(column) }));
  const missing = answers.filter(({ answer }) => answer.path === undefined || answer.form === null).length;
  const isSaid = columns.every(({ header }) => saidOf(said, header) !== undefined) && Object.keys(changed).length === 0;
  const change = (header: string, answer: Answer) => {
    setChanged((before) => ({ ...before, [header]: answer }));
    // The earlier match no longer applies.
    if (saidOf(said, header) !== undefined)
      onSaid(Object.fromEntries(Object.entries(said).filter(([name]) => name !== header)));
  };
  return (
    <section className="card" aria-label="Match columns">
      <h2>Match columns</h2>
      <p className="soft">
        {columns.length === 1 ? 'One column has' : `${columns.length} columns have`} to be matched. Say which field each
        holds, and how its cells are written; nothing is read before.
      </p>
      <div className="wide" tabIndex={0} role="region" aria-label="Columns of the file">
        <table className="list rows">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Its first cells</th>
              <th scope="col">Field</th>
              <th scope="col">How it is written</th>
            </tr>
          </thead>
          <tbody>
            {answers.map(({ column, answer }) => (
              <tr key={column.header}>
                <td data-label="Column of the file">
                  <bdi>{column.header}</bdi>
                </td>
                <td data-label="Its first cells" className="soft">
                  <bdi>{column.samples.join(' · ')}</bdi>
                </td>
                <td data-label="Field">
                  <select
                    aria-label={`Field of ${column.header}`}
                    disabled={isLocked}
                    value={answer.path === undefined ? '' : (answer.path ?? LEFT_OUT)}
                    onChange={({ target }) => {
                      const path = target.value === '' ? undefined : target.value === LEFT_OUT ? null : target.value;
                      change(column.header, { path, form: formFor(column, path) });
                    }}
                  >
                    <Fields candidates={candidates} />
                  </select>
                </td>
                <td data-label="How it is written">
                  {formsOf(typeOf(answer.path)).length > 0 && (
                    <select
                      aria-label={`How ${column.header} is written`}
                      disabled={isLocked}
                      value={answer.form ?? ''}
                      onChange={({ target }) =>
                        change(column.header, {
                          path: answer.path,
                          form: target.value === '' ? null : (target.value as CellForm | 'as_is'),
                        })
                      }
                    >
                      {answer.form === null && <option value="">Choose: it can be read in two ways</option>}
                      <option value="as_is">as the API has it</option>
                      {formsOf(typeOf(answer.path)).map((form) => (
                        <option key={form} value={form}>
                          {FORM_WORDS[form]}
                        </option>
                      ))}
                    </select>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="buttons">
        <button
          type="button"
          className={isSaid ? '' : 'primary'}
          disabled={isLocked || missing > 0 || isSaid}
          onClick={() => {
            onSaid({ ...said, ...Object.fromEntries(answers.map(matchOf)) });
            setChanged({});
          }}
        >
          {isSaid ? 'These columns are used' : 'Use these columns'}
        </button>
        {missing > 0 && (
          <span className="soft">
            {missing === 1 ? 'One column is' : `${missing} columns are`} not matched yet: choose, or leave them out.
          </span>
        )}
      </p>
    </section>
  );
}

/** Cannot collide with a path: no path contains a blank. */
const LEFT_OUT = ' ';

function matchOf({ column, answer }: { readonly column: FileHeader; readonly answer: Answer }) {
  const match: ColumnMatch = {
    path: answer.path ?? null,
    ...(answer.form === null || answer.form === 'as_is' ? {} : { form: answer.form }),
  };
  return [column.header, match] as const;
}

function Fields({ candidates }: Pick<Headers, 'candidates'>) {
  const groups = [
    { label: 'The workflow reads', fields: candidates.filter(({ isRead }) => isRead) },
    { label: 'Other fields', fields: candidates.filter(({ isRead }) => !isRead) },
  ];
  return (
    <>
      <option value="">Choose a field</option>
      <option value={LEFT_OUT}>Leave this column out</option>
      {groups.map(
        ({ label, fields }) =>
          fields.length > 0 && (
            <optgroup key={label} label={label}>
              {fields.map(({ path, label: name }) => (
                <option key={path} value={path}>
                  {name} ({path})
                </option>
              ))}
            </optgroup>
          ),
      )}
    </>
  );
}
