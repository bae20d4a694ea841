import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { SECRET_REPLAY_HOURS } from './http/idempotency/index.ts';

const CHUNK = 5_000;

/**
 * Erases secrets that are no longer needed and keys that have expired. Replicas may run it at the same time.
 * - The secret before a rotation: once its grace period has ended (semantics 14.9.2).
 * - Sessions a month after their end, and links that were not used in time.
 * - Times of shown executions: a day later, because only the last hour is needed.
 * - Responses with a secret: after a day, replays come without it. Idempotency-Keys: after `idempotencyDays`.
 */
export async function purgeExpired(
  { kysely }: Database,
  { idempotencyDays }: { readonly idempotencyDays: number },
): Promise<void> {
  await sql`
    update webhook_subscription set previous_secret = null, previous_secret_until = null
    where previous_secret is not null and previous_secret_until < now()`.execute(kysely);
  await sql`
    update idempotency_key set response_sealed = null
    where response_sealed is not null and created_at < now() - ${SECRET_REPLAY_HOURS}::int * interval '1 hour'`.execute(
    kysely,
  );
  await sql`delete from sign_in_attempt where expires_at < now()`.execute(kysely);
  await sql`delete from sign_in_link where expires_at < now()`.execute(kysely);
  await sql`delete from sign_in_mail where created_at < now() - interval '1 day'`.execute(kysely);
  await sql`delete from full_read where read_at < now() - interval '1 day'`.execute(kysely);
  await sql`delete from user_session where expires_at < now() - interval '30 days'`.execute(kysely);
  for (let deleted = CHUNK; deleted === CHUNK;) {
    const { numAffectedRows } = await sql`
      delete from idempotency_key where (api_client_id, key) in (
        select api_client_id, key from idempotency_key
        where created_at < now() - ${idempotencyDays}::int * interval '1 day'
        limit ${CHUNK} for update skip locked)`.execute(kysely);
    deleted = Number(numAffectedRows ?? 0);
  }
}
