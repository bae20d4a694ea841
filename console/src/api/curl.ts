/** A request of the console as a curl command: programs can do everything that the console does. */
export interface CurlRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
}

/** `origin` is the API's origin. The token is read from the environment, so it never ends up in the shell history. */
export function curlOf({ method, path, body, idempotencyKey, ifMatch }: CurlRequest, origin: string): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}/api/v1${path}`)}`,
    `-H "Authorization: Bearer $CASCADE_TOKEN"`,
    ...(idempotencyKey === undefined ? [] : [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(ifMatch === undefined ? [] : [`-H ${quoted(`If-Match: ${ifMatch}`)}`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
