import { FONT_FAMILY, type FontFaces } from './fonts.ts';
import { cssString, html, trustedHtml, type Html } from './html.ts';

export interface PageOptions {
  readonly language: string;
  readonly title: string;
  /** Stands at the foot of every page, beside the page number. */
  readonly footer: string;
  /** At the foot of every page: a text with `{{page}}` and `{{pages}}`. */
  readonly pageLabel: string;
  /** Stands at the head of every page of test mode and across it; null for what is real. */
  readonly testMark: string | null;
  /** Rules of the kind of document. */
  readonly css: string;
  readonly body: Html;
  /** From `loadFontFaces`. */
  readonly fontFaces: FontFaces;
}

/**
 * A whole document to be printed on US letter paper. The policy in its head is a second defence behind escaping and the
 * browser's own settings. It allows no script, and nothing that is not on the page itself.
 */
export function printedPage(options: PageOptions): string {
  const { language, title, testMark, body } = options;
  const watermark = testMark === null ? null : WATERMARK;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
        />
        <title>${title}</title>
        <style>
          ${trustedHtml(options.fontFaces.cssFor(charactersOf(options)))}
          ${trustedHtml(marginBoxes(options))}
          ${trustedHtml(BASE_CSS)}
          ${trustedHtml(options.css)}
        </style>
      </head>
      <body>
        ${watermark}${body}
      </body>
    </html>`.text;
}

/** Every character that can be printed. Markup counts too, which costs nothing: it is in the basic face. */
function charactersOf({ body, title, footer, testMark, pageLabel }: PageOptions): string {
  return `${body.text}${title}${footer}${testMark ?? ''}${pageLabel}0123456789`;
}

function marginBoxes({ footer, pageLabel, testMark }: PageOptions): string {
  const mark =
    testMark === null
      ? ''
      : `@top-center { content: ${cssString(testMark)}; color: #a3191f; font: 600 9.5pt ${FONT_STACK};
           letter-spacing: 0.08em; white-space: nowrap; }`;
  return `
    @page {
      size: letter;
      margin: 0.85in 0.9in 0.85in;
      ${mark}
      @bottom-left { content: ${cssString(footer)}; color: #5b6573; font: 400 8.5pt ${FONT_STACK}; white-space: nowrap; }
      @bottom-right {
        content: ${pageCounter(pageLabel)}; color: #5b6573; font: 400 8.5pt ${FONT_STACK};
        white-space: nowrap;
      }
    }`;
}

/** The label as CSS content: texts, and the counters in place of the placeholders. */
function pageCounter(label: string): string {
  return label
    .split(/(\{\{pages?\}\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '{{page}}' ? 'counter(page)' : part === '{{pages}}' ? 'counter(pages)' : cssString(part)))
    .join(' ');
}

const FONT_STACK = `"${FONT_FAMILY}", "Noto Sans", "Open Sans", "DejaVu Sans", sans-serif`;

const BASE_CSS = `
  * { box-sizing: border-box; }
  html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  body { margin: 0; padding: 0 0.75pt; color: #1b2430; font: 400 10.5pt/1.45 ${FONT_STACK}; overflow-wrap: anywhere; }
  p { margin: 0 0 0.6em; orphans: 3; widows: 3; }
  h1, h2, h3 { font-weight: 600; break-after: avoid; line-height: 1.25; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  ul, ol { margin: 0 0 0.6em; padding-left: 1.4em; }
  .watermark { position: fixed; inset: 0; display: flex; align-items: center; justify-content: center; z-index: -1; }
  .watermark svg { width: 5.4in; transform: rotate(-32deg); fill: none; stroke: #f6ebeb; stroke-width: 13; }`;

/** "TEST" across the page, drawn and not written: it does not get into the text that is read or copied. */
const WATERMARK = html`<div class="watermark" aria-hidden="true">
  <svg viewBox="0 0 330 110">
    <path d="M 5 12 H 75 M 40 12 V 100" />
    <path d="M 155 12 H 102 V 100 H 155 M 102 55 H 148" />
    <path d="M 237 24 C 225 8 185 8 185 34 C 185 64 239 46 239 77 C 239 105 195 106 182 87" />
    <path d="M 255 12 H 325 M 290 12 V 100" />
  </svg>
</div>`;
