import { useMemo } from 'react';
import type { RowList } from '../../../core/rows/row.ts';
import '../style/rules.css';
import { changedRows, type ChangedRow, type Piece } from './changed-rows.ts';

interface Props {
  readonly before: RowList;
  readonly after: RowList;
}

/** The changed rules, each with its old and new text. */
export function ChangedRules({ before, after }: Props) {
  const rows = useMemo(() => changedRows(before, after), [before, after]);
  if (rows.length === 0) return <p>No rule.</p>;
  return (
    <ul className="changed-rules plain">
      {rows.map((row) => (
        <Changed key={row.key} row={row} />
      ))}
    </ul>
  );
}

function Changed({ row: { kind, was, now, words, others } }: { readonly row: ChangedRow }) {
  return (
    <li className={kind}>
      <p>
        <strong>{nameOf({ was, now })}</strong> <span className={`tag ${kind}`}>{kind}</span>
        {kind !== 'added' && was !== null && now !== null && was !== now && (
          <span className="soft small"> from place {was}</span>
        )}
      </p>
      <p>
        <Words pieces={words} />
      </p>
      {others.length > 0 && (
        <dl className="facts">
          {others.map(({ what, before, after }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <Words
                  pieces={[
                    { kind: 'removed', text: before ?? 'none' },
                    { kind: 'added', text: after ?? 'none' },
                  ]}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const nameOf = ({ was, now }: Pick<ChangedRow, 'was' | 'now'>): string =>
  was === null && now === null ? 'Everyone else' : `Rule ${now ?? was}`;

/** A changed figure reads `600 → 620`. */
function Words({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'same') return <bdi key={index}>{text}</bdi>;
    const [space = ''] = /^\s*/.exec(text) ?? [];
    const isReplaced = kind === 'added' && pieces[index - 1]?.kind === 'removed';
    return (
      <span key={index}>
        {isReplaced ? ' → ' : space}
        {kind === 'removed' ? (
          <del>
            <bdi>{text.trim()}</bdi>
          </del>
        ) : (
          <ins>
            <bdi>{text.trim()}</bdi>
          </ins>
        )}
      </span>
    );
  });
}
