import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { pictureOf } from '../../../core/picture/index.ts';
import { comparisonQuery, timelineQuery } from '../api/queries.ts';
import type { Comparison, Timeline } from '../api/records.ts';
import { labelOf, valueText } from '../case/words.ts';
import { mergedNodes } from '../picture/merged.ts';
import { Picture } from '../picture/picture.tsx';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { graphNodesOf, litByTwo } from './way.ts';

interface Props {
  readonly timeline: Timeline;
  readonly otherId: number;
}

/** Two executions in one picture, with their differences in words. */
export function Compare({ timeline, otherId }: Props) {
  const seesValues = useMay('executions:read:full');
  const other = useQuery(timelineQuery(otherId));
  const comparison = useQuery({ ...comparisonQuery(timeline.execution_id, otherId), enabled: seesValues });
  const back = (
    <p>
      <Link to="/executions/$id" params={{ id: String(timeline.execution_id) }}>
        End the comparison
      </Link>
    </p>
  );
  if (other.error !== null)
    return (
      <>
        <ErrorMessage error={other.error} />
        {back}
      </>
    );
  if (other.data === undefined) return <Loading />;
  return (
    <>
      {back}
      <div className="execution">
        <section className="card" aria-label="Both ways">
          <h2>Both on one picture</h2>
          <BothWays first={timeline} second={other.data} />
        </section>
        <div className="body">
          {!seesValues && <p className="message">Your role does not show values, so only the ways are compared.</p>}
          {comparison.error !== null && <ErrorMessage error={comparison.error} />}
          {comparison.data !== undefined && <Differences found={comparison.data} timeline={timeline} />}
        </div>
      </div>
    </>
  );
}

function BothWays({ first, second }: { readonly first: Timeline; readonly second: Timeline }) {
  const { picture, lit } = useMemo(
    () => ({
      picture: pictureOf(mergedNodes(graphNodesOf(first), graphNodesOf(second))),
      lit: litByTwo(first, second),
    }),
    [first, second],
  );
  return (
    <>
      <ul className="legend">
        <li className="both">Both</li>
        <li className="first">Only execution {first.execution_id}</li>
        <li className="second">Only execution {second.execution_id}</li>
        <li className="idle">Neither</li>
      </ul>
      <Picture picture={picture} lit={lit} label="Both executions on one picture" />
    </>
  );
}

function Differences({ found, timeline }: { readonly found: Comparison; readonly timeline: Timeline }) {
  const { left, right, nodes } = found;
  const nameOf = (id: string): string => timeline.nodes.find((node) => node.id === id)?.name ?? id;
  return (
    <section className="card" aria-label="Differences">
      <h2>What differs</h2>
      <table className="list differences">
        <thead>
          <tr>
            <th scope="col">Of</th>
            <th scope="col">Execution {left.id}</th>
            <th scope="col">Execution {right.id}</th>
          </tr>
        </thead>
        <tbody>
          <Row of="Outcome" left={resultOf(left)} right={resultOf(right)} />
          <Row of="Version" left={left.workflow_version} right={right.workflow_version} />
          <Row
            of="Reasons"
            left={<ReasonList reasons={left.reasons} />}
            right={<ReasonList reasons={right.reasons} />}
          />
          {nodes.flatMap((node) => [
            ...(node.ran.left === node.ran.right
              ? []
              : [
                  <Row
                    key={`${node.node_id} ran`}
                    of={nameOf(node.node_id)}
                    left={node.ran.left ? 'ran' : 'did not run'}
                    right={node.ran.right ? 'ran' : 'did not run'}
                  />,
                ]),
            ...node.conditions.map((one, index) => (
              <Row
                key={`${node.node_id} condition ${index}`}
                of={`${nameOf(node.node_id)}: ${labelOf(String(one.field))}`}
                left={comparedSide(one.actual.left, one.required.left)}
                right={comparedSide(one.actual.right, one.required.right)}
              />
            )),
            // If a node ran in only one of them, all its values differ, which adds nothing.
            ...(node.ran.left && node.ran.right ? node.values.filter(({ path }) => !SAID_ELSEWHERE.test(path)) : [])
              .slice(0, MOST_VALUES)
              .map(({ path, left: one, right: other }) => (
                <Row
                  key={`${node.node_id} ${path}`}
                  of={`${nameOf(node.node_id)}: ${path}`}
                  left={valueText(one)}
                  right={valueText(other)}
                />
              )),
          ])}
        </tbody>
      </table>
      <p className="soft small">{found.unchanged_nodes.length} nodes gave the same in both.</p>
    </section>
  );
}

const resultOf = ({ outcome, status }: Comparison['left']): string => outcome ?? status.replaceAll('_', ' ');

const MOST_VALUES = 12;
/** The branch is in the picture. Who decided and when is in the timeline. */
const SAID_ELSEWHERE = /^(branch|review\.(decided_at|decided_by_user_id|note))$/;

function comparedSide(actual: unknown, required: unknown): string {
  return required === null ? valueText(actual) : `${valueText(actual)} (asked: ${valueText(required)})`;
}

function ReasonList({ reasons }: { readonly reasons: readonly unknown[] }) {
  if (reasons.length === 0) return <span className="soft">none</span>;
  return (
    <ol>
      {reasons.map((reason, index) => (
        <li key={index}>{valueText(reason)}</li>
      ))}
    </ol>
  );
}

function Row({ of, left, right }: { readonly of: string; readonly left: ReactNode; readonly right: ReactNode }) {
  return (
    <tr className={left === right ? '' : 'differs'}>
      <th scope="row">
        <bdi>{of}</bdi>
      </th>
      <td>
        <bdi>{left}</bdi>
      </td>
      <td>
        <bdi>{right}</bdi>
      </td>
    </tr>
  );
}
