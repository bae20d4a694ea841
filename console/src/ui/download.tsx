import { useState } from 'react';
import { download } from '../api/http.ts';
import { ErrorMessage } from './errors.tsx';
import { CopyCurl } from './copy-curl.tsx';

interface Props {
  readonly path: string;
  readonly filename: string;
  readonly label: string;
}

/** Fetched with the session and saved by the browser as a file, completely or not at all. */
export function Download({ path, filename, label }: Props) {
  const [state, setState] = useState<'idle' | 'loading' | { readonly error: unknown }>('idle');
  const load = async (): Promise<void> => {
    setState('loading');
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await download(path));
      link.download = filename;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
      setState('idle');
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <div className="download">
      <button
        type="button"
        aria-disabled={state === 'loading'}
        onClick={() => {
          if (state !== 'loading') void load();
        }}
      >
        {state === 'loading' ? 'Loading …' : label}
      </button>
      <CopyCurl request={{ method: 'GET', path }} />
      {typeof state === 'object' && <ErrorMessage error={state.error} />}
    </div>
  );
}

const KEPT_MS = 60_000;
