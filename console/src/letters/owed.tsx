import type { Execution } from '../api/records.ts';
import { When } from '../ui/parts.tsx';
import { owedWords } from './words.ts';

/** The letters of an ended run that need an action. */
export function Owed({ notices }: { readonly notices: Execution['notices_due'] }) {
  return notices.map((notice) => (
    <p key={`${notice.node_id} ${notice.applicant}`} className="message">
      A letter is owed
      {notice.due_at !== null && (
        <>
          , due <When at={notice.due_at} />
        </>
      )}
      : <bdi>{owedWords(notice)}</bdi>.
    </p>
  ));
}
