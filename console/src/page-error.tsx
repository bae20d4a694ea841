import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ErrorMessage } from './ui/errors.tsx';

/** Shown in place of a failed page, below the menu: the error and a retry button. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <>
      <h1>The page could not be shown</h1>
      <ErrorMessage error={error} />
      <p className="buttons">
        <button
          type="button"
          className="primary"
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Try again
        </button>
      </p>
    </>
  );
}
