import { curlOf } from '../api/curl.ts';
import type { ApiRequest } from '../api/http.ts';
import { useSwitch } from '../use-switch.ts';
import { CopyButton } from './parts.tsx';

/** The request as curl, for users who have switched on the developer view. */
export function CopyCurl({ request }: { readonly request: ApiRequest }) {
  const [isDeveloper] = useSwitch('developer');
  return isDeveloper ? <CopyButton text={() => curlOf(request, location.origin)} label="Copy as curl" /> : null;
}
