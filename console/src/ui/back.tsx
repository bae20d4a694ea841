import { Link } from '@tanstack/react-router';

export function BackToInbox() {
  return (
    <Link to="/" search={{ show: 'all', workflow: null }}>
      Back to the inbox
    </Link>
  );
}
