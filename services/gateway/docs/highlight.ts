import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/interpolate.ts';

/** The part of highlight.js that is used. Its own types need those of a browser, which this program does not have. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
// Imported as its documentation says.
const highlighter = require('highlight.js/lib/core') as Highlighter;

/** The languages of our pages: the package's definitions, by the names in our code blocks. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'bash',
  sh: 'bash',
  go: 'go',
  json: 'json',
  python: 'python',
  sql: 'sql',
  ts: 'typescript',
  typescript: 'typescript',
};
for (const [name, file] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, require(`highlight.js/lib/languages/${file}`));
}

/**
 * Code as HTML, its parts in `span`s that the style sheet colours. Made with the page, so the browser runs nothing.
 * Code in an unknown language stays plain text.
 */
export function highlighted(text: string, language: string): string {
  return Object.hasOwn(LANGUAGES, language) ? highlighter.highlight(text, { language }).value : escapeHtml(text);
}
