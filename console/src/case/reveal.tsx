import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call, type ApiRequest } from '../api/http.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl, Dialog } from '../ui/parts.tsx';
import { valueText, type Fact } from './words.ts';

/** What was shown in full, by path. It is kept nowhere: whoever leaves the page does not find it again. */
export type Revealed = Readonly<Record<string, string>>;

interface Props {
  readonly executionId: number;
  /** Where the facts stand in the payload: `applicant`. */
  readonly under: string;
  readonly masked: readonly Fact[];
  readonly onRevealed: (values: Revealed) => void;
}

/** Asks for what masks hide: which values, and why, which the audit log keeps with who asked. */
export function Reveal({ executionId, under, masked, onRevealed }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (masked.length === 0) return null;
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        Show masked values …
      </button>
      {isOpen && (
        <RevealDialog
          {...{ executionId, under, masked }}
          onClose={(values) => {
            setIsOpen(false);
            if (values !== null) onRevealed(values);
          }}
        />
      )}
    </>
  );
}

const MOST_FIELDS = 20;

function RevealDialog({
  executionId,
  under,
  masked,
  onClose,
}: Omit<Props, 'onRevealed'> & { readonly onClose: (values: Revealed | null) => void }) {
  const shown = masked.slice(0, MOST_FIELDS);
  const [paths, setPaths] = useState<readonly string[]>(shown.length === 1 ? shown.map(({ path }) => path) : []);
  const [reason, setReason] = useState('');
  const request: ApiRequest = {
    method: 'POST',
    path: `/executions/${executionId}/reveal`,
    body: { fields: paths.map((path) => `${under}.${path}`), reason: reason.trim() },
  };
  const reveal = useMutation({
    mutationFn: () => call<Schemas['RevealedValues']>(request),
    onSuccess: ({ data: { values } }) =>
      onClose(
        Object.fromEntries(
          Object.entries(values).map(([field, value]) => [field.slice(under.length + 1), valueText(value)]),
        ),
      ),
  });
  const isReady = paths.length > 0 && reason.trim() !== '';
  return (
    <Dialog title="Show masked values?" onClose={() => onClose(null)}>
      <p>Who asked, when, for what and why is recorded in the audit log.</p>
      <fieldset>
        <legend>Which</legend>
        {shown.map(({ path, label, value }) => (
          <label key={path} className="check">
            <input
              type="checkbox"
              checked={paths.includes(path)}
              onChange={() => setPaths(paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path])}
            />
            <span>
              {label} <bdi className="soft">{value}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="field">
        Why you need them <span className="soft">(no numbers: it is kept as you write it)</span>
        <input type="text" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />
      </label>
      {reveal.error !== null && <ErrorMessage error={reveal.error} />}
      <p className="buttons">
        <button
          type="button"
          className="primary"
          disabled={!isReady}
          aria-disabled={reveal.isPending}
          onClick={() => {
            if (!reveal.isPending) reveal.mutate();
          }}
        >
          Show them
        </button>
        <button type="button" onClick={() => onClose(null)}>
          Cancel
        </button>
        <CopyCurl request={request} />
      </p>
    </Dialog>
  );
}
