import { ERROR_CODES } from '../../../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import type { GuidePage } from './contents.ts';
import { operationPath } from '../reference/paths.ts';
import { pathOf } from './contents.ts';
import type { Passage } from './markdown.ts';

/** Index of the site's search: every passage of the pages, every operation and every error code. */
export interface Entry {
  readonly id: number;
  readonly path: string;
  readonly page: string;
  /** Title of the page in its first entry, so that a search for a guide's name finds the guide first. */
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  readonly kind: 'guide' | 'operation' | 'error';
}

export function searchEntries(
  pages: readonly { readonly page: GuidePage; readonly passages: readonly Passage[] }[],
  routes: readonly Route[],
): Entry[] {
  const ofPages = pages.flatMap(({ page, passages }) =>
    passages.map(({ id, depth, text, body }) => ({
      path: depth === 1 ? pathOf(page) : `${pathOf(page)}#${id}`,
      page: page.title,
      title: depth === 1 ? `${page.title} ${text}` : '',
      heading: text,
      body,
      kind: 'guide' as const,
    })),
  );
  const ofOperations = routes.map(({ method, path, tag, operationId, summary, description }) => ({
    path: operationPath(tag, operationId),
    page: 'API reference',
    title: '',
    heading: `${method} ${path}`,
    body: `${summary}. ${description}`,
    kind: 'operation' as const,
  }));
  const ofErrors = Object.entries(ERROR_CODES).map(([code, { what, fix }]) => ({
    path: `/docs/api/errors/${code}`,
    page: 'Error codes',
    title: '',
    heading: code,
    body: `${what} ${fix}`,
    kind: 'error' as const,
  }));
  return [...ofPages, ...ofOperations, ...ofErrors].map((entry, id) => ({ id, ...entry }));
}
