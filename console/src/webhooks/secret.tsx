import { useEffect, useRef } from 'react';
import { CopyButton, Dialog } from '../ui/parts.tsx';

interface Props {
  readonly title: string;
  readonly secret: string | undefined;
  /** What has to be done with it. */
  readonly children: React.ReactNode;
  readonly onStored: () => void;
}

/**
 * Shows a signing secret once. It is nowhere but in this dialog, which closes by its button alone: a key that slips must
 * not lose it.
 */
export function SecretOnce({ title, secret, children, onStored }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <Dialog title={title}>
      {secret === undefined ? (
        <p className="message bad">
          The secret was shown with an earlier answer, more than a day ago. Rotate it to get another one.
        </p>
      ) : (
        <label className="field">
          Signing secret
          <textarea
            ref={field}
            className="secret"
            rows={2}
            readOnly
            value={secret}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      )}
      {children}
      <p className="message">It is shown now and never again. If it is lost, rotate it: the receiver gets a new one.</p>
      <div className="buttons">
        <button type="button" className="primary" onClick={onStored}>
          I have stored it
        </button>
        {secret !== undefined && <CopyButton text={() => secret} label="Copy the secret" />}
      </div>
    </Dialog>
  );
}
