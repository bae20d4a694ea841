import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppError } from '../../../core/errors.ts';
import { escapeHtml } from '../../../core/interpolate.ts';
import type { Context } from '../http/context.ts';

/*
 * The pages for people who are not signed in yet. They look like the console, so that people trust them; they run no
 * script and load nothing.
 */

const STYLE = `${readFileSync(join(import.meta.dirname, '../../../data/style/tokens.css'), 'utf8')}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
main{max-width:27rem;margin:12vh auto 2rem;padding:0 1rem}
.card{background:var(--raised);border:1px solid var(--line);border-radius:.75rem;padding:1.75rem}
.brand{margin:0 0 1rem;font-weight:700;letter-spacing:.02em;color:var(--accent)}
h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.25}
p{margin:.5rem 0}
.soft{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
form{margin:1.25rem 0 0}
label{display:block;font-weight:600}
input{display:block;width:100%;margin:.35rem 0 1rem;padding:.6rem .7rem;font:inherit;color:var(--text);background:var(--ground);border:1px solid var(--soft);border-radius:.4rem}
button,.button{display:block;width:100%;padding:.65rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--ground);background:var(--accent);border:1px solid var(--accent);border-radius:.4rem;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
`;

/** Allows forms and this one style, and nothing else. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  readonly title: string;
  /** HTML. */
  readonly body: string;
}

export function showPage(ctx: Context, { title, body }: Page, status = 200): void {
  ctx.status = status;
  ctx.set('Content-Security-Policy', PAGE_POLICY);
  // With no-referrer browsers send the form with `Origin: null`.
  ctx.set('Referrer-Policy', 'same-origin');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – Cascade</title><style>${STYLE}</style></head>
<body>
<main>
<div class="card">
<p class="brand">Cascade</p>
<h1>${title}</h1>
${body}
</div>
</main>
</body>
</html>
`;
}

/** True if the request is from a browser, not a program. */
export function wantsPage(ctx: Context): boolean {
  return ctx.accepts('json', 'html') === 'html';
}

export function linkPage(token: string): Page {
  return {
    title: 'Sign in',
    body: `<p>You opened your sign-in link. It works once.</p>
<form method="post" action="/auth/link">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button>Sign in</button>
</form>
<p class="soft">Nothing happens until you press the button. If you expect no link, close this page.</p>`,
  };
}

/** One page for links that were used, have expired or never existed, because the next step is equal. */
export function endedLinkPage(): Page {
  return {
    title: 'This link works no more',
    body: `<p>A sign-in link works once and for a short time. This one was used already, or its time is over.</p>
${newLinkForm()}`,
  };
}

export function signInPage(hasProvider: boolean, fault?: string): Page {
  const said = fault === undefined ? '' : `<p role="alert"><strong>${escapeHtml(fault)}</strong></p>\n`;
  const provider = hasProvider
    ? '<p><a class="button" href="/auth/sign-in">Sign in with your organization</a></p>\n<hr>\n'
    : '';
  return { title: 'Sign in', body: `${provider}${said}<p>We mail you a link that works once.</p>\n${newLinkForm()}` };
}

function newLinkForm(): string {
  return `<form method="post" action="/auth/new-link">
<label>E-mail address
<input type="email" name="email" autocomplete="email" maxlength="254" required>
</label>
<button>Send me a new link</button>
</form>`;
}

/** One text for every address, so that it does not show who has access. */
export function sentPage(): Page {
  return {
    title: 'Look into your mail',
    body: `<p>If the address has access, a sign-in link is on its way. It works once, within 15 minutes.</p>
<p class="soft">Nothing there after a few minutes? Look in your spam folder. People without access, and people who sign in with their organization, get no mail: ask an administrator of your company.</p>
<p class="soft"><a href="/auth/new-link">Use another address</a></p>`,
  };
}

/** The page of an error: its text, and the id that an operator needs. */
export function errorPage({ message, status }: AppError, requestId: string, hasProvider: boolean): Page {
  const again = hasProvider
    ? '<p><a class="button" href="/auth/sign-in">Sign in with your organization</a></p>'
    : '<p><a class="button" href="/auth/new-link">Send me a new link</a></p>';
  return {
    title: status === 429 ? 'Too many at once' : 'You are not signed in',
    body: `<p>${escapeHtml(message)}</p>
${again}
<p class="soft">Number of this request: ${escapeHtml(requestId)}</p>`,
  };
}
