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

/** To the executions of a rule or a reason; words alone for who may not see what was decided by. */
export function DecidedLink({ search, label, className, children }: DecidedLinkProps) {
  const may = useMay('executions:read:full');
  if (!may) return <span className={className}>{children}</span>;
  return (
    <Link to="/executions" search={search} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
