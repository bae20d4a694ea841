import { useNavigate } from '@tanstack/react-router';
import type { Review } from '../api/records.ts';
import { ActNow } from '../ui/act.tsx';

/** Claims the most urgent case that nobody has, and opens it. Two people never get the same one. */
export function NextCase({ isMain = true }: { readonly isMain?: boolean }) {
  const navigate = useNavigate();
  return (
    <ActNow<Review>
      look="next-case"
      label="Next case"
      isMain={isMain}
      hotkey={{ key: 'n', command: 'next_case' }}
      request={{ method: 'POST', path: '/reviews/next', body: {} }}
      changes={['inbox', 'case']}
      onDone={async ([review]) => {
        if (review !== undefined) await navigate({ to: '/cases/$id', params: { id: String(review.execution_id) } });
      }}
      explain={({ code }) => (code === 'not_found' ? 'No unclaimed case is left.' : null)}
    />
  );
}
