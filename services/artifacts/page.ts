import { FONT_FAMILY } from './fonts.ts';
import { cssString, html, trustedHtml, type Html } from './html.ts';

export interface PageOptions {
  readonly language: string;
  readonly title: string;
  /** Stands at the foot of every page, beside the page number. */
  readonly footer: string;
  /** Stands at the head of every page of test mode and across it; null for what is real. */
  readonly testMark: string | null;
  /** Rules of the kind of document. */
  readonly css: string;
  readonly body: Html;
  /** From `loadFontFaces`. */
  readonly fontFaces: string;
}

/**
 * A whole document to be printed on US letter paper. The policy in its head is a second wall behind escaping and the
 * browser's own settings: no script, and nothing from anywhere but the page itself.
 */
export function printedPage(options: PageOptions): string {
  const { language, title, testMark, body } = options;
  const watermark = testMark === null ? null : html`<div class="watermark" aria-hidden="true">TEST</div>`;
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
          ${trustedHtml(options.fontFaces)}
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

function marginBoxes({ footer, testMark }: PageOptions): string {
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
        content: "Page " counter(page) " of " counter(pages); color: #5b6573; font: 400 8.5pt ${FONT_STACK};
        white-space: nowrap;
      }
    }`;
}

const FONT_STACK = `"${FONT_FAMILY}", "Noto Sans", "Open Sans", "DejaVu Sans", sans-serif`;

const BASE_CSS = `
  * { box-sizing: border-box; }
  html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  body { margin: 0; color: #1b2430; font: 400 10.5pt/1.45 ${FONT_STACK}; overflow-wrap: anywhere; }
  p { margin: 0 0 0.6em; orphans: 3; widows: 3; }
  h1, h2, h3 { font-weight: 600; break-after: avoid; line-height: 1.25; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  ul, ol { margin: 0 0 0.6em; padding-left: 1.4em; }
  .watermark {
    position: fixed; inset: 0; display: flex; align-items: center; justify-content: center; z-index: -1;
    transform: rotate(-32deg); color: #f3e4e4; font-size: 190pt; font-weight: 600; letter-spacing: 0.08em;
  }`;
