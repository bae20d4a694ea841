/*
 * Loaded into services by NODE_OPTIONS=--import: writes each statement that a service sends to PostgreSQL into a file in
 * STATEMENTS_FOLDER. See releases.ts.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const [, service] = /services\/(\w+)\/main\.ts$/.exec(process.argv[1] ?? '') ?? [];
// The renderer sends none, and knows no folder.
if (service !== undefined && process.env.STATEMENTS_FOLDER !== undefined) {
  const { default: pg } = await import('pg');
  const file = join(process.env.STATEMENTS_FOLDER, `${service}-${process.pid}.jsonl`);
  const seen = new Set();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    const [first] = args;
    const text = typeof first === 'string' ? first : first?.text;
    if (typeof text === 'string' && !seen.has(text)) {
      seen.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, args);
  };
}
