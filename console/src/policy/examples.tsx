import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { KeepEdge } from '../examples/keep-edge.tsx';
import type { Seen } from '../api/records.ts';
import { applicantIn, type Applicant } from './fields.ts';

type Examples = Seen<Schemas['WorkflowExamples']>;
type Outcome = Examples['tables'][number]['rows'][number]['result'];

interface Props {
  readonly examples: Examples;
  readonly onTry: (applicant: Applicant) => void;
  /** The workflow to which these can be added as examples; undefined if they belong to no version of one. */
  readonly workflowId?: number | undefined;
}

/** Applicants at and next to each limit, with their outcomes: a table to check instead of the JSON. */
export function ExampleTables({ examples: { tables, left_out: leftOut }, onTry, workflowId }: Props) {
  return (
    <>
      {tables.length === 0 && <p className="soft">No condition compares a value that an applicant could be given.</p>}
      {tables.map(({ field, others, rows }) => (
        <div key={field} className="example-table">
          <h3>{capital(field)}</h3>
          {others.length > 0 && (
            <p className="soft small">
              With <bdi>{others.join('; ')}</bdi>
            </p>
          )}
          <table className="examples" aria-label={capital(field)}>
            <thead>
              <tr>
                <th scope="col">If it is</th>
                <th scope="col">the applicant</th>
                <td></td>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ value, is_threshold: isLimit, result, applicant }) => (
                <tr key={value}>
                  <th scope="row" className={isLimit ? 'limit' : ''}>
                    <bdi>{value}</bdi>
                  </th>
                  <td>
                    <span className={`tag ${TONES[result]}`}>{RESULT_WORDS[result]}</span>
                  </td>
                  <td>
                    <button
                      type="button"
                      className="quiet"
                      aria-label={`Try ${field}: ${value}`}
                      onClick={() => onTry(applicantIn(applicant))}
                    >
                      Try
                    </button>
                    {workflowId !== undefined && (
                      <KeepEdge
                        workflowId={workflowId}
                        name={`${capital(field)}: ${value}`}
                        applicant={applicantIn(applicant)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {leftOut.length > 0 && <p className="soft small">No table of: {leftOut.join('; ')}. Try these by hand.</p>}
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const RESULT_WORDS: Readonly<Record<Outcome, string>> = {
  approved: 'is approved',
  denied: 'is denied',
  conditional: 'is approved on other terms',
  review: 'goes to a person',
  undecided: 'is not decided',
  failed: 'is not decided: a step fails',
};
const TONES: Readonly<Record<Outcome, string>> = {
  approved: 'pass',
  denied: 'fail',
  conditional: 'human_review',
  review: 'human_review',
  undecided: '',
  failed: 'fail',
};
