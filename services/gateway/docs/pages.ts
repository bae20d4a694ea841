import { escapeHtml } from '../../../core/interpolate.ts';
import { ERROR_CODES, type ErrorCode } from '../../../core/errors.ts';
import { highlighted } from './highlight.ts';
import { errorExample } from './openapi/index.ts';
import { layOutPage } from './site/layout.ts';

/** The page of an error code, from the table of codes: what happened, how to fix it with commands, the response. */
export function errorPage(code: ErrorCode, docsUrl: string, byExample: string): string {
  const { status, what, fix } = ERROR_CODES[code];
  return layOutPage({
    path: `/docs/api/errors/${code}`,
    title: code,
    html: `<p class="status">HTTP ${status}</p>
<h1><code>${escapeHtml(code)}</code></h1>
<h2>What happened</h2>
<p>${inline(what)}</p>
<h2>How to fix it</h2>
<p>${inline(fix)}</p>
${byExample}
<p>The commands use <code>api</code>, <code>pick</code> and <code>key</code> of <a href="/docs">Start here</a>; <code>WORKFLOW</code> and <code>EXECUTION</code> stand for ids of yours.</p>
<h2>Example</h2>
<p>The response, as it looks on the wire:</p>
<figure class="code"><pre tabindex="0" role="group" aria-label="Example"><code>${highlighted(JSON.stringify(errorExample(code, docsUrl), null, 2), 'json')}</code></pre></figure>
<p>Include the <code>request_id</code> when you contact support.</p>
<p><a href="/docs/api/errors">All error codes</a> · <a href="/docs/errors">Errors and retries</a></p>`,
  });
}

export function errorIndexPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, what }]) =>
      `<tr><td><a href="/docs/api/errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${inline(what)}</td></tr>`,
  );
  return layOutPage({
    path: '/docs/api/errors',
    title: 'Error codes',
    html: `<h1>Error codes</h1>
<p>Every failure is <code>{error: {code, message, details, request_id, doc_url}}</code>. Branch on the code.</p>
<div class="wide" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">What happened</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`,
  });
}

/** The page for an unknown path; the frame around it has the search and the list of all pages. */
export function missingPage(): string {
  return layOutPage({
    path: '',
    title: 'No such page',
    html: `<h1>There is no such page</h1>
<p>It may have been renamed. Search for what you need, choose a page from the menu, or begin with <a href="/docs">Start here</a>. The operations of the API are in the <a href="/docs/api">API reference</a>.</p>`,
  });
}

/** Text with `code` in backticks. */
function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
