import { Link } from '@tanstack/react-router';

/** A link to the page where the example is tried and changed. */
export function ChangeLink({
  workflowId,
  id,
  name,
}: {
  readonly workflowId: number;
  readonly id: number;
  readonly name: string;
}) {
  return (
    <Link
      to="/workflows/$id/simulate"
      params={{ id: String(workflowId) }}
      search={{ example: id }}
      aria-label={`Change the example ${name}`}
    >
      Change
    </Link>
  );
}
