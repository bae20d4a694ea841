import { useState } from 'react';
import { FIELD_UNITS } from '../../../core/fields/spec.ts';
import type { JsonSchema } from '../../../core/json.ts';
import { Line } from './controls.tsx';
import {
  fieldsIn,
  isGroup,
  isRequired,
  keywordText,
  typeNameOf,
  TYPES,
  withField,
  withSource,
  type Draft,
} from './draft.ts';
import type { Fault } from './faults.ts';
import { FieldEditor } from './field-editor.tsx';
import { labelOf } from './leaves.ts';
import { kindWords, REASON_WORDS, typeWords } from './words.ts';
import { writeValues } from './written.ts';

interface Props {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  /** Undefined if the page only shows the fields. */
  readonly onChange: ((draft: Draft) => void) | undefined;
}

/** The fields of the report: a table whose rows open into editors. */
export function FieldsPart({ draft, faults, onChange }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const fields = fieldsIn(draft);
  const faultsOf = (path: string) => faults.filter(({ of }) => of?.kind === 'field' && of.path === path);
  const isOpen = (path: string): boolean => onChange !== undefined && (open.has(path) || faultsOf(path).length > 0);
  const toggle = (path: string, isShown: boolean): void => {
    const next = new Set(open);
    if (isShown) next.add(path);
    else next.delete(path);
    setOpen(next);
  };
  const closed = fields.filter(({ path }) => !isOpen(path));
  const hasMapping = draft.mapping !== undefined;
  const columns = [
    ...['Field', 'Label', 'Type', 'Unit', 'Who sees it'],
    ...(hasMapping ? ['In the answer'] : []),
    ...['Reasons in letters', 'In test mode'],
    ...(onChange === undefined ? [] : ['Acts']),
  ];
  return (
    <section className="card" aria-label="The report">
      <h2>The report</h2>
      <p className="soft">
        Each field that a workflow may read. Letters, policies and reviewers know it by its label; a denial that rests
        on it needs a reason.
      </p>
      {fields
        .filter(({ path }) => isOpen(path))
        .map((field) => (
          <FieldEditor
            key={field.path}
            field={field}
            draft={draft}
            faults={faultsOf(field.path)}
            onChange={(next) => {
              toggle(field.path, true);
              onChange?.(next);
            }}
            onClose={() => toggle(field.path, false)}
          />
        ))}
      {closed.length > 0 && (
        <div className="wide" tabIndex={-1}>
          <table className="list rows" aria-label="Fields of the report">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {closed.map(({ path, schema }) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                    {isRequired(draft, path) && <span className="soft small"> always</span>}
                  </td>
                  <Cells draft={draft} path={path} schema={schema} />
                  {onChange !== undefined && (
                    <td data-label="Acts">
                      <button
                        type="button"
                        className="quiet"
                        aria-label={`Change ${path}`}
                        onClick={() => toggle(path, true)}
                      >
                        Change
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {fields.length === 0 && <p className="soft">There is none yet.</p>}
      {onChange !== undefined && (
        <AddField
          draft={draft}
          onAdd={(path, next) => {
            toggle(path, true);
            onChange(next);
          }}
        />
      )}
      <datalist id="source-units">
        {FIELD_UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </section>
  );
}

interface CellsProps {
  readonly draft: Draft;
  readonly path: string;
  readonly schema: JsonSchema;
}

function Cells({ draft, path, schema }: CellsProps) {
  const text = (keyword: string): string => keywordText(schema, keyword);
  const type = typeNameOf(schema);
  const source = draft.mapping?.fields[path];
  const reasons = REASON_WORDS.flatMap(([keyword]) => text(keyword));
  return (
    <>
      <td data-label="Label">
        <bdi>{text('title')}</bdi>
      </td>
      <td data-label="Type">{typeWords(type)}</td>
      <td data-label="Unit">{text('x-unit')}</td>
      <td data-label="Who sees it">{isGroup(type) ? '' : kindWords(schema['x-kind'])}</td>
      {draft.mapping !== undefined && (
        <td data-label="In the answer">
          {source?.path !== undefined && <code>{source.path}</code>}
          {source?.const !== undefined && (
            <>
              always <code>{JSON.stringify(source.const)}</code>
            </>
          )}
        </td>
      )}
      <td data-label="Reasons in letters">{reasons.filter((words) => words !== '').join('; ')}</td>
      <td data-label="In test mode">{testWords(draft, path)}</td>
    </>
  );
}

function testWords({ test_values: values }: Draft, path: string): string {
  const { among, from, to } = values?.[path] ?? {};
  if (among !== undefined) return writeValues([...among]);
  return from === undefined && to === undefined ? '' : `${from ?? ''} to ${to ?? ''}`;
}

interface AddProps {
  readonly draft: Draft;
  readonly onAdd: (path: string, draft: Draft) => void;
}

/** Adds a field by its name. */
function AddField({ draft, onAdd }: AddProps) {
  const [name, setName] = useState('');
  const path = name
    .trim()
    .split('.')
    .map((each) => each.trim())
    .join('.');
  const isTaken = fieldsIn(draft).some((field) => field.path === path);
  const isWhole = path !== '' && path.split('.').every((each) => each !== '');
  const add = (): void => {
    if (!isWhole || isTaken) return;
    const made = withField(draft, path, { ...TYPES.number, title: labelOf(path) });
    onAdd(path, draft.mapping === undefined ? made : withSource(made, path, { path }));
    setName('');
  };
  return (
    <form
      className="add-field"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Line
        label="Name of a new field"
        value={name}
        placeholder="fraud_score"
        hint="In a group: person.age"
        onChange={setName}
      />
      <button type="submit" disabled={!isWhole || isTaken}>
        Add the field
      </button>
      {isTaken && <span className="soft small">There is a field of that name.</span>}
    </form>
  );
}
