import { useEffect, useMemo, useRef } from 'react';
import { isJsonObject } from '../../../core/json.ts';
import { kindCalled, nameIn, wayCalled, type Called } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { drawableOf } from './drawable.ts';
import type { Reading, Warning } from './records.ts';
import { Coded } from '../ui/coded.tsx';

interface Props {
  readonly nodeId: string;
  readonly definition: readonly unknown[];
  readonly warnings: readonly Warning[];
  /** Undefined while it is loading. */
  readonly reading: Pick<Reading, 'rules' | 'steps'> | undefined;
  /** Called with null when no node is selected any more. */
  readonly onNode: (id: string | null) => void;
}

/** One node: its settings in words and as JSON. */
export function NodePanel({ nodeId, definition, warnings, reading, onNode }: Props) {
  const nodes = useMemo(() => graphOf(drawableOf(definition)), [definition]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // If the panel is not beside the picture, it is scrolled into view for a user who selected the node further down.
    if (matchMedia(NARROW).matches) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [nodeId]);
  const node = nodes.find(({ id }) => id === nodeId);
  if (node === undefined) return null;
  const written = definition.find((one) => isJsonObject(one) && one.id === nodeId);
  const words = reading?.steps.find(({ node_id: id }) => id === nodeId)?.text;
  const rules = reading?.rules?.filter(({ node_ids: ids }) => ids.includes(nodeId)) ?? [];
  const own = warnings.filter(({ node_id: id }) => id === nodeId);
  const nameOf = (id: string): string => nameIn(nodes, id);
  const from = nodes.filter(({ ways }) => ways.some(({ to }) => to === nodeId));
  return (
    <section className="card node-panel" aria-label="Node" ref={panel}>
      <div className="claim">
        <h2>
          <bdi>{node.name}</bdi>{' '}
          <span className="tag" title={node.kind}>
            {kindCalled(node)}
          </span>
        </h2>
        <button type="button" className="quiet" onClick={() => onNode(null)}>
          Close
        </button>
      </div>
      {words !== undefined && (
        <p>
          <bdi>{words}</bdi>
        </p>
      )}
      {own.map(({ message }, index) => (
        <p key={index} className="message">
          <bdi>
            <Coded text={message} />
          </bdi>
        </p>
      ))}
      {rules.length > 0 && (
        <>
          <h3>{rules.length === 1 ? 'The rule that it makes' : 'The rules that it makes'}</h3>
          <ul>
            {rules.map(({ text }, index) => (
              <li key={index}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="facts">
        <Ways
          title="Leads here"
          ways={from.map(({ id, name }) => ({ id, name, way: null }))}
          none={node.isEntry ? 'it is where a run begins' : 'no node'}
          onNode={onNode}
        />
        <Ways
          title="Leads to"
          ways={node.ways.map(({ key, to }) => ({ id: to, name: nameOf(to), way: wayCalled(node, key) }))}
          none="no node: this way ends"
          onNode={onNode}
        />
      </dl>
      <details>
        <summary>As it is written</summary>
        <pre className="json" tabIndex={0} aria-label="The node as JSON">
          {JSON.stringify(written, null, 2)}
        </pre>
      </details>
    </section>
  );
}

/** Matches the width in `execution.css`. */
const NARROW = '(max-width: 62rem)';

interface WaysProps {
  readonly title: string;
  readonly ways: readonly { readonly id: string; readonly name: string; readonly way: Called | null }[];
  readonly none: string;
  readonly onNode: (id: string) => void;
}

function Ways({ title, ways, none, onNode }: WaysProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {ways.length === 0 && <span className="soft">{none}</span>}
        {ways.map(({ id, name, way }) => (
          <span key={`${way?.term ?? ''} ${id}`} className="way">
            {way !== null && (
              <span className="soft small" title={way.term}>
                {way.text}:{' '}
              </span>
            )}
            <button type="button" className="quiet" onClick={() => onNode(id)}>
              <bdi>{name}</bdi>
            </button>
          </span>
        ))}
      </dd>
    </div>
  );
}
