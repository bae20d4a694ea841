import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ExecutionFilter } from '../executions/filter.ts';
import { useMay } from '../session.tsx';

interface DecidedLinkProps {
  readonly search: ExecutionFilter;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Links to the executions of a rule or a reason; plain text for readers who may not see them. */
export function DecidedLink({ search, label, className, children }: DecidedLinkProps) {
  const may = useMay('executions:read:full');
  if (!may) return <span className={className}>{children}</span>;
  return (
    <Link to="/executions" search={search} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
