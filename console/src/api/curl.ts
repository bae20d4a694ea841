/** The same request for a program: whatever the console does, one can do with curl. */
export interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
}

/** `origin` is where the API is. The token comes from the environment, so that none ends in the shell's history. */
export function curlOf({ method, path, body, idempotencyKey, ifMatch }: CurlRequest, origin: string): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}/api/v1${path}`)}`,
    `-H "Authorization: Bearer $CASCADE_TOKEN"`,
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`If-Match: ${ifMatch}`)}`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
