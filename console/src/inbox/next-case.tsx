import { useNavigate } from '@tanstack/react-router';
import { call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import type { Review } from '../api/records.ts';
import { held } from '../held.ts';
import { ActNow } from '../ui/act.tsx';

interface Props {
  readonly isMain?: boolean;
  /** Counts how often the page itself has triggered the button. */
  readonly presses?: number;
}

const NEXT: ApiRequest = { method: 'POST', path: '/reviews/next', body: {} };

/** Claims the most urgent unclaimed case and opens it. Two people never get the same one. */
export function NextCase({ isMain = true, presses = 0 }: Props) {
  const navigate = useNavigate();
  return (
    <ActNow<Review>
      look="next-case"
      label="Next case"
      isMain={isMain}
      hotkey={{ key: 'n', command: 'next_case' }}
      presses={presses}
      request={NEXT}
      changes={['inbox', 'case']}
      onDone={async ([first]) => {
        const review = await passDecided(first);
        if (review !== undefined) await navigate({ to: '/cases/$id', params: { id: String(review.execution_id) } });
      }}
      explain={({ code }) => (code === 'not_found' ? 'No unclaimed case is left.' : null)}
    />
  );
}

/**
 * The service does not know a held decision yet. If it returns the case of one, that case is claimed and the next one
 * is requested.
 */
async function passDecided(review: Review | undefined): Promise<Review | undefined> {
  const isDecided = held.all().some(({ reviewId, state }) => reviewId === review?.id && state.is !== 'refused');
  if (!isDecided) return review;
  const { data } = await call<Review>({ ...NEXT, idempotencyKey: newKey() });
  return passDecided(data);
}
