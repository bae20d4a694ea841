import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ERASURE_REASONS, type ErasureReason, type ErasureStatus } from '../../../core/erasures/states.ts';
import { useList } from '../api/lists.ts';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { Download } from '../ui/download.tsx';
import { When } from '../ui/parts.tsx';
import { personQuery } from './queries.ts';

interface Erasure {
  readonly id: number;
  readonly status: ErasureStatus;
  readonly created_at: string;
  readonly completed_at: string | null;
}

const REASONS: Readonly<Record<ErasureReason, string>> = {
  asked_by_person: 'The person asked for it',
  no_longer_needed: 'It is no longer needed',
  consent_withdrawn: 'They took their consent back',
  objection: 'They object to it',
  unlawful: 'It was collected unlawfully',
  court_order: 'A court ordered it',
};

const STATES: Readonly<Record<ErasureStatus, string>> = {
  accepted: 'It begins in a moment.',
  waiting: 'A letter is owed, or an application has not ended. The rest is gone.',
  kept: 'All that could go is gone. What the law or your account keeps goes on its day.',
  on_hold: 'A legal hold keeps what is left.',
  completed: 'Nothing is left.',
};

const FIRST: ErasureReason = 'asked_by_person';

/** Requests the erasure of a person, which cannot be undone. */
export function Forget({ applicantId }: { readonly applicantId: number }) {
  const mayErase = useMay('applicants:erase');
  const [reason, setReason] = useState<ErasureReason>(FIRST);
  const [cancel, setCancel] = useState(false);
  if (!mayErase) return null;
  return (
    <Act<Erasure>
      label="Forget"
      title="Forget this person?"
      confirm="Forget this person"
      className="deny"
      request={{ method: 'POST', path: `/applicants/${applicantId}/erasures`, body: { reason, cancel } }}
      changes={['applicant', 'executions', 'reviews']}
      onAsk={() => {
        setReason(FIRST);
        setCancel(false);
      }}
    >
      <p>
        Everything that is held of them is emptied, and cannot be brought back: applications, reports, letters, notes
        and your own references. What the law or your account keeps goes on its day, and a letter that is owed goes out
        first.
      </p>
      <label className="field">
        Why
        <select value={reason} autoFocus onChange={({ target }) => setReason(target.value as ErasureReason)}>
          {[...ERASURE_REASONS]
            .toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))
            .map((each) => (
              <option key={each} value={each}>
                {REASONS[each]}
              </option>
            ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" checked={cancel} onChange={({ target }) => setCancel(target.checked)} /> Cancel
        applications that have not ended
      </label>
    </Act>
  );
}

/** Exports the data held about a person as a file to give to that person. */
export function ExportApplicant({ applicantId }: { readonly applicantId: number }) {
  const mayExport = useMay('applicants:export');
  const mayRead = useMay('executions:read:full');
  const maySee = useMay('pii:read');
  if (!mayExport || !mayRead || !maySee) return null;
  return (
    <Download path={`/applicants/${applicantId}/export`} filename={`applicant-${applicantId}.zip`} label="Export" />
  );
}

/** The newest erasure request of the person, if there is one. */
export function ErasureState({ applicantId }: { readonly applicantId: number }) {
  const mayErase = useMay('applicants:erase');
  return mayErase ? <Newest applicantId={applicantId} /> : null;
}

function Newest({ applicantId }: { readonly applicantId: number }) {
  const path = `/applicants/${applicantId}/erasures`;
  const list = useList<Erasure>({ key: ['applicant', applicantId, 'erasures'], path, perPage: 1, everyMs: 10_000 });
  const newest = list.rows?.[0];
  const client = useQueryClient();
  const status = list.rows === undefined ? undefined : (newest?.status ?? null);
  const last = useRef(status);
  // Refreshes the page once data was erased. The person is fetched only then, because each read is recorded.
  useEffect(() => {
    if (last.current !== undefined && last.current !== status) {
      void client.invalidateQueries({ queryKey: personQuery(applicantId).queryKey, exact: true });
      void client.invalidateQueries({ queryKey: ['applicants_found'] });
    }
    last.current = status;
  }, [client, applicantId, status]);
  if (newest === undefined) return null;
  return (
    <p className="note" role="status">
      Somebody asked <When at={newest.created_at} /> that this person be forgotten. {STATES[newest.status]}
    </p>
  );
}
