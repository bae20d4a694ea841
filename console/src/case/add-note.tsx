import { ActNow } from '../ui/act.tsx';

interface Props {
  readonly executionId: number;
  readonly note: string;
  readonly onAdded: () => void;
  /** There is no decision with which it could go. */
  readonly isAlone?: boolean;
}

/** Leaves the note for colleagues now, without a decision. */
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
