import { randomUUID } from 'node:crypto';
import type { EventName } from '../core/events.ts';
import type { Database, Queryable } from '../platform/database/index.ts';
import {
  CascadeClient,
  CascadeError,
  ConnectionFailedError,
  type WebhookEvent,
} from '../clients/typescript/src/index.ts';
import { startReceiver } from '../dev/demo/receiver.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { CliAct } from './action.ts';
import { demoOf } from '../dev/stack/data-folder.ts';
import { apiTarget } from './target.ts';
import { createToken, revokeToken } from '../platform/identity/index.ts';

export interface ListenFlags {
  readonly client?: number;
  readonly events?: readonly EventName[];
  readonly baseUrl?: string;
  readonly tokenEnv?: string;
  /** Milliseconds for one call of the API, retries included. */
  readonly timeout?: number;
}

export interface ListenSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Verified events. */
  readonly out: (text: string) => void;
  /** Progress and refusals. */
  readonly err: (text: string) => void;
  readonly isJson: boolean;
  readonly audit: (trx: Queryable, act: CliAct) => Promise<void>;
  readonly withDatabase: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
}

/**
 * `cascade listen`: prints webhooks as they arrive, on a free port of this machine, until it is stopped.
 *
 * 1. Only events with a valid signature are printed to `out`.
 * 2. The subscription is deleted with the command. If the command was killed, the next one of the same client deletes it:
 *    it recognises the URL, and finds that no process listens there. No other subscription is touched.
 */
export async function listen(flags: ListenFlags, surroundings: ListenSurroundings): Promise<void> {
  const say = (line: string): void => surroundings.err(`${line}\n`);
  const stop = watchForStop(surroundings.env);
  const closers: (() => Promise<void>)[] = [stop.dispose];
  try {
    const target = await findTarget(flags, surroundings);
    closers.push(target.release);
    const timeoutMs = flags.timeout ?? CALL_TIMEOUT_MS;
    const api = new CascadeClient({ ...target, timeoutMs, maxRetries: 100, maxWaitMs: timeoutMs });
    const receiver = await startReceiver({
      path: `${PATH_PREFIX}${randomUUID()}`,
      onEvent: (event, deliveryId) =>
        surroundings.out(surroundings.isJson ? eventJsonLine(event, deliveryId) : eventLine(event, deliveryId)),
      onRefused: (why) => say(`Refused a request: ${why}`),
    });
    closers.push(receiver.close);

    await explaining(target.baseUrl, async () => {
      for (const id of await deleteLeftBehind(api)) say(`Deleted subscription ${id}, which a killed listen had left.`);
    });
    const { id, signing_secret: secret } = await explaining(target.baseUrl, async () => {
      const body = { url: receiver.url, event_filter: [...(flags.events ?? [])] };
      return (await api.post('/webhook_subscriptions', { body })).data;
    });
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

/** Runs all of them, the last first: a receiver that stays open would keep the process alive. */
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

type OwnToken = Omit<Awaited<ReturnType<typeof revokeToken>>, 'reviews_released'>;

async function findTarget(flags: ListenFlags, { env, audit, withDatabase }: ListenSurroundings): Promise<Target> {
  const dataFolder = env.CASCADE_DATA_DIR?.trim() || '.cascade';
  if (flags.client !== undefined) {
    const baseUrl = flags.baseUrl ?? (await demoOf(dataFolder)).baseUrl;
    const clientId = flags.client;
    const recorded = async (trx: Queryable, action: 'token.created' | 'token.revoked', token: OwnToken) => {
      const subject = { type: 'api_token', id: token.id };
      await audit(trx, { action, accountId: token.account_id, subject, detail: { api_client_id: clientId } });
      return token;
    };
    const { id, token } = await withDatabase((db) =>
      db.transaction(async (trx) => {
        const own = await createOwnToken(trx, clientId);
        await recorded(trx, 'token.created', own);
        return own;
      }),
    );
    const release = () =>
      withDatabase((db) =>
        db.transaction(async (trx) => void (await recorded(trx, 'token.revoked', await revokeToken(trx, id)))),
      );
    return { baseUrl, token, release };
  }
  const release = async (): Promise<void> => undefined;
  if (flags.baseUrl !== undefined && flags.tokenEnv === undefined) {
    throw new SetupError('--base-url needs a token: --token-env or --client.');
  }
  return { ...(await apiTarget(flags, env)), release };
}

/** Longer than anybody listens. The token of a command that was killed expires then. */
const OWN_TOKEN_DAYS = 7;

/** A token of the client for the first user of its account. */
async function createOwnToken(db: Queryable, clientId: number) {
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

/** Deletes the subscriptions that killed commands left, and returns their ids. */
async function deleteLeftBehind(api: CascadeClient): Promise<number[]> {
  const own: { readonly id: number; readonly url: string }[] = [];
  for await (const subscription of api.pages('/webhook_subscriptions')) {
    if (OWN_URL.test(subscription.url)) own.push(subscription);
  }
  const deleted: number[] = [];
  for (const { id, url } of own) {
    if (await isListening(url)) continue;
    await deleteOwn(api, id);
    deleted.push(id);
  }
  return deleted;
}

/** A process that is slow, or suspended by Ctrl-Z, still counts as listening. */
async function isListening(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError';
  }
}

async function deleteOwn(api: CascadeClient, id: number): Promise<void> {
  try {
    await api.delete('/webhook_subscriptions/{id}', { path: { id } });
  } catch (error) {
    // Somebody else has deleted it already.
    if (error instanceof CascadeError && error.status === 404) return;
    throw new SetupError(
      `Subscription ${id} could not be deleted: ${messageOf(error)}. The next listen of this API client deletes it.`,
    );
  }
}

/** Turns a call that failed into a message that says what the person at the terminal can do. */
async function explaining<T>(baseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CascadeError)) throw error;
    if (error instanceof ConnectionFailedError) {
      throw new SetupError(`No API responds at ${baseUrl} (${error.reason}). Is the stack running?`);
    }
    if (error.status === 422 && error.details.some(({ field }) => field === 'url')) {
      throw new SetupError(
        'The stack does not deliver to this machine: listen needs a development stack, ' +
          'where WEBHOOK_ALLOW_PRIVATE_TARGETS is true.',
      );
    }
    throw new SetupError(error.message);
  }
}

