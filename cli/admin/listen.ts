import { randomUUID } from 'node:crypto';
import type { EventName } from '../../core/events.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { Api, ApiError } from '../api.ts';
import { startReceiver, type ReceivedEvent } from '../receiver.ts';
import { messageOf, SetupError } from '../servers/errors.ts';
import { demoOf } from '../stack/data-folder.ts';
import { createToken, revokeToken } from './identity.ts';

export interface ListenFlags {
  readonly client?: number;
  readonly events?: readonly EventName[];
  readonly baseUrl?: string;
  readonly tokenEnv?: string;
  /** In milliseconds, for one call of the API with all its repeats. */
  readonly timeout?: number;
}

export interface ListenSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Verified events. */
  readonly out: (text: string) => void;
  /** All else that is worth a line. */
  readonly err: (text: string) => void;
  readonly isJson: boolean;
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
}

/**
 * `cascade listen`: a webhook subscriber for people. Receives on a free port of this machine, and lives until it is told
 * to end.
 *
 * 1. Nothing is printed to `out` whose signature does not hold.
 * 2. The subscription ends with the command. One that a killed command left is deleted by the next of the same client,
 *    which knows it by its URL, and that nobody listens there any more; no other subscription is touched.
 */
export async function listen(flags: ListenFlags, surroundings: ListenSurroundings): Promise<void> {
  const say = (line: string): void => surroundings.err(`${line}\n`);
  const stop = watchForStop(surroundings.env);
  const closers: (() => Promise<void>)[] = [stop.dispose];
  try {
    const target = await findTarget(flags, surroundings);
    closers.push(target.release);
    const api = new Api(target.baseUrl, target.token, { deadlineMs: flags.timeout ?? CALL_TIMEOUT_MS });
    const receiver = await startReceiver({
      path: `${PATH_PREFIX}${randomUUID()}`,
      onEvent: (event, deliveryId) =>
        surroundings.out(surroundings.isJson ? asJsonLine(event, deliveryId) : asLine(event, deliveryId)),
      onRefused: (why) => say(`Refused a request that does not verify: ${why}.`),
    });
    closers.push(receiver.close);

    await explaining(target.baseUrl, async () => {
      for (const id of await deleteLeftBehind(api)) say(`Deleted subscription ${id}, which a killed listen had left.`);
    });
    const { id, signing_secret: secret } = await explaining(target.baseUrl, () =>
      api.post<{ id: number; signing_secret: string }>('/webhook_subscriptions', {
        url: receiver.url,
        event_filter: flags.events ?? [],
      }),
    );
    closers.push(() => deleteOwn(api, id));
    receiver.trust(secret);
    say(
      `Listening for ${flags.events?.join(', ') ?? 'all events'} (subscription ${id}, ${receiver.url}). Ctrl-C ends.`,
    );
    await stop.asked;
    say(`Deleting subscription ${id}.`);
  } finally {
    await closeAll(closers);
  }
}

/** The last first, and all of them: a receiver that stays open would keep the command alive. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.toReversed()) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const CALL_TIMEOUT_MS = 20_000;
const PATH_PREFIX = '/cascade-listen/';
const OWN_URL = /^http:\/\/127\.0\.0\.1:\d+\/cascade-listen\/[0-9a-f-]{36}$/;

interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly release: () => Promise<void>;
}

async function findTarget(flags: ListenFlags, { env, withDatabase }: ListenSurroundings): Promise<Target> {
  const dataFolder = env.CASCADE_DATA_DIR?.trim() || '.cascade';
  if (flags.client !== undefined) {
    const baseUrl = flags.baseUrl ?? (await demoOf(dataFolder)).baseUrl;
    const clientId = flags.client;
    const { id, token } = await withDatabase(({ kysely }) => createOwnToken(kysely, clientId));
    return { baseUrl, token, release: () => withDatabase(async ({ kysely }) => void (await revokeToken(kysely, id))) };
  }
  const release = async (): Promise<void> => undefined;
  if (flags.tokenEnv === undefined) {
    if (flags.baseUrl !== undefined) throw new SetupError('--base-url needs a token: --token-env or --client.');
    return { ...(await demoOf(dataFolder)), release };
  }
  const token = env[flags.tokenEnv]?.trim();
  if (token === undefined || token === '') throw new SetupError(`--token-env: ${flags.tokenEnv} is not set.`);
  return { baseUrl: flags.baseUrl ?? (await demoOf(dataFolder)).baseUrl, token, release };
}

/** Nobody listens for longer, and the token of a command that was killed ends as well. */
const OWN_TOKEN_DAYS = 7;

