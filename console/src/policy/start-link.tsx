import { Link } from '@tanstack/react-router';
import { useMay } from '../session.tsx';

/** A link for those who may start executions. */
export function StartLink({ workflowId }: { readonly workflowId: number }) {
  const mayStart = useMay('executions:write');
  if (!mayStart) return null;
  return (
    <Link className="button" to="/workflows/$id/start" params={{ id: String(workflowId) }}>
      Start an execution
    </Link>
  );
}
