import { Link } from '@tanstack/react-router';
import type { FieldChanges } from './queries.ts';

type Alters = Pick<FieldChanges, 'changes' | 'rewritten' | 'shown'>;

/** The changes to each field, the letters of active cascades that they alter, and the values that they reveal. */
export function Altered({ changes, rewritten, shown }: Alters) {
  return (
    <>
      <ul className="plain changes">
        {Object.entries(changes).map(([path, change]) => (
          <li key={path}>
            <code>{path}</code> {wordsOf(change)}
          </li>
        ))}
      </ul>
      {rewritten.length > 0 && (
        <div className="message" role="status">
          Letters of active cascades will say it so:{' '}
          {rewritten.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to="/workflows/$id" params={{ id: String(id) }}>
                <bdi>{name}</bdi>
              </Link>
            </span>
          ))}
          .
        </div>
      )}
      {rewritten.length === 0 && <p>No letter of an active cascade changes.</p>}
      {shown.length > 0 && (
        <p className="message">
          Reviewers will see what was masked: <code>{shown.join(', ')}</code>.
        </p>
      )}
    </>
  );
}

/** `label: Pets → Animals; reason: above “Too many animals”; values: cat, dog`. */
function wordsOf(change: unknown): string {
  const { old = null, new: next = null } = Object(change) as { old?: object | null; new?: object | null };
  if (next === null) return 'is declared no longer';
  const text = (spec: object | null, name: string): string => {
    const value: unknown = spec === null ? undefined : Reflect.get(spec, name);
    return value === undefined ? 'nothing' : said(value);
  };
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(next)])]
    .filter((name) => text(old, name) !== text(next, name))
    .map((name) => `${name}: ${old === null ? '' : `${text(old, name)} → `}${text(next, name)}`)
    .join('; ');
}

function said(value: unknown): string {
  if (Array.isArray(value)) return value.map(said).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `${name} “${said(each)}”`)
    .join(', ');
}
