import type { Database } from '../platform/database/index.ts';
import type { Row } from './print.ts';

export type { Row };
export type Answer = Row | readonly Row[];

/** Makes a command's action out of work on the database; what the work returns is printed. */
export type OnDatabase = <T extends unknown[]>(
  work: (db: Database, ...parsed: T) => Promise<Answer>,
) => (...parsed: T) => Promise<void>;
