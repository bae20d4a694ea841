import { escapeHtml } from '../../../../core/interpolate.ts';
import { MADE_PAGES, PAGES, pathOf, SECTIONS } from './contents.ts';
import type { Heading } from './markdown.ts';

/**
 * The frame around every page: search, navigation, the page's own headings, and links to the pages before and after.
 */
export interface Page {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly headings?: readonly Heading[];
  /** The pages of the same menu entry, which are shown there. */
  readonly section?: {
    readonly path: string;
    readonly pages: readonly { readonly path: string; readonly title: string }[];
  };
  /** Operations have two columns. */
  readonly isOperation?: boolean;
}

export function layOutPage({ path, title, html, headings = [], section, isOperation = false }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Cascade</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/tokens.css">
<link rel="stylesheet" href="/docs/assets/site.css">
<link rel="stylesheet" href="/docs/assets/picture.css">
<link rel="stylesheet" href="/docs/assets/reference.css">
<script src="/docs/assets/theme.js"></script>
<script type="module" src="/docs/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs">Cascade</a>
<a class="to-menu" href="#menu">Menu</a>
<form class="search" role="search" action="/docs">
<label for="search">Search</label>
<input id="search" type="search" autocomplete="off" placeholder="Search" aria-controls="results">
<div id="results" hidden></div>
</form>
<button id="theme" type="button" aria-label="Dark or light"><span aria-hidden="true">◐</span> <span class="long">Dark or light</span></button>
</header>
<div class="frame${isOperation ? ' of-operation' : ''}">
<nav id="menu" class="menu" aria-label="Documentation">
${menu(path, section)}
</nav>
<main id="main" class="page" tabindex="-1">
${html}
${neighbours(path)}
</main>
${isOperation ? '' : onThisPage(headings)}
</div>
</body>
</html>
`;
}

function menu(path: string, section: Page['section']): string {
  const below = (to: string): string =>
    section === undefined || section.path !== to
      ? ''
      : `<ul class="within">${section.pages.map((page) => link(page.path, page.title)).join('\n')}</ul>`;
  const link = (to: string, title: string): string =>
    `<li><a href="${to}"${to === path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${below(to)}</li>`;
  return SECTIONS.map(({ title, pages }) => {
    const made = title === 'Reference' ? MADE_PAGES.map((page) => link(page.path, page.title)) : [];
    const own = pages.map((page) => link(pathOf(page), page.title));
    return `<h2>${title}</h2>\n<ul>\n${[...made, ...own].join('\n')}\n</ul>`;
  }).join('\n');
}

function onThisPage(headings: readonly Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2);
  if (listed.length < 2) return '';
  const items = listed.map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`);
  return `<aside class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('\n')}</ul></aside>`;
}

function neighbours(path: string): string {
  const index = PAGES.findIndex((page) => pathOf(page) === path);
  if (index === -1) return '';
  const [before, after] = [PAGES[index - 1], PAGES[index + 1]];
  const previous =
    before === undefined ? '<span></span>' : `<a rel="prev" href="${pathOf(before)}">← ${escapeHtml(before.title)}</a>`;
  const next = after === undefined ? '' : `<a rel="next" href="${pathOf(after)}">${escapeHtml(after.title)} →</a>`;
  return `<nav class="neighbours" aria-label="Pages before and after">${previous}${next}</nav>`;
}
