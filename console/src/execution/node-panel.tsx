import type { Timeline } from '../api/records.ts';
import { factsOf } from '../case/words.ts';
import { kindCalled } from '../../../core/picture/graph.ts';
import { branchCalled, comparedText, comparisonsOf, durationOf, durationText, VISITS } from './notes.ts';

interface Props {
  readonly nodeId: string;
  readonly timeline: Timeline;
  /** Output of the node's last visit; undefined if it did not run or may not be shown. */
  readonly output: unknown;
  readonly onClose: () => void;
}

/** The visits and results of one node. */
export function NodePanel({ nodeId, timeline, output, onClose }: Props) {
  const node = timeline.nodes.find(({ id }) => id === nodeId);
  const visits = timeline.steps.filter(({ node_id: id }) => id === nodeId);
  const compared = comparisonsOf(output);
  const facts = compared.length > 0 ? [] : factsOf(output).filter(({ path }) => path !== '');
  return (
    <section className="card" aria-label="Node">
      <div className="claim">
        <h2>
          <bdi>{node?.name ?? nodeId}</bdi>{' '}
          {node !== undefined && (
            <span className="tag" title={node.kind}>
              {kindCalled(node)}
            </span>
          )}
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          Close
        </button>
      </div>
      {visits.length === 0 && <p className="soft">It did not run.</p>}
      <ul className="plain">
        {visits.map((visit) => {
          const span = durationOf(visit);
          return (
            <li key={visit.visit}>
              {visits.length > 1 && `Visit ${visit.visit}: `}
              <span title={visit.status}>{VISITS[visit.status]}</span>
              {visit.error_code !== null && (
                <>
                  {' '}
                  <code>{visit.error_code}</code>
                </>
              )}
              {visit.attempts > 1 && `, ${visit.attempts} attempts`}
              {span !== null && ` after ${durationText(span)}`}
            </li>
          );
        })}
      </ul>
      {compared.length > 0 && (
        <ul className="compared">
          {compared.map((one, index) => (
            <li key={index} className={one.result === null ? 'open' : one.result ? 'met' : 'unmet'}>
              <span className="soft small" title={one.branch}>
                for {branchCalled(one.branch)}
              </span>{' '}
              <bdi>{comparedText(one)}</bdi>
            </li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.slice(0, MOST_FACTS).map(({ path, label, value }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {facts.length > MOST_FACTS && (
        <p className="soft small">
          The first {MOST_FACTS} of {facts.length} values. The case has all of them.
        </p>
      )}
    </section>
  );
}

const MOST_FACTS = 24;
