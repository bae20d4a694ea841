import type { ApiRequest } from '../api/http.ts';
import type { Json } from '../../../core/json.ts';
import type { Saving } from './access.ts';
import type { WorkflowDetail } from './records.ts';

interface Saved {
  /** The changed members of a workflow. */
  readonly content: Readonly<Record<string, Json>>;
  readonly note: string;
  /** Tag of the version on which the change is based. */
  readonly etag: string;
}

/** Saves a version, or requests that it become one. */
export function savingRequest({ id }: Pick<WorkflowDetail, 'id'>, saving: Saving, saved: Saved): ApiRequest {
  const { content, etag } = saved;
  const note = saved.note.trim();
  return saving === 'ask'
    ? {
        method: 'POST',
        path: `/workflows/${id}/activation_requests`,
        body: { ...content, ...(note === '' ? {} : { note }) },
        ifMatch: etag,
      }
    : {
        method: 'PATCH',
        path: `/workflows/${id}`,
        body: { ...content, ...(note === '' ? {} : { version_note: note }) },
        ifMatch: etag,
      };
}

export function whatSavingDoes({ version }: Pick<WorkflowDetail, 'version'>, saving: Saving): string {
  switch (saving) {
    case 'live':
      return `It becomes version ${version + 1}, and live executions run it from now on. Those that were accepted go on with their version.`;
    case 'draft':
      return `It becomes version ${version + 1} of the draft. Nothing goes live.`;
    case 'ask':
      return `Version ${version} stays live until somebody who wrote none of this approves it.`;
    case 'no':
      return 'An author saves it.';
  }
}
