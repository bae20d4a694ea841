import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migration } from '@mikro-orm/migrations';

/** The files of `initial`, in the order in which they build on each other. */
const SUBJECTS = [
  'accounts',
  'audit',
  'people',
  'workflows',
  'applicants',
  'executions',
  'reviews',
  'letters',
  'webhooks',
  'requests',
  'erasures',
];

const TEXTS = SUBJECTS.map((subject) => readFileSync(join(import.meta.dirname, 'initial', `${subject}.sql`), 'utf8'));

class Initial extends Migration {
  override up(): void {
    for (const text of TEXTS) this.addSql(text);
  }
}

/**
 * Until the first release the initial migration is edited. So its name is made from a hash of its text, without
 * comments. A database that an earlier text created lacks that name, and is recognized as old.
 */
export const INITIAL = `initial_${createHash('sha256')
  .update(TEXTS.join('\n').replaceAll(/^ *--.*$/gm, ''))
  .digest('hex')
  .slice(0, 12)}`;

/** In the order in which they are applied. From the first release on, one that was released is never changed. */
export const MIGRATIONS = [{ name: INITIAL, class: Initial }];
