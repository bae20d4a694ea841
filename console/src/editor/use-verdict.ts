import { useEffect, useMemo, useState } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import { useLater } from '../ui/later.ts';
import { checkHere, findingsOf, written, type Finding, type Verdict, type Written } from './check.ts';

/**
 * Pauses in typing after which the text is parsed, and after which the service is asked: an address has 60 requests a
 * minute.
 */
const READ_MS = 200;
const ASK_MS = 1_500;

export type CheckedBy = 'nobody' | 'here' | 'service';

export interface Checked {
  readonly now: Written;
  readonly findings: readonly Finding[];
  readonly by: CheckedBy;
  /** Why the service gave no verdict. */
  readonly error: Error | null;
  /** The value of the last text that was valid JSON. */
  readonly shown: unknown;
}

/** Problems of a text while it is written. */
export function useVerdict(text: string, useCase: string | null): Checked {
  const read = useLater(text, READ_MS);
  const now = useMemo(() => written(read), [read]);
  const here = useMemo(() => (now.value === undefined ? null : checkHere(now, useCase)), [now, useCase]);
  const asked = useMemo(() => (now.value === undefined ? null : validation(now.value, useCase)), [now, useCase]);
  const { verdict, error } = useServiceVerdict(asked);
  const [shown, setShown] = useState<unknown>(now.value);
  if (now.value !== undefined && now.value !== shown) setShown(now.value);
  const best = verdict ?? here;
  const findings = useMemo(() => findingsOf(now, best), [now, best]);
  return { now, findings, by: verdict !== null ? 'service' : here === null ? 'nobody' : 'here', error, shown };
}

export function validation(value: unknown, useCase: string | null): ApiRequest {
  return { method: 'POST', path: '/workflows/validate', body: { definition: value, use_case: useCase } };
}

/** The service's response to exactly this request; null until it arrives. */
function useServiceVerdict(request: ApiRequest | null): {
  readonly verdict: Verdict | null;
  readonly error: Error | null;
} {
  const [answer, setAnswer] = useState<{
    readonly to: ApiRequest;
    readonly verdict: Verdict | null;
    readonly error: Error | null;
  } | null>(null);
  useEffect(() => {
    if (request === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call<Verdict>(request, abort.signal).then(
        ({ data }) => setAnswer({ to: request, verdict: data, error: null }),
        (error: unknown) => {
          if (!abort.signal.aborted && error instanceof Error) setAnswer({ to: request, verdict: null, error });
        },
      );
    }, ASK_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [request]);
  return answer !== null && answer.to === request ? answer : NO_ANSWER;
}

const NO_ANSWER = { verdict: null, error: null };
