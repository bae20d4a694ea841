import type { ReactNode } from 'react';
import { nameIn, type GraphNode } from '../../../core/picture/graph.ts';
import type { Warning } from './records.ts';
import { Coded } from '../ui/coded.tsx';

interface Props {
  readonly warnings: readonly Warning[];
  /** Used for the names of nodes. */
  readonly nodes: readonly GraphNode[];
  /** Shows the node of a warning. */
  readonly onNode: (id: string) => void;
  /** Renders the action on a warning. */
  readonly actOn?: (warning: Warning) => ReactNode;
}

/** Definitions that can be saved but probably do not do what was meant. */
export function WarningList({ warnings, nodes, onNode, actOn }: Props) {
  return (
    <ul className="findings">
      {warnings.map((warning, index) => (
        <li key={index} className="warning">
          <button type="button" className="quiet" onClick={() => onNode(warning.node_id)}>
            <bdi>{nameIn(nodes, warning.node_id)}</bdi>
          </button>{' '}
          <span className="soft small">{warning.code.replaceAll('_', ' ')}</span>
          <p>
            <bdi>
              <Coded text={warning.message} />
            </bdi>
          </p>
          {actOn?.(warning)}
        </li>
      ))}
    </ul>
  );
}
