import { EVERYTHING } from '../inbox/filters.ts';
import { Link } from '@tanstack/react-router';

export function BackToInbox() {
  return (
    <Link to="/" search={EVERYTHING}>
      Back to the inbox
    </Link>
  );
}
