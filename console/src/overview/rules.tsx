import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { WorkflowName } from '../ui/workflow-name.tsx';
import { Share } from './chart.tsx';
import { DecidedLink } from './decided-link.tsx';
import { countWords, numberOf, type Count } from './figures.ts';
import { useStatistics, type Statistics } from './queries.ts';
import { executionsOf, type Of } from './search.ts';

type Rule = Statistics['rules']['rules'][number];

/** The number of decisions of each rule, beside its sentence. */
export function Rules({ search, days }: Of) {
  const { data, error } = useStatistics('rules', search, days);
  const workflows = [...Map.groupBy(data?.rules ?? [], ({ workflow_id: id }) => id)];
  return (
    <section className="card" aria-label="What each rule decided">
      <h2>What each rule decided</h2>
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && workflows.length === 0 && (
        <p className="soft">No rule decided. An execution without a choice, or one that failed before it, has none.</p>
      )}
      {workflows.map(([id, rules]) => (
        <div key={id}>
          <h3>
            <Link to="/workflows/$id" params={{ id: String(id) }}>
              <WorkflowName id={id} />
            </Link>
          </h3>
          <RuleTable id={id} rules={rules} of={{ search, days }} />
        </div>
      ))}
    </section>
  );
}

function RuleTable({ id, rules, of }: { readonly id: number; readonly rules: readonly Rule[]; readonly of: Of }) {
  const decided = rules.filter((rule) => rule.decided !== 0);
  const most = Math.max(0, ...decided.map((rule) => numberOf(rule.decided) ?? 0));
  return (
    <div className="wide">
      <table className="list rows figures">
        <thead>
          <tr>
            <th>Rule</th>
            <th className="number">Decided</th>
            <th className="number">Approved</th>
            <th className="number">On conditions</th>
            <th className="number">Denied</th>
          </tr>
        </thead>
        <tbody>
          {decided.map((rule) => (
            <RuleRow key={rule.rule} rule={rule} most={most} of={of} id={id} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RuleRowProps {
  readonly id: number;
  readonly rule: Rule;
  readonly most: number;
  readonly of: Of;
}

function RuleRow({ id, rule, most, of: { search, days } }: RuleRowProps) {
  const words = rule.text ?? `Step ${rule.rule.replace(':', ', ')}`;
  const of = (outcome: 'approved' | 'conditional' | 'denied' | null, count: Count) =>
    count === 0 ? (
      '0'
    ) : (
      <DecidedLink
        search={executionsOf({ ...search, workflow: id }, days, { rule: rule.rule, outcome })}
        label={`${countWords(count)} ${outcome ?? 'decided'}: ${words}`}
      >
        {countWords(count)}
      </DecidedLink>
    );
  return (
    <tr>
      <td>
        <bdi>{words}</bdi>
        <Share count={rule.decided} most={most} />
      </td>
      <td className="number" data-label="Decided">
        {of(null, rule.decided)}
      </td>
      <td className="number" data-label="Approved">
        {of('approved', rule.approved)}
      </td>
      <td className="number" data-label="On conditions">
        {of('conditional', rule.conditional)}
      </td>
      <td className="number" data-label="Denied">
        {of('denied', rule.denied)}
      </td>
    </tr>
  );
}
