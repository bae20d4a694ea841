import { useState } from 'react';
import { MAX_ANSWER_LENGTH } from '../../../core/fields/answers.ts';
import type { ApiRequest } from '../api/http.ts';
import { ActForm, ActNow } from '../ui/act.tsx';
import { When } from '../ui/parts.tsx';
import { FIELDS } from './pending.ts';
import type { Proposals } from './queries.ts';

interface Props {
  readonly path: string;
  readonly code: string;
}

function answering({ path, code }: Props, reason: string | null): ApiRequest {
  return { method: 'PUT', path: `/fields/${encodeURIComponent(path)}/answers`, body: { code, reason } };
}

/** The reason why a field is not what its name suggests. It is saved at once, and the question is not asked again. */
export function WhyNot({ path, code }: Props) {
  const [reason, setReason] = useState('');
  return (
    <ActForm
      label="Keep this answer"
      className="primary"
      look="why-not"
      requests={[answering({ path, code }, reason.trim())]}
      isReady={reason.trim() !== ''}
      changes={[FIELDS]}
    >
      <label>
        Or why not
        <input
          type="text"
          maxLength={MAX_ANSWER_LENGTH}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
    </ActForm>
  );
}

/** The recorded answers, each with a button to withdraw it. */
export function Answers({ answers, mayWrite }: { readonly answers: Proposals['answers']; readonly mayWrite: boolean }) {
  if (answers.length === 0) return null;
  return (
    <section className="card" aria-label="Answers">
      <h2>Answers</h2>
      <p className="soft small">What was asked of these fields is not asked again until the answer is taken back.</p>
      <ul className="plain">
        {answers.map(({ path, code, reason, created_at: at }) => (
          <li key={`${path} ${code}`} className="answer">
            <code>{path}</code> is no {code.replaceAll('_', ' ')}: {reason}{' '}
            <span className="soft small">
              <When at={at} />
            </span>
            {mayWrite && (
              <ActNow
                label={`Ask again about ${path}`}
                look="ask-again"
                request={answering({ path, code }, null)}
                changes={[FIELDS]}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
