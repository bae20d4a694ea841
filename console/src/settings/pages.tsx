import { Link } from '@tanstack/react-router';
import { useMe } from '../session.tsx';

/** Links to the settings pages that the user may read. */
export function SettingsPages() {
  const { scopes } = useMe();
  const mayPeople = scopes.includes('people:write');
  const mayTokens = scopes.includes('tokens:write');
  return (
    <nav className="settings-pages" aria-label="Settings">
      <Link to="/settings" activeOptions={{ exact: true }}>
        Letters
      </Link>
      <Link to="/settings/sources">Sources</Link>
      {mayPeople && <Link to="/settings/people">People</Link>}
      {mayTokens && <Link to="/settings/tokens">Tokens</Link>}
    </nav>
  );
}
