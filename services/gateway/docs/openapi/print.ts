import { openApiDocument } from './index.ts';
import { ROUTES } from '../../routes.ts';

/**
 * `npm run --silent openapi`: writes the OpenAPI document to standard output, for tools that want it without a server.
 * A running gateway serves the same document under `/api/openapi.json`, with its own addresses.
 */
const baseUrl = 'http://127.0.0.1:8080';
process.stdout.write(`${JSON.stringify(openApiDocument(ROUTES, { baseUrl, docsUrl: `${baseUrl}/docs` }), null, 2)}\n`);
