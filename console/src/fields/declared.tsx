import { useState } from 'react';
import type { FieldFault } from '../../../core/fields/faults.ts';
import type { FieldSpec, FieldSpecs } from '../../../core/fields/spec.ts';
import { FieldRow } from './field-row.tsx';
import { formOfSpec, type FieldForm, type FieldForms } from './forms.ts';
import type { Proposals } from './queries.ts';

interface Props {
  readonly specs: FieldSpecs;
  readonly forms: FieldForms;
  readonly faults: ReadonlyMap<string, readonly FieldFault[]>;
  readonly questions: Proposals['questions'];
  /** Why policies cannot use a field's label, by path. */
  readonly unsaid: ReadonlyMap<string, string>;
  readonly mayWrite: boolean;
  readonly onChange: (path: string, form: FieldForm) => void;
  readonly onUndo: (path: string) => () => void;
}

/** The declared fields: a table whose rows open for editing. */
export function Declared({ specs, forms, faults, questions, unsaid, mayWrite, onChange, onUndo }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const rows = [...specs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const questionsOf = (path: string) => questions.filter((question) => question.path === path);
  // A fault caused by a change to another field is shown at this one.
  const isOpen = (path: string): boolean =>
    mayWrite && (open.has(path) || forms[path] !== undefined || faults.has(path) || questionsOf(path).length > 0);
  const closed = rows.filter(([path]) => !isOpen(path));
  return (
    <section aria-label="Declared">
      <h2>Declared ({specs.size})</h2>
      {rows
        .filter(([path]) => isOpen(path))
        .map(([path, spec]) => (
          <FieldRow
            key={path}
            path={path}
            form={forms[path] ?? formOfSpec(spec)}
            onChange={(form) => onChange(path, form)}
            faults={faults.get(path) ?? []}
            questions={questionsOf(path)}
            unsaid={unsaid.get(path)}
            about="Declared."
            declares="Keep it declared"
            onUndo={forms[path] === undefined ? undefined : onUndo(path)}
          />
        ))}
      {closed.length > 0 && (
        <div className="wide" tabIndex={-1}>
          <table className="list rows" aria-label="Declared fields">
            <thead>
              <tr>
                {['Path', 'Label', 'Type', 'Unit', 'Kind', 'Whose', ...(mayWrite ? ['Acts'] : [])].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {closed.map(([path, spec]) => (
                <tr key={path}>
                  <td>
                    <code>{path}</code>
                  </td>
                  {cells(spec).map(([name, words]) => (
                    <td key={name} data-label={name}>
                      {words}
                    </td>
                  ))}
                  {mayWrite && (
                    <td data-label="Acts">
                      <button
                        type="button"
                        className="quiet"
                        aria-label={`Change ${path}`}
                        onClick={() => setOpen(new Set([...open, path]))}
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
      {specs.size === 0 && <p className="soft">Nothing yet, beside what the standard dictionary declares.</p>}
    </section>
  );
}

function cells({ label, type, unit, kind, of_person: person }: FieldSpec): readonly (readonly [string, string])[] {
  return [
    ['Label', label ?? ''],
    ['Type', type.replaceAll('_', ' ')],
    ['Unit', unit ?? ''],
    ['Kind', kind ?? 'none: hidden'],
    ['Whose', person ?? ''],
  ];
}
