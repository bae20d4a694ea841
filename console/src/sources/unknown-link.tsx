import { Link } from '@tanstack/react-router';
import { useMay } from '../session.tsx';
import { useTotal } from '../ui/total.ts';

/** A link to the pulls that were cut short, for people who may settle them. Hidden if there are none. */
export function UnknownPullsLink() {
  return useMay('connections:write') ? <Counted /> : null;
}

function Counted() {
  const total = useTotal('unknown_pulls', '/unknown_pulls', {});
  if (total === undefined || total === 0) return null;
  return (
    <p>
      <Link to="/settings/unknown-pulls">
        {total === 1 ? 'One order' : `${total.toLocaleString('en')} orders`} of which nobody knows whether the vendor
        has
        {total === 1 ? ' it' : ' them'}
      </Link>
    </p>
  );
}
