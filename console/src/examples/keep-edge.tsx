import { useState } from 'react';
import type { Applicant } from '../policy/fields.ts';
import { useMay } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';

interface Props {
  readonly workflowId: number;
  /** Name of the example: the field and its value. */
  readonly name: string;
  readonly applicant: Applicant;
}

const MOST_CHARACTERS = 200;

/**
 * Saves an applicant of a table as an example with one press. The applicant is not a real person, so no confirmation is
 * needed.
 */
export function KeepEdge({ workflowId, name, applicant: { payload, reports } }: Props) {
  const mayWrite = useMay('workflows:write');
  const [isKept, setIsKept] = useState(false);
  if (!mayWrite) return null;
  if (isKept) return <span role="status">kept</span>;
  return (
    <ActNow
      label="Keep as example"
      look="keep-edge"
      request={{
        method: 'POST',
        path: `/workflows/${workflowId}/examples`,
        body: { name: name.slice(0, MOST_CHARACTERS), payload, reports },
      }}
      changes={CHANGES}
      onDone={() => setIsKept(true)}
    />
  );
}

const CHANGES = ['workflow'] as const;
