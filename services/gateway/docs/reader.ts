import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Swagger UI, to read and try the API, served from the package without any third party. */
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

/** A token that is typed in stays in the page's memory only. */
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

/** By name below /docs/ui; no other file of the package is served. */
export const READER_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['start.js', { type: 'text/javascript', read: () => Promise.resolve(START) }],
  ['swagger-ui-bundle.js', file('swagger-ui-bundle.js', 'text/javascript')],
  ['swagger-ui.css', file('swagger-ui.css', 'text/css')],
]);

/** Read at the first request, then kept in memory. */
function file(name: string, type: string): Asset {
  let content: Promise<Buffer> | undefined;
  return { type, read: () => (content ??= readFile(join(FOLDER, name))) };
}

/** Swagger UI sets inline styles and sends requests to the API's address. */
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
