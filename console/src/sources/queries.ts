import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { AccountConnection } from '../../../core/products/account-connection.ts';
import { ApiError, call } from '../api/http.ts';
import { codePath, type Draft } from './draft.ts';

export type PullingWorkflow = Schemas['PullingWorkflow'];
export type Source = Schemas['Product'];

export type SourceDetail = Omit<Schemas['ProductDetail'], 'described_as'> & {
  readonly described_as: Omit<Draft, 'code'> | null;
};

export type SourceVersion = Schemas['ProductVersion'];

/** `settings` are without secrets. */
export type Connection = Omit<Schemas['Connection'], 'settings'> & { readonly settings: AccountConnection };

/** First members of the keys of queries. */
const SOURCES = 'sources';
export const CONNECTIONS = 'connections';
/** The queries that another version, or another connection, changes. */
export const SOURCE_CHANGES = [SOURCES, 'products', 'workflow'] as const;

const MORE_THAN_SOURCES = 100;

/** The sources, or those that were withdrawn, each with the workflows that pull it. */
export function sourcesQuery(withdrawn: boolean) {
  const only = withdrawn ? '&filter%5Bwithdrawn%5D=true' : '';
  const path = `/products?workflows=true&per_page=${MORE_THAN_SOURCES}${only}`;
  return queryOptions({
    queryKey: [SOURCES, 'list', withdrawn],
    queryFn: ({ signal }) => call<Source[]>({ method: 'GET', path }, signal).then(({ data }) => data),
  });
}

/** `version` is null for the current one. A withdrawn product has none, so its version has to be named. */
export function sourceQuery(code: string, version: number | null) {
  const path = `${codePath(code)}${version === null ? '' : `?version=${version}`}`;
  return queryOptions({
    queryKey: [SOURCES, 'one', code, version],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call<SourceDetail>({ method: 'GET', path }, signal);
      return { source: data, etag };
    },
  });
}

export function versionsQuery(code: string) {
  return queryOptions({
    queryKey: [SOURCES, 'versions', code],
    queryFn: ({ signal }) =>
      call<SourceVersion[]>({ method: 'GET', path: `${codePath(code)}/versions?per_page=100` }, signal).then(
        ({ data }) => data,
      ),
  });
}

/** Null if the account has no connection of its own. */
export function connectionQuery(code: string) {
  return queryOptions({
    queryKey: [CONNECTIONS, code],
    queryFn: async ({ signal }) => {
      try {
        return (await call<Connection>({ method: 'GET', path: `${codePath(code)}/connection` }, signal)).data;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  });
}

type AuditEvent = Schemas['AuditEvent'];

const MOST_CHANGES = 5;

/** The last changes of a connection, the newest first. */
export function connectionChangesQuery(code: string) {
  const path =
    `/audit_events?filter%5Bsubject_type%5D=connection&filter%5Bsubject_id%5D=${encodeURIComponent(code)}` +
    `&filter%5Baction%5D=connection.set&filter%5Baction%5D=connection.removed&per_page=${MOST_CHANGES}`;
  return queryOptions({
    queryKey: [CONNECTIONS, 'changes', code],
    queryFn: ({ signal }) => call<AuditEvent[]>({ method: 'GET', path }, signal).then(({ data }) => data),
  });
}
