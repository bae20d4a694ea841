import { ApiError } from '../api/http.ts';
import { signInPath } from '../sign-in.ts';
import { Coded } from './coded.tsx';

interface Props {
  readonly error: unknown;
  /** Maps a field of the request to its name on the page. */
  readonly nameOf?: (field: string) => string;
}

/** The API's error message, with the request id by which the operator finds it. */
export function ErrorMessage({ error, nameOf = (field) => field }: Props) {
  if (!(error instanceof ApiError)) {
    return (
      <p className="message bad" role="alert">
        The page failed: {error instanceof Error ? error.message : String(error)}
      </p>
    );
  }
  return (
    <div className="message bad" role="alert">
      <p>
        <Coded text={error.message} />
        {error.retryAfterSeconds !== null && ` Try again in ${error.retryAfterSeconds} s.`}
      </p>
      {error.details.length > 0 && (
        <ul>
          {error.details.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <code>{nameOf(field)}</code> <Coded text={message} />
            </li>
          ))}
        </ul>
      )}
      {error.code === 'sign_in_again' && (
        <p className="buttons">
          <a className="button" href={signInPath()} target="_blank" rel="noreferrer">
            Sign in again in another tab
          </a>
        </p>
      )}
      <p className="small">
        {error.docUrl !== null && <a href={error.docUrl}>{error.code}</a>}
        {error.requestId !== null && (
          <>
            {' '}
            Request <code className="request-id">{error.requestId}</code>
          </>
        )}
      </p>
    </div>
  );
}
