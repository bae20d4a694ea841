import { escapeHtml } from '../../../core/interpolate.ts';
import { ERROR_CODES, type ErrorCode } from '../../../core/errors.ts';
import { example } from './openapi/index.ts';

/** The page of an error code: what happened, how to fix it, an example. Made from the table of codes. */
export function errorPage(code: ErrorCode, docsUrl: string): string {
  const { status, what, fix } = ERROR_CODES[code];
  return layout(
    code,
    `<p class="status">HTTP ${status}</p>
<h1><code>${escapeHtml(code)}</code></h1>
<h2>What happened</h2>
<p>${inline(what)}</p>
<h2>How to fix it</h2>
<p>${inline(fix)}</p>
<h2>Example</h2>
<pre><code>${escapeHtml(JSON.stringify(example(code, docsUrl), null, 2))}</code></pre>
<p>Include the <code>request_id</code> when you contact support.</p>
<p><a href="../errors">All error codes</a></p>`,
  );
}

export function errorIndexPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, what }]) =>
      `<tr><td><a href="errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${inline(what)}</td></tr>`,
  );
  return layout(
    'Error codes',
    `<h1>Error codes</h1>
<p>Every failure is <code>{error: {code, message, details, request_id, doc_url}}</code>. Branch on the code.</p>
<table><thead><tr><th>Code</th><th>HTTP</th><th>What happened</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function layout(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Cascade API</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** Text with `code` in backticks. */
function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export const STYLE = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
.status { color: #8a5a00; font-weight: 600; margin: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.92em; }
pre { background: color-mix(in srgb, currentColor 7%, transparent); padding: 1rem; border-radius: 0.5rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
`;
