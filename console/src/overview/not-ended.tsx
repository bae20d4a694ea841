import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { startOfDay } from '../executions/days.ts';
import { executionParameters, type ExecutionFilter } from '../executions/filter.ts';
import { useMay } from '../session.tsx';
import { useTotal } from '../ui/total.ts';
import { notEndedOf, PERIODS, type Of } from './search.ts';

/** Applications that the figures leave out: a reader who counts denials must know how many have not ended. */
export function NotEnded(of: Of) {
  // Exact counts are only for those who may read executions.
  return useMay('executions:read') ? <Counted {...of} /> : null;
}

function Counted({ search, days }: Of) {
  const all = notEndedOf(search, days);
  const total = useCount(all);
  if (total === undefined) return null;
  const period = PERIODS[search.period].label.toLowerCase();
  if (total === 0) return <p className="soft">Every application of the {period} has ended.</p>;
  return (
    <p>
      <Executions of={all}>
        {total.toLocaleString('en')} application{total === 1 ? '' : 's'}
      </Executions>{' '}
      of the {period} {total === 1 ? 'has' : 'have'} not ended, and no figure of what ended counts{' '}
      {total === 1 ? 'it' : 'them'} yet.
      <Part of={notEndedOf(search, days, { show: 'review' })} one="waits for a person." many="wait for a person." />
      <Part
        of={notEndedOf(search, days, { outcome: 'denied' })}
        one="is denied already, and counts as denied when its last step has ended, such as a letter that waits."
        many="are denied already, and count as denied when their last step has ended, such as a letter that waits."
      />
    </p>
  );
}

function Part({ of, one, many }: { readonly of: ExecutionFilter; readonly one: string; readonly many: string }) {
  const total = useCount(of);
  if (total === undefined || total === 0) return null;
  return (
    <>
      {' '}
      <Executions of={of}>
        {total.toLocaleString('en')} {total === 1 ? one : many}
      </Executions>
    </>
  );
}

function Executions({ of, children }: { readonly of: ExecutionFilter; readonly children: ReactNode }) {
  return (
    <Link to="/executions" search={of}>
      {children}
    </Link>
  );
}

const useCount = (filter: ExecutionFilter): number | undefined =>
  useTotal('executions', '/executions', executionParameters(filter, startOfDay));
