import type { Warning } from './records.ts';

interface Props {
  readonly warnings: readonly Warning[];
  /** Shows the node that a warning is about. */
  readonly onNode: (id: string) => void;
}

/** What can be saved, but hardly does what was meant. */
export function WarningList({ warnings, onNode }: Props) {
  return (
    <ul className="findings">
      {warnings.map(({ code, node_id: id, message }, index) => (
        <li key={index} className="warning">
          <button type="button" className="quiet" onClick={() => onNode(id)}>
            <bdi>{id}</bdi>
          </button>{' '}
          <span className="soft small">{code.replaceAll('_', ' ')}</span>
          <p>
            <bdi>{message}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
