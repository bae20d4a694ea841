import { Marked, type Tokens } from 'marked';
import { posix } from 'node:path';
import { escapeHtml } from '../../../../core/interpolate.ts';
import { highlighted } from '../highlight.ts';
import { drawCascade } from './drawing.ts';

/** Our own Markdown as HTML: headings with anchors, code blocks as the guides label them, pictures of cascades. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

/** The plain text below one heading, for the search. */
export interface Passage extends Heading {
  readonly body: string;
}

export interface Rendered {
  readonly html: string;
  readonly passages: readonly Passage[];
}

/** `folder` is the file's place in the repository. A link to a file that is no page becomes its path. */
export function renderMarkdown(markdown: string, folder = ''): Rendered {
  const headings = new Map<Tokens.Heading, Heading>();
  const taken = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token) {
        const heading = headings.get(token);
        const { id = '', depth = token.depth } = heading ?? {};
        const inner = this.parser.parseInline(token.tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        // The link is beside the heading, so that the heading's name is its text alone.
        const label = escapeHtml(`Link to ${heading?.text ?? ''}`);
        const link = `<a class="anchor" href="#${id}" aria-label="${label}">#</a>`;
        return `<div class="heading"><h${depth} id="${id}">${inner}</h${depth}>${link}</div>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        if (/^(\/|#|https?:|mailto:)/.test(href)) return `<a href="${escapeHtml(href)}">${inner}</a>`;
        return `${inner} (<code>${escapeHtml(posix.join(folder, href))}</code> in the repository)`;
      },
      code: ({ text, lang = '' }) => codeBlock(text, lang),
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
          row.map((cell) => tableCell(this.parser.parseInline(cell.tokens), tag)).join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        const table = `<table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${body}</tbody></table>`;
        return `<div class="wide" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    if (token.type !== 'heading') continue;
    const heading = token as Tokens.Heading;
    const text = plainText(heading);
    headings.set(heading, { id: uniqueId(text, taken), text, depth: heading.depth });
  }
  return { html: marked.parser(tokens), passages: passagesOf(tokens, headings) };
}

/** An empty cell in the head would be announced as a header without a name. */
function tableCell(inner: string, tag: 'th' | 'td'): string {
  return tag === 'th' && inner === '' ? '<td></td>' : `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${inner}</${tag}>`;
}

const CAPTIONS: Readonly<Record<string, string>> = { answer: 'It prints', setup: 'Once in each terminal' };

/** The info string is a language, then perhaps a role and a file: `json cascade first.json`. */
function codeBlock(text: string, info: string): string {
  const [language = '', ...words] = info.split(/\s+/);
  const file = words.find((word) => word.includes('.'));
  const role = words[0] ?? '';
  const caption = file ?? CAPTIONS[role] ?? '';
  const attributes = [
    `data-language="${escapeHtml(language)}"`,
    ...(role === '' ? [] : [`data-role="${escapeHtml(role)}"`]),
    ...(file === undefined ? [] : [`data-file="${escapeHtml(file)}"`]),
  ].join(' ');
  const name = caption === '' ? 'Code' : `Code: ${caption}`;
  const figure = [
    `<figure class="code" ${attributes}>`,
    ...(caption === '' ? [] : [`<figcaption>${escapeHtml(caption)}</figcaption>`]),
    `<pre tabindex="0" role="group" aria-label="${escapeHtml(name)}"><code>${highlighted(text, language)}</code></pre></figure>\n`,
  ].join('');
  return role === 'cascade' ? `${drawCascade(text)}${figure}` : figure;
}

function passagesOf(tokens: readonly Tokens.Generic[], headings: ReadonlyMap<Tokens.Heading, Heading>): Passage[] {
  const passages: (Heading & { body: string })[] = [];
  for (const token of tokens) {
    const heading = token.type === 'heading' ? headings.get(token as Tokens.Heading) : undefined;
    if (heading !== undefined) passages.push({ ...heading, body: '' });
    else {
      const last = passages.at(-1);
      if (last !== undefined) last.body = `${last.body} ${plainText(token)}`.trim();
    }
  }
  return passages;
}

/** The text of a token and of all tokens in it. */
function plainText(token: Tokens.Generic): string {
  const { tokens, items, header, rows, text } = token as Readonly<Record<string, unknown>>;
  // `header` of a cell is a boolean.
  const inner = [tokens, items, header, Array.isArray(rows) ? rows.flat() : undefined].flatMap((some) =>
    Array.isArray(some) ? (some as Tokens.Generic[]) : [],
  );
  if (inner.length === 0) return typeof text === 'string' ? text : '';
  return inner.map((one) => plainText(one)).join(isBlock(token) ? ' ' : '');
}

function isBlock({ type }: Tokens.Generic): boolean {
  return ['list', 'list_item', 'table', 'blockquote'].includes(type);
}

function uniqueId(text: string, taken: Map<string, number>): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const count = (taken.get(plain) ?? 0) + 1;
  taken.set(plain, count);
  return count === 1 ? plain : `${plain}-${count}`;
}
