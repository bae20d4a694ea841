import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { asset, type Asset } from './site/index.ts';
import { layOutPage } from './site/layout.ts';

/** Swagger UI, to read and try the API, served from the package without any third party. */
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const HEAD = `<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
<script src="/docs/ui/swagger-ui-bundle.js" defer></script>
<script src="/docs/ui/start.js" defer></script>
`;

/** The page in the frame of the site. */
export function readerPage(): string {
  return layOutPage({
    path: '/docs/api',
    title: 'API reference',
    html: '<h1>API reference</h1>\n<div id="api"></div>',
    head: HEAD,
    isWide: true,
  });
}

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

/** By name below /docs/ui; no other file of the package is served. */
export const READER_ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['start.js', { type: 'text/javascript', read: () => Promise.resolve(START) }],
  ['swagger-ui-bundle.js', asset(join(FOLDER, 'swagger-ui-bundle.js'), 'text/javascript')],
  ['swagger-ui.css', asset(join(FOLDER, 'swagger-ui.css'), 'text/css')],
]);

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