interface Stop {
  readonly asked: Promise<void>;
  readonly dispose: () => Promise<void>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ORPHAN_POLL_MS = 1_000;

/**
 * Resolves on a signal, when the reader of the output goes away, or when the shell in which npm runs its script ends. A
 * signal that npm passes on may end only that shell.
 */
function watchForStop(env: ListenSurroundings['env']): Stop {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const ask = (): void => resolve();
  for (const signal of SIGNALS) process.on(signal, ask);
  // Never removed: if the terminal is gone, the last lines fail as well.
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

function eventJsonLine({ id, event, created_at, data }: WebhookEvent, deliveryId: string): string {
  return `${JSON.stringify({ id, event, created_at, delivery_id: Number(deliveryId), data })}\n`;
}

/** Members of `data` that are shown, in this order, if present. */
const SHOWN = {
  workflow_execution_id: 'execution',
  external_reference: 'reference',
  status: 'status',
  outcome: 'outcome',
  action_taken: 'action',
  stage: 'stage',
} as const;

function eventLine({ event, created_at, data }: WebhookEvent, deliveryId: string): string {
  const values: Readonly<Record<string, unknown>> = data;
  const shown = Object.entries(SHOWN).flatMap(([field, label]) =>
    values[field] === undefined ? [] : [`${label} ${printed(values[field])}`],
  );
  return `${[created_at, event, ...shown, `delivery ${deliveryId}`].join('  ')}\n`;
}

/** A reference is text of the caller: control characters could manipulate the terminal. */
function printed(value: unknown): string {
  return String(value).replaceAll(/\p{C}/gu, '?');
}
