import type { Database } from '../platform/database/index.ts';
import type { Listing, Row } from './print.ts';
import type { Report } from './progress.ts';

export type { Report, Row };
export type Answer = Row | readonly Row[] | Listing;

/**
 * Makes a command's action out of work on the database; what the work returns is printed. Work that can take more than two
 * seconds reports how far it is.
 */
export type OnDatabase = <T extends unknown[]>(
  work: (db: Database, ...parsed: T) => Promise<Answer>,
) => (...parsed: T) => Promise<void>;
