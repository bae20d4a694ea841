import { useMemo, useState, type ReactNode } from 'react';
import type { Json } from '../../../core/json.ts';
import { pictureOf } from '../../../core/picture/index.ts';
import { Picture } from '../picture/picture.tsx';
import { differenceOf, type NodeChange } from './difference.ts';

export interface Side {
  readonly label: string;
  readonly definition: readonly object[];
  readonly name: string | null;
  readonly use_case: string | null;
}

interface Props {
  readonly before: Side;
  readonly after: Side;
  /** The difference in English, if there is one. */
  readonly children?: ReactNode;
}

/** The differences between two definitions: first in words, then in one picture, and by member on request. */
export function DifferenceView({ before, after, children }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { difference, picture } = useMemo(() => {
    const found = differenceOf(before.definition, after.definition);
    return { difference: found, picture: pictureOf(found.nodes, notesOf(found.changes)) };
  }, [before.definition, after.definition]);
  const { changes, lit, isReordered } = difference;
  return (
    <>
      {children}
      <Names before={before} after={after} />
      <section className="card picture-card" aria-label="Difference as a picture">
        <h2>
          From {before.label} to {after.label}
        </h2>
        <ul className="legend">
          <li className="added">Only in {after.label}</li>
          <li className="removed">Only in {before.label}</li>
          <li className="changed">In both, changed</li>
          <li className="idle">In both, the same</li>
        </ul>
        <Picture
          picture={picture}
          lit={lit}
          label={`From ${before.label} to ${after.label} on one picture`}
          chosen={chosen}
          onNode={(id) => setChosen(id === chosen ? null : id)}
        />
      </section>
      <section className="card" aria-label="What changed">
        <details open={chosen !== null}>
          <summary>
            <h2>For developers: what changed in the JSON</h2>
          </summary>
          {changes.length === 0 && (
            <p>{isReordered ? 'Only the order in which the nodes are written.' : 'No node of the cascade.'}</p>
          )}
          <NodeChanges changes={changes} chosen={chosen} onNode={setChosen} />
        </details>
      </section>
    </>
  );
}

function Names({ before, after }: Pick<Props, 'before' | 'after'>) {
  if (before.name === after.name && before.use_case === after.use_case) return null;
  return (
    <section className="card" aria-label="Names">
      <dl className="facts">
        <Renamed label="Name" before={before.name} after={after.name} />
        <Renamed label="Use case" before={before.use_case} after={after.use_case} />
      </dl>
    </section>
  );
}

/** The change is also written at the node, because color alone is not accessible. */
function notesOf(changes: readonly NodeChange[]): Map<string, readonly string[]> {
  return new Map(changes.map(({ id, kind }) => [id, [kind]]));
}

function Renamed({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}) {
  if (before === after) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <del>
          <bdi>{before ?? 'none'}</bdi>
        </del>{' '}
        <ins>
          <bdi>{after ?? 'none'}</bdi>
        </ins>
      </dd>
    </div>
  );
}

interface NodeChangesProps {
  readonly changes: readonly NodeChange[];
  readonly chosen: string | null;
  readonly onNode: (id: string | null) => void;
}

/** All changes, or those of the selected node. */
function NodeChanges({ changes, chosen, onNode }: NodeChangesProps) {
  const shown = chosen === null ? changes : changes.filter(({ id }) => id === chosen);
  return (
    <>
      {chosen !== null && (
        <p>
          {shown.length === 0 && 'This node is the same in both. '}
          <button type="button" className="quiet" onClick={() => onNode(null)}>
            Show all changes
          </button>
        </p>
      )}
      <ul className="node-changes">
        {shown.map(({ id, name, kind, members }) => (
          <li key={id} className={kind}>
            <p>
              <bdi>{name}</bdi> <span className="tag">{kind}</span>
            </p>
            {members.length > 0 && (
              <dl>
                {members.map(({ path, before, after }) => (
                  <div key={path}>
                    <dt>
                      <code>{path}</code>
                    </dt>
                    <dd>
                      <del>{written(before)}</del> <ins>{written(after)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function written(value: Json | undefined): ReactNode {
  if (value === undefined) return <span className="soft">not there</span>;
  return <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>;
}
