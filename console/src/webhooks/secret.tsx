import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton, Dialog } from '../ui/parts.tsx';

interface Props {
  readonly title: string;
  readonly secret: string | undefined;
  /** Name of the secret. */
  readonly label?: string;
  /** Instructions for the secret. */
  readonly children: ReactNode;
  readonly onStored: () => void;
}

/**
 * Shows a secret once. It exists only in this dialog, which closes only by its button, so that a slip of a key does not
 * lose it.
 */
export function SecretOnce({ title, secret, label = 'Signing secret', children, onStored }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLeft, setIsLeft] = useState(false);
  useEffect(() => {
    field.current?.select();
    // The browser may keep a left page and show it again unchanged.
    const leave = (): void => setIsLeft(true);
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);
  const shown = isLeft ? undefined : secret;
  return (
    <Dialog title={title}>
      {shown === undefined ? (
        <p className="message bad">
          The secret was shown before, and is not shown again. Rotate it to get another one.
        </p>
      ) : (
        <label className="field">
          {label}
          <textarea
            ref={field}
            className="secret"
            rows={2}
            readOnly
            value={shown}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      )}
      {children}
      <p className="message">It is shown now and never again. If it is lost, rotate it to get another one.</p>
      <div className="buttons">
        <button type="button" className="primary" onClick={onStored}>
          I have stored it
        </button>
        {shown !== undefined && <CopyButton text={() => shown} label="Copy the secret" />}
      </div>
    </Dialog>
  );
}
