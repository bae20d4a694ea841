import type { Span } from './json-text.ts';
import type { Finding } from './check.ts';
import { Coded } from '../ui/coded.tsx';

interface Props {
  readonly findings: readonly Finding[];
  /** Used to compute line numbers. */
  readonly text: string;
  readonly onGo: (at: Span) => void;
}

/** Problems of the text, with links to their places. */
export function Findings({ findings, text, onGo }: Props) {
  return (
    <ul className="findings">
      {findings.slice(0, MOST).map(({ severity, message, nodeId, at }, index) => (
        <li key={index} className={severity}>
          <button type="button" className="quiet" onClick={() => onGo(at)}>
            <span>
              Line {lineOf(text, at.from)}
              {nodeId !== null && (
                <>
                  , <bdi>{nodeId}</bdi>
                </>
              )}
            </span>
          </button>{' '}
          <span className="soft small">{severity}</span>
          <p>
            <bdi>
              <Coded text={message} />
            </bdi>
          </p>
        </li>
      ))}
      {findings.length > MOST && <li className="soft">and {findings.length - MOST} more</li>}
    </ul>
  );
}

const MOST = 50;

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
