import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ExampleTables } from '../policy/examples.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Dialog, Loading } from '../ui/parts.tsx';
import { readingQuery } from '../workflows/queries.ts';
import type { WorkflowDetail } from '../workflows/records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly ruleId: string;
  /** True if there are unsaved changes: the applicants shown are those of the saved rules. */
  readonly isDirty: boolean;
  readonly onClose: () => void;
}

/** Applicants at and next to the limits of a rule, with their outcomes. */
export function Edges({ workflow: { id, version }, ruleId, isDirty, onClose }: Props) {
  const navigate = useNavigate();
  const { data, error } = useQuery(readingQuery(id, version));
  const number = 1 + (data?.rules ?? []).findIndex((rule) => rule.id === ruleId);
  const tables = data?.examples.tables.filter(({ rules }) => rules.includes(number)) ?? [];
  return (
    <Dialog
      title={number === 0 ? 'Applicants at its limits' : `Applicants at the limits of rule ${number}`}
      onClose={onClose}
    >
      {isDirty && <p className="message">As version {version} decides: your changes are not saved.</p>}
      {error !== null && <ErrorMessage error={error} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <ExampleTables
          examples={{ tables, left_out: [] }}
          workflowId={id}
          onTry={() => void navigate({ to: '/workflows/$id/simulate', params: { id: String(id) } })}
        />
      )}
      <div className="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
