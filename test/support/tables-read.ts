import pg from 'pg';
import type { Export } from '../../platform/database/table-record.ts';
import { TABLE_RECORDS } from '../../platform/database/tables.ts';

type Query = (...args: unknown[]) => unknown;

/** Does the work, and returns the tables of the registry that statements of this process read meanwhile. */
async function tablesRead(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const texts: string[] = [];
  // The connection itself sends a COPY.
  const restore = [pg.Client.prototype, pg.Connection.prototype].map((prototype) => {
    const sender = prototype as unknown as { query: Query };
    const { query } = sender;
    sender.query = function (this: unknown, ...args: unknown[]) {
      const [first] = args;
      const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
      if (typeof text === 'string') texts.push(text);
      return query.apply(this, args);
    };
    return () => (sender.query = query);
  });
  try {
    await work();
  } finally {
    for (const each of restore) each();
  }
  const named = texts.flatMap((text) => Array.from(text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi), ([, name]) => name));
  const known = new Set<string>(TABLE_RECORDS.map(({ table }) => table));
  return new Set(named.flatMap((name) => (name !== undefined && known.has(name) ? [name] : [])));
}

/**
 * Differences between an export and the registry: `unread` is listed and not read; `unsaid` holds words about an
 * applicant, is read and not listed.
 */
export async function faultsOfExport(which: Export, work: () => Promise<unknown>) {
  const read = await tablesRead(work);
  const said = (exports: readonly Export[] = []): boolean => exports.includes(which);
  return {
    unread: TABLE_RECORDS.filter(({ table, exports }) => said(exports) && !read.has(table)).map(({ table }) => table),
    unsaid: TABLE_RECORDS.filter(
      ({ table, exports, applicant }) => applicant !== undefined && read.has(table) && !said(exports),
    ).map(({ table }) => table),
  };
}
