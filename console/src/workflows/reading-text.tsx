import type { Seen } from '../api/records.ts';
import { nameIn, type GraphNode } from '../../../core/picture/graph.ts';
import type { Reading } from './records.ts';

interface Props {
  readonly reading: Seen<Pick<Reading, 'rules' | 'no_rules' | 'missing_values' | 'steps' | 'always'>>;
  /** Used for the names of nodes. */
  readonly nodes: readonly GraphNode[];
  readonly chosen: string | null;
  /** Called with null when no node is selected any more. */
  readonly onNode: (id: string | null) => void;
}

/** A cascade in plain English, each sentence beside the nodes that it comes from. */
export function ReadingText({ reading, nodes, chosen, onNode }: Props) {
  const { rules, no_rules: because, missing_values: missing, steps, always } = reading;
  return (
    <div className="reading">
      {rules === null ? (
        <p className="message">
          This is no list of rules, so the steps tell it.
          {because !== null && (
            <>
              {' '}
              <bdi>{because.node_id}</bdi> {because.text}
            </>
          )}
        </p>
      ) : (
        <>
          <h3>Rules: the first that holds decides</h3>
          <ol>
            {rules.map(({ text, read_as: readAs, details, node_ids: ids }, index) => (
              <li key={index} className={chosen !== null && ids.includes(chosen) ? 'of-chosen' : ''}>
                <bdi className="lines">{text}</bdi>
                {readAs !== null && (
                  <p className="small">
                    Read as: <bdi className="lines">{readAs}</bdi>
                  </p>
                )}
                {details.map((detail, at) => (
                  <p key={at} className="soft small">
                    <bdi>{detail}</bdi>
                  </p>
                ))}
                <NodeButtons ids={ids} nodes={nodes} chosen={chosen} onNode={onNode} />
              </li>
            ))}
          </ol>
          {missing.length > 0 && (
            <>
              <h3>If a value is not known</h3>
              <ul>
                {missing.map(({ field, text }) => (
                  <li key={field}>
                    <bdi>{text}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      <details open={rules === null}>
        <summary>Step by step ({steps.length})</summary>
        <ol>
          {steps.map(({ node_id: id, text }) => (
            <li key={id} className={id === chosen ? 'of-chosen' : ''}>
              <bdi className="lines">{text}</bdi>{' '}
              <NodeButtons ids={[id]} nodes={nodes} chosen={chosen} onNode={onNode} />
            </li>
          ))}
        </ol>
      </details>
      {always.map((sentence) => (
        <p key={sentence} className="soft small">
          {sentence}
        </p>
      ))}
    </div>
  );
}

interface NodeButtonsProps extends Pick<Props, 'nodes'> {
  readonly ids: readonly string[];
  readonly chosen: string | null;
  readonly onNode: (id: string | null) => void;
}

function NodeButtons({ ids, nodes, chosen, onNode }: NodeButtonsProps) {
  return (
    <span className="node-buttons">
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          className="quiet"
          aria-pressed={id === chosen}
          onClick={() => onNode(id === chosen ? null : id)}
        >
          <bdi>{nameIn(nodes, id)}</bdi>
        </button>
      ))}
    </span>
  );
}
