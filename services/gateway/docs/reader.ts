import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The page to read the document on and to try it: Swagger UI, served by ourselves and started by a script of ours. */
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

export const READER_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cascade API</title>
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/ui/start.js"></script>
</body>
</html>
`;

/** A token that is typed in is kept in the page alone and is gone with it. */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
});
`;

export interface Asset {
  readonly type: string;
  read(): Promise<Buffer | string>;
}

/** By their names below /docs/ui; nothing else of the package is served. */
export const READER_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['start.js', { type: 'text/javascript', read: () => Promise.resolve(START) }],
  ['swagger-ui-bundle.js', file('swagger-ui-bundle.js', 'text/javascript')],
  ['swagger-ui.css', file('swagger-ui.css', 'text/css')],
]);

/** Read when it is first asked for, and kept. */
function file(name: string, type: string): Asset {
  let content: Promise<Buffer> | undefined;
  return { type, read: () => (content ??= readFile(join(FOLDER, name))) };
}

/** Swagger UI sets styles of its own, and tries requests out at the address of the API. */
export function readerPolicy(baseUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
