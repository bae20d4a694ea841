import { createRequire } from 'node:module';
import { escapeHtml } from '../../../core/interpolate.ts';

/** What is used of highlight.js. Its own types bring those of a browser along, which are not ours. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(text: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
// As its documentation has it.
const highlighter = require('highlight.js/lib/core') as Highlighter;

/** The languages of our pages: those of the package, by the names that code blocks give them. */
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
 * Code as HTML, its parts in `span`s that the style sheet colours. Made with the page, so that nothing of it runs in the
 * browser. Of a language that is not among ours the text alone.
 */
export function highlighted(text: string, language: string): string {
  return Object.hasOwn(LANGUAGES, language) ? highlighter.highlight(text, { language }).value : escapeHtml(text);
}
