import { ActNow } from '../ui/act.tsx';

interface Props {
  readonly executionId: number;
  readonly note: string;
  readonly onAdded: () => void;
  /** True if there is no decision that the note could be sent with. */
  readonly isAlone?: boolean;
}

/** Saves the note for colleagues now, without a decision. */
export function AddNote({ executionId, note, onAdded, isAlone = false }: Props) {
  const text = note.trim();
  if (text === '') return null;
  return (
    <ActNow
      look="add-note"
      label="Add the note now"
      request={{ method: 'POST', path: `/executions/${executionId}/review_notes`, body: { note: text } }}
      changes={['case', 'execution', 'timeline']}
      onDone={onAdded}
      {...(isAlone ? {} : { aside: 'or it goes with your decision' })}
    />
  );
}
