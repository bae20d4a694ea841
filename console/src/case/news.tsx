import { When } from '../ui/parts.tsx';
import { useUserName } from '../ui/user-name.tsx';
import type { CaseEvent } from './happened.ts';
import { historyWords } from './words.ts';

interface Props {
  readonly events: readonly CaseEvent[];
}

/** Actions of colleagues while the case is open: who, what and when. Screen readers announce them. */
export function News({ events }: Props) {
  const nameOf = useUserName();
  return (
    <div role="status" className="news">
      {events.length > 0 && (
        <div className="message">
          <p>Meanwhile:</p>
          <ul>
            {events.map((event) => (
              <li key={`${event.created_at} ${event.event_type}`}>
                <bdi>{historyWords(event, nameOf)}</bdi> by{' '}
                <bdi>{event.actor?.name ?? nameOf(event.actor?.id ?? 0)}</bdi>, <When at={event.created_at} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
