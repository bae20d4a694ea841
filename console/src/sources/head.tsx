import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SettingsPages } from '../settings/pages.tsx';

interface Props {
  readonly title: ReactNode;
  /** Below the title. */
  readonly children: ReactNode;
  /** At the end of the line. */
  readonly aside?: ReactNode;
}

/** The head of a page below the list of sources, which it leads back to. */
export function SourcesHead({ title, children, aside }: Props) {
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <p className="soft small">
            <Link to="/settings/sources">Sources</Link>
          </p>
          <h1>{title}</h1>
          {children}
        </div>
        {aside}
      </div>
    </>
  );
}
