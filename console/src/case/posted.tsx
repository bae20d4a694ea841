import { useState } from 'react';
import { ActForm } from '../ui/act.tsx';
import { CASE_CHANGES } from './changes.ts';

interface Props {
  readonly executionId: number;
  readonly artifactId: number;
  readonly isFree: boolean;
}

/** For a letter that may not be e-mailed: a user prints it, posts it, and confirms that here. */
export function Posted({ executionId, artifactId, isFree }: Props) {
  const [date, setDate] = useState(() => new Date().toLocaleDateString('en-CA'));
  const [carrier, setCarrier] = useState('');
  return (
    <ActForm
      look="posted"
      label="It was posted"
      className="approve"
      isReady={isFree}
      requests={[
        {
          method: 'POST',
          path: `/executions/${executionId}/notice_artifacts/${artifactId}/posted`,
          body: { date, carrier: carrier.trim() },
        },
      ]}
      changes={CASE_CHANGES}
    >
      <p>This letter goes by post: print it, post it, and say when and how.</p>
      <label className="field">
        Posted on
        <input type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
      <label className="field">
        Carrier and tracking number
        <input
          type="text"
          required
          maxLength={100}
          value={carrier}
          onChange={({ target }) => setCarrier(target.value)}
        />
      </label>
    </ActForm>
  );
}