/** A token of any client, in the name of the first user of its account. */
async function createOwnToken(
  db: Queryable,
  clientId: number,
): Promise<{ readonly id: number; readonly token: string }> {
  const user = await db
    .selectFrom('api_client as c')
    .innerJoin('account_user as u', 'u.account_id', 'c.account_id')
    .select('u.id')
    .where('c.id', '=', clientId)
    .orderBy('u.id')
    .executeTakeFirst();
  if (user === undefined)
    throw new SetupError(`--client: there is no API client ${clientId} whose account has a user.`);
  return createToken(db, {
    clientId,
    userId: user.id,
    scopes: ['webhooks:read', 'webhooks:write'],
    expiresAt: new Date(Date.now() + OWN_TOKEN_DAYS * 24 * 60 * 60 * 1_000),
  });
}

/** Answers the ids of the subscriptions that earlier commands left behind and that are gone now. */
async function deleteLeftBehind(api: Api): Promise<number[]> {
  const perPage = 100;
  const own: { id: number; url: string }[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/webhook_subscriptions?page=${page}&per_page=${perPage}`;
    const subscriptions = await api.get<{ id: number; url: string }[]>(path);
    own.push(...subscriptions.filter(({ url }) => OWN_URL.test(url)));
    if (subscriptions.length < perPage) break;
  }
  const deleted: number[] = [];
  for (const { id, url } of own) {
    if (await isListening(url)) continue;
    await deleteOwn(api, id);
    deleted.push(id);
  }
  return deleted;
}

/** One that is only slow to answer, or stopped by Ctrl-Z, still listens. */
async function isListening(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError';
  }
}

async function deleteOwn(api: Api, id: number): Promise<void> {
  try {
    await api.delete(`/webhook_subscriptions/${id}`);
  } catch (error) {
    // Somebody else has deleted it: that is as well.
    if (error instanceof ApiError && error.status === 404) return;
    throw new SetupError(
      `Subscription ${id} could not be deleted: ${causeOf(error)}. The next listen of this API client deletes it.`,
    );
  }
}

/** Says what the person at the terminal can do about a call that failed. */
async function explaining<T>(baseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    if (!(error instanceof ApiError)) throw new SetupError(`No API answers at ${baseUrl}: ${causeOf(error)}.`);
    if (error.status === 422 && error.fields.includes('url')) {
      throw new SetupError(
        'The stack does not deliver to this machine: listen needs a development stack, ' +
          'where WEBHOOK_ALLOW_PRIVATE_TARGETS is true.',
      );
    }
    throw new SetupError(error.message);
  }
}

/** fetch hides why it failed in its cause. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return messageOf(cause ?? error) || messageOf(error);
}

interface Stop {
  readonly asked: Promise<void>;
  readonly dispose: () => Promise<void>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ORPHAN_POLL_MS = 1_000;

/**
 * Asked by a signal, by a reader of the output that goes away, or by the end of the shell in which npm runs its script:
 * a signal that npm passes on may end only that.
 */
function watchForStop(env: ListenSurroundings['env']): Stop {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  // Asked again, nothing changes: the subscription is on its way out, within a deadline.
  const ask = (): void => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  // For good: a terminal that is gone fails the last lines as well.
  for (const output of [process.stdout, process.stderr]) output.on('error', ask);
  const startedBy = process.ppid;
  const guard = setInterval(() => {
    if (env.npm_lifecycle_event !== undefined && process.ppid !== startedBy) ask();
  }, ORPHAN_POLL_MS);
  guard.unref();
  return {
    asked,
    dispose: async () => {
      for (const signal of SIGNALS) process.off(signal, ask);
      clearInterval(guard);
    },
  };
}

function asJsonLine({ id, event, created_at, data }: ReceivedEvent, deliveryId: string): string {
  return `${JSON.stringify({ id, event, created_at, delivery_id: Number(deliveryId), data })}\n`;
}

/** What an event is about, in this order; those that it has. */
const SHOWN = {
  workflow_execution_id: 'execution',
  external_reference: 'reference',
  status: 'status',
  outcome: 'outcome',
  action_taken: 'action',
  stage: 'stage',
} as const;

function asLine({ event, created_at, data }: ReceivedEvent, deliveryId: string): string {
  const shown = Object.entries(SHOWN).flatMap(([field, label]) =>
    data[field] === undefined ? [] : [`${label} ${asWord(data[field])}`],
  );
  return `${[created_at, event, ...shown, `delivery ${deliveryId}`].join('  ')}\n`;
}

/** A reference is the caller's own text: it must not steer the terminal. */
function asWord(value: unknown): string {
  return String(value).replaceAll(/\p{C}/gu, '?');
}
