import type { SourceDetail } from './queries.ts';

/** The fields of a built-in report, which nobody can change. */
export function BuiltInFields({ source: { fields } }: { readonly source: Pick<SourceDetail, 'fields'> }) {
  return (
    <section className="card" aria-label="The report">
      <h2>The report</h2>
      <div className="wide" tabIndex={-1}>
        <table className="list rows" aria-label="Fields of the report">
          <thead>
            <tr>
              {['Field', 'Type', 'Unit', 'What it is', 'Reason in letters'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, type, unit, description, reason }) => (
              <tr key={path}>
                <td>
                  <code>{path}</code>
                </td>
                <td data-label="Type">{type}</td>
                <td data-label="Unit">{unit ?? ''}</td>
                <td data-label="What it is">{description}</td>
                <td data-label="Reason in letters">{reason?.text ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
