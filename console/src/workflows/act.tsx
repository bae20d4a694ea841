import { useState, type ReactNode } from 'react';
import type { ApiRequest } from '../api/http.ts';
import { Act } from '../ui/act.tsx';

interface Props {
  /** Label of the button. */
  readonly name: string;
  readonly look?: 'primary' | 'deny';
  /** True for the most likely action. */
  readonly isMain?: boolean;
  /** Description of the consequences for the confirmation. */
  readonly children: ReactNode;
  /** Purpose of the note. */
  readonly note: string;
  readonly isNoteRequired?: boolean;
  readonly request: (note: string | null) => ApiRequest;
  readonly onDone?: () => void;
  /** False while anything except the note is missing. */
  readonly isReady?: boolean;
  /** Query keys to invalidate; those of a workflow by default. */
  readonly changes?: readonly string[];
}

/** Query keys that an action on a workflow invalidates. */
export const WORKFLOW_CHANGES = ['workflow', 'workflows'] as const;

/** An action with a note that is stored with it. */
export function NotedAct({
  name,
  look,
  isMain,
  children,
  note: label,
  isNoteRequired = false,
  request,
  onDone,
  isReady = true,
  changes = WORKFLOW_CHANGES,
}: Props) {
  const [note, setNote] = useState('');
  const text = note.trim() === '' ? null : note.trim();
  return (
    <Act
      label={name}
      {...(look === undefined ? {} : { className: look })}
      {...(isMain === undefined ? {} : { isMain })}
      request={request(text)}
      changes={changes}
      isReady={isReady && (!isNoteRequired || text !== null)}
      onDone={() => {
        setNote('');
        onDone?.();
      }}
    >
      {children}
      <label className="field">
        {label} {!isNoteRequired && <span className="soft">(not required)</span>}
        <textarea rows={2} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
    </Act>
  );
}
