import { useQuery } from '@tanstack/react-query';
import { workflowsQuery } from '../api/queries.ts';

/** The name of a workflow, for which a record has only the number. */
export function WorkflowName({ id }: { readonly id: number }) {
  const { data } = useQuery(workflowsQuery);
  return <bdi>{data?.find((workflow) => workflow.id === id)?.name ?? `Workflow ${id}`}</bdi>;
}

interface ChoiceProps {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}

/** A filter for one workflow. */
export function WorkflowChoice({ value, onChange }: ChoiceProps) {
  const { data = [] } = useQuery(workflowsQuery);
  const isThere = value === null || data.some(({ id }) => id === value);
  return (
    <label>
      Workflow{' '}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">All</option>
        {!isThere && <option value={value}>Workflow {value}</option>}
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
