import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SettingsPages } from '../settings/pages.tsx';
import '../style/fields.css';
import '../style/settings.css';
import '../style/sources.css';
import '../style/table.css';
import { NEW_DRAFT } from './draft.ts';
import { Editor } from './editor.tsx';

/** Describes a source of the account's own. */
export function NewSourcePage() {
  useEffect(() => {
    document.title = 'New source – Sources – Cascade';
  }, []);
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <p className="soft small">
            <Link to="/settings/sources">Sources</Link>
          </p>
          <h1>New source</h1>
          <ol className="soft">
            <li>Say how the vendor is asked.</li>
            <li>Paste one of its answers, and make fields of the values that a workflow may read.</li>
            <li>Say of each field what it is called, who sees it, and the reasons that letters give.</li>
            <li>Save it. On the page that follows, connect the vendor and name the agency for letters.</li>
          </ol>
        </div>
      </div>
      <Editor before={NEW_DRAFT} etag={null} workflows={[]} />
    </>
  );
}
