import { useEffect } from 'react';
import '../style/fields.css';
import '../style/settings.css';
import '../style/sources.css';
import '../style/table.css';
import { NEW_DRAFT } from './draft.ts';
import { Editor } from './editor.tsx';
import { SourcesHead } from './head.tsx';

/** The page on which an account describes a new source. */
export function NewSourcePage() {
  useEffect(() => {
    document.title = 'New source – Sources – Cascade';
  }, []);
  return (
    <>
      <SourcesHead title="New source">
        <ol className="soft">
          <li>Say how the vendor is asked.</li>
          <li>Paste one of its answers, and make fields of the values that a workflow may read.</li>
          <li>Say of each field what it is called, who sees it, and the reasons that letters give.</li>
          <li>Save it. On the page that follows, connect the vendor and name the agency for letters.</li>
        </ol>
      </SourcesHead>
      <Editor before={NEW_DRAFT} etag={null} workflows={[]} />
    </>
  );
}
