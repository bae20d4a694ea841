import type { Applicant } from '../policy/fields.ts';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { useAct } from '../ui/use-act.ts';
import { useState } from 'react';

interface Props {
  readonly workflowId: number;
  /** The name that it is kept by: the field, and its value. */
  readonly name: string;
  readonly applicant: Applicant;
}

const MOST_CHARACTERS = 200;

/** Keeps an applicant of a table with one press: nobody real, so nothing has to be asked first. */
export function KeepEdge({ workflowId, name, applicant: { payload, reports } }: Props) {
  const mayWrite = useMay('workflows:write');
  const [isKept, setIsKept] = useState(false);
  const { send, isPending, error } = useAct({ changes: ['workflow'], onDone: () => setIsKept(true) });
  if (!mayWrite) return null;
  if (isKept) return <span role="status">kept</span>;
  const body = { name: name.slice(0, MOST_CHARACTERS), payload, reports };
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-label={`Keep as an example: ${name}`}
        aria-disabled={isPending}
        onClick={() => send([{ method: 'POST', path: `/workflows/${workflowId}/examples`, body }])}
      >
        Keep as example
      </button>
      {error !== null && <ErrorMessage error={error} />}
    </>
  );
}
