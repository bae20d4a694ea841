import { useState } from 'react';
import type { WaitingLetter } from '../api/records.ts';
import { Act } from '../ui/act.tsx';

const CHANGES = ['waiting_letters', 'execution', 'timeline', 'executions', 'case', 'inbox'];

interface ResendProps {
  readonly letter: WaitingLetter;
  readonly artifactId: number;
}

/** Sends the same letter again to the same address. */
export function ResendLetter({ letter, artifactId }: ResendProps) {
  return (
    <Act
      label="Send again"
      title="Send the letter again?"
      request={{
        method: 'POST',
        path: `/executions/${letter.execution_id}/notice_artifacts/${artifactId}/resend`,
      }}
      changes={CHANGES}
    >
      <Whom letter={letter} />
      <p>
        It goes to the same address as before, with the same attachments. If that address is wrong, it comes back again.
      </p>
    </Act>
  );
}

interface SentProps {
  readonly letter: WaitingLetter;
  /** Set for a letter that was returned. */
  readonly artifactId?: number;
  /** Set for a letter that is owed. */
  readonly notice?: WaitingLetter['notices_due'][number];
}

/** Records when and how a letter was sent outside this service. */
export function SentElsewhere({ letter, artifactId, notice }: SentProps) {
  const [date, setDate] = useState(() => new Date().toLocaleDateString('en-CA'));
  const [carrier, setCarrier] = useState('');
  const isOfOther = notice !== undefined && notice.applicant !== 'applicant';
  return (
    <Act
      label={isOfOther ? `Was sent to ${notice.applicant.replaceAll('_', ' ')}` : 'Was sent otherwise'}
      confirm="It was sent"
      title="Record that the letter was sent?"
      request={{
        method: 'POST',
        path: `/executions/${letter.execution_id}/sent_notices`,
        body: {
          ...(notice === undefined ? {} : { applicant: notice.applicant }),
          ...(artifactId === undefined ? {} : { artifact_id: artifactId }),
          ...{ date, carrier: carrier.trim() },
        },
      }}
      isReady={date !== '' && carrier.trim() !== ''}
      changes={CHANGES}
    >
      <Whom letter={letter} />
      <p>
        For a letter that went out outside this service, such as by post. Nothing is sent by this; it is recorded in
        your name, and the letter waits no more.
      </p>
      <label className="field">
        Sent on
        <input type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
      <label className="field">
        How, with a tracking number
        <input
          type="text"
          required
          maxLength={100}
          value={carrier}
          onChange={({ target }) => setCarrier(target.value)}
        />
      </label>
    </Act>
  );
}

const ANSWERS = {
  withdrawn: 'The applicant withdrew it',
  incompleteness_notice: 'A notice of incompleteness was sent',
  decided_elsewhere: 'It was decided elsewhere',
  no_application: 'It was no application',
} as const;

/** Records the outcome of a credit application whose run decided nothing. */
export function AnswerApplication({ letter }: { readonly letter: WaitingLetter }) {
  const [answer, setAnswer] = useState<string>('withdrawn');
  const [date, setDate] = useState(() => new Date().toLocaleDateString('en-CA'));
  return (
    <Act
      label="Was answered"
      confirm="Record it"
      title="Record what became of the application?"
      request={{
        method: 'POST',
        path: `/executions/${letter.execution_id}/application_answers`,
        body: { answer, date },
      }}
      isReady={date !== ''}
      changes={CHANGES}
    >
      <Whom letter={letter} />
      <label className="field">
        What became of it
        <select value={answer} onChange={({ target }) => setAnswer(target.value)}>
          {Object.entries(ANSWERS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        On
        <input type="date" required value={date} onChange={({ target }) => setDate(target.value)} />
      </label>
    </Act>
  );
}

function Whom({ letter }: { readonly letter: WaitingLetter }) {
  const { applicant_name: name, execution_id: id, workflow_name: workflow } = letter;
  return (
    <p>
      <strong>
        <bdi>{name ?? `Execution ${id}`}</bdi>
      </strong>{' '}
      <span className="soft">
        <bdi>{workflow}</bdi> #{id}
      </span>
    </p>
  );
}
