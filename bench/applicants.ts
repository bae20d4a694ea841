/**
 * Searches among a million applicants of one client over HTTP, each kind of query many times, the count included. The floor is
 * `GET /me` on the same gateway. Fails if the 95th percentile of all searches is above 100 ms.
 *
 *   npm run bench:applicants [-- applicants, default 1000000]
 */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../platform/database/index.ts';
import type { Seed } from './support/seed.ts';
import { onSeededGateway } from './support/seeded-gateway.ts';

const APPLICANTS = Number(process.argv[2] ?? 1_000_000);
const CHUNK = 100_000;
const ROUNDS = 30;
const MOST_MS = 100;

const FIRST_NAMES = 1_000;
const LAST_NAMES = 20_000;
const CONSONANTS = 'bcdfghjklmnprstvwzxy';
const VOWELS = 'aeiou';

/** A word of three syllables and an ending. The commonest first name is a tenth of all, the commonest last name 0.7%. */
function nameAt(index: number, salt: number): string {
  const syllables = [index + salt, Math.floor(index / 100) + 7 * salt, index * 13 + salt].map((n) => {
    const at = n % 100;
    return `${CONSONANTS[at % 20] ?? ''}${VOWELS[Math.floor(at / 20)] ?? ''}`;
  });
  return `${syllables.join('')}${index.toString(36)}`;
}

const firsts = Array.from({ length: FIRST_NAMES }, (_, index) => nameAt(index, 3).replaceAll(/\d/g, ''));
const lasts = Array.from({ length: LAST_NAMES }, (_, index) => nameAt(index, 11).replaceAll(/\d/g, 'q'));

async function fill(db: Database, { accountId, clientId, workflowId }: Seed): Promise<void> {
  for (let from = 1; from <= APPLICANTS; from += CHUNK) {
    const to = Math.min(APPLICANTS, from + CHUNK - 1);
    await sql`
      with person as materialized (
        select n, (${firsts}::text[])[1 + floor(power(random(), 3) * ${FIRST_NAMES})::int] as first,
          (${lasts}::text[])[1 + floor(power(random(), 2) * ${LAST_NAMES})::int] as last
        from generate_series(${from}::int, ${to}::int) n
      ), made as (
        insert into applicant (id, account_id, api_client_id, execution_mode)
        select n, ${accountId}, ${clientId}, 'live' from person
      ), run as (
        insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, outcome,
          external_reference, applicant_id, execution_mode, payload, run_key, created_at, completed_at)
        select n, ${accountId}, ${clientId}, ${workflowId}, 1, 'completed', 'denied', 'application-' || n, n, 'live',
          jsonb_build_object('applicant', jsonb_build_object('first_name', first, 'last_name', last)),
          gen_random_uuid(), now(), now() from person
      )
      insert into applicant_word (api_client_id, execution_mode, word, applicant_id, execution_id)
      select ${clientId}, 'live', word, n, n from person
      cross join unnest(array[first, last, 'application', n::text, 'application' || n, '#ns1.' || md5('n' || n),
        '#es1.' || md5('e' || n)]) as word
      on conflict do nothing`.execute(db.kysely);
    process.stderr.write(`${to} applicants\n`);
  }
  await sql`vacuum (analyze) execution, applicant, applicant_word`.execute(db.kysely);
}

const pick = (words: readonly string[], from: number, to: number): string => words[randomInt(from, to)] ?? '';

const QUERIES: Readonly<Record<string, () => string>> = {
  'first and last name': () => `${pick(firsts, 0, 300)} ${pick(lasts, 0, 5_000)}`,
  'rare last name': () => pick(lasts, 5_000, LAST_NAMES),
  'commonest first name': () => firsts[0] ?? '',
  'commonest names together': () => `${firsts[0]} ${lasts[0]}`,
  'two letters': () => pick(firsts, 0, 100).slice(0, 2),
  'one letter and two': () => `${pick(firsts, 0, 5).slice(0, 1)} ${pick(lasts, 0, 5).slice(0, 2)}`,
  'the word of all references': () => 'application',
  'that word and a name': () => `application ${pick(firsts, 0, 10)}`,
  reference: () => `application-${randomInt(1, APPLICANTS)}`,
  'id of an execution': () => `#${randomInt(1, APPLICANTS)}`,
  'national number': () => `${randomInt(100, 899)}-${randomInt(10, 99)}-${randomInt(1000, 9999)}`,
  nothing: () => 'zzzzqqqq',
};

await onSeededGateway(fill, async ({ seeded, baseUrl }) => {
  const headers = { authorization: `Bearer ${seeded.token}`, 'content-type': 'application/json' };
  const timed = async (path: string, init: RequestInit): Promise<{ ms: number; text: string }> => {
    const start = performance.now();
    const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return { ms: performance.now() - start, text };
  };
  const floor: number[] = [];
  const all: number[] = [];
  process.stdout.write(`${'query'.padEnd(28)}${'median'.padStart(9)}${'p95'.padStart(9)}${'people'.padStart(9)}\n`);
  for (const [name, query] of Object.entries(QUERIES)) {
    const times: number[] = [];
    let people = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      floor.push((await timed('/me', {})).ms);
      const { ms, text } = await timed('/applicants/searches', {
        method: 'POST',
        body: JSON.stringify({ q: query() }),
      });
      times.push(ms);
      people = (JSON.parse(text) as { data: { total_count: number } }).data.total_count;
    }
    all.push(...times);
    process.stdout.write(
      `${name.padEnd(28)}${shown(at(times, 0.5))}${shown(at(times, 0.95))}${String(people).padStart(9)}\n`,
    );
  }
  process.stdout.write(`${'all searches'.padEnd(28)}${shown(at(all, 0.5))}${shown(at(all, 0.95))}\n`);
  process.stdout.write(`${'floor (GET /me)'.padEnd(28)}${shown(at(floor, 0.5))}${shown(at(floor, 0.95))}\n`);
  if (at(all, 0.95) > MOST_MS) process.exitCode = 1;
});

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function shown(ms: number): string {
  return `${ms.toFixed(1)} ms`.padStart(9);
}
