import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '../support/jest.ts';
import { CascadeClient, verifyWebhook, type WebhookEvent } from '../../clients/typescript/src/index.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { isTerminal } from '../../core/states.ts';
import { startSmtp, type ReceivedLetter, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Caller, type Stack, type StackOptions } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** Concurrent callers of the API. */
const CALLERS = 8;

/** A vendor of credit reports that counts pulls by their idempotency key. */
export interface Vendor {
  readonly url: string;
  /** Requests by idempotency key. */
  readonly pulls: ReadonlyMap<string, number>;
  /** Answers every pull with a final refusal. */
  refuse(): void;
  /** Pulls wait until `release`. */
  hold(): void;
  release(): void;
  readonly held: number;
  /** Resets it to its start: it answers at once, and nothing has been pulled. */
  reset(): void;
  stop(): Promise<void>;
}

async function startVendor(report: object): Promise<Vendor> {
  const pulls = new Map<string, number>();
  let refuses = false;
  let holds = false;
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    pulls.set(key, (pulls.get(key) ?? 0) + 1);
    const answer = () => {
      response.writeHead(refuses ? 422 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refuses ? { error: 'no such file' } : report));
    };
    request.resume().on('end', () => (holds ? waiting.push(answer) : answer()));
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports`,
    pulls,
    refuse: () => {
      refuses = true;
    },
    hold: () => {
      holds = true;
    },
    release: () => {
      holds = false;
      for (const answer of waiting.splice(0)) answer();
      waiting = [];
    },
    get held() {
      return waiting.length;
    },
    reset: () => {
      refuses = false;
      holds = false;
      pulls.clear();
    },
    stop: () => close(server),
  };
}

/** A subscriber that records every event and how often it came; it answers 400 to events that it cannot verify. */
export interface Subscriber {
  readonly url: string;
  /** Sets the secret of its subscription, without which nothing can be verified. */
  trust(secret: string): void;
  /** Ids of the events of an execution under one name, with how often each arrived. */
  eventsOf(executionId: number): readonly { readonly id: string; readonly event: string }[];
  stop(): Promise<void>;
}

async function startSubscriber(): Promise<Subscriber> {
  const received: WebhookEvent[] = [];
  let secrets: readonly string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secret: secrets }).then(
        (event) => {
          received.push(event);
          response.writeHead(204).end();
        },
        () => void response.writeHead(400).end(),
      );
    });
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    trust: (secret) => {
      secrets = [secret];
    },
    eventsOf: (executionId) =>
      received.filter(({ data }) => 'workflow_execution_id' in data && data.workflow_execution_id === executionId),
    stop: () => close(server),
  };
}

/** A stack with a mail server, a vendor, a subscriber and an account that may run live. */
export interface Scene {
  readonly stack: Stack;
  readonly caller: Caller;
  readonly smtp: SmtpReceiver;
  readonly vendor: Vendor;
  readonly subscriber: Subscriber;
  /** Repeats requests answered with 503, which by the reference means "not accepted", for a busy database. */
  call(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<{ status: number; data: never }>;
  createWorkflow(definition: readonly CascadeNode[]): Promise<number>;
  /** Returns the id of the execution; throws unless it is accepted. */
  trigger(workflowId: number, body: object, idempotencyKey?: string): Promise<number>;
  triggerMany(workflowId: number, count: number, body?: object): Promise<number[]>;
  untilEnded(ids: readonly number[], timeoutMs?: number): Promise<void>;
  /** Forgets what the vendor and the mail server have seen, before the next test on the scene. */
  reset(): void;
  stop(): Promise<void>;
}

export interface SceneOptions extends Pick<StackOptions, 'services' | 'whileStarting'> {
  readonly env?: Readonly<Record<string, string>>;
  readonly onLetter?: (letter: ReceivedLetter) => void;
  readonly report?: object;
  /** A database that the test keeps; a fresh one otherwise. */
  readonly databaseUrl?: string;
}

export async function setScene(options: SceneOptions = {}): Promise<Scene> {
  const smtp = await startSmtp(options.onLetter === undefined ? {} : { onLetter: options.onLetter });
  const vendor = await startVendor(options.report ?? {});
  const subscriber = await startSubscriber();
  const stack = await startStack({
    // No cascade of these tests makes a document.
    services: options.services ?? ['gateway', 'executor', 'webhooks'],
    ...(options.whileStarting === undefined ? {} : { whileStarting: options.whileStarting }),
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
    env: {
      SMTP_URL: smtp.url,
      PRODUCT_CREDIT_REPORT_URL: vendor.url,
      PRODUCT_CREDIT_REPORT_TOKEN: 'vendor-token',
      ...options.env,
    },
  });
  const caller = await stack.createCaller({ productionAccess: true });

  const callOnce: Scene['call'] = async (method, path, body, idempotencyKey) => {
    const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      data: (text === '' ? null : (JSON.parse(text) as { data: never }).data) as never,
    };
  };
  const call: Scene['call'] = async (...request) => {
    for (;;) {
      const answer = await callOnce(...request);
      if (answer.status !== 503) return answer;
    }
  };
  const trigger: Scene['trigger'] = async (workflowId, body, key = randomUUID()) => {
    const { status, data } = await call('POST', `/workflows/${workflowId}/trigger`, body, key);
    if (status !== 202) throw new Error(`the trigger answered ${status}`);
    return (data as { id: number }).id;
  };
  const client = new CascadeClient({ baseUrl: stack.baseUrl, token: caller.token });
  const { data: subscription } = await client.post('/webhook_subscriptions', { body: { url: subscriber.url } });
  subscriber.trust(subscription.signing_secret);

  return {
    stack,
    caller,
    smtp,
    vendor,
    subscriber,
    call,
    trigger,
    createWorkflow: async (definition) => {
      const created = await call('POST', '/workflows', { name: 'Faults', definition });
      expect(created.status).toBe(201);
      return (created.data as { id: number }).id;
    },
    triggerMany: async (workflowId, count, body = {}) => {
      const ids: number[] = [];
      let begun = 0;
      const caller = async (): Promise<void> => {
        while (begun < count) {
          const email = `person${begun++}@example.com`;
          ids.push(await trigger(workflowId, { payload: { applicant: { email, first_name: 'Pat' } }, ...body }));
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      return ids;
    },
    untilEnded: (ids, timeoutMs) =>
      until(async () => {
        const rows = await stack.db.kysely
          .selectFrom('execution')
          .select('status')
          .where('id', 'in', [...ids])
          .execute();
        return rows.length === ids.length && rows.every(({ status: one }) => isTerminal(one));
      }, timeoutMs),
    reset: () => {
      vendor.reset();
      smtp.reset();
    },
    stop: async () => {
      vendor.release();
      await stack.stop();
      await Promise.all([smtp.stop(), vendor.stop(), subscriber.stop()]);
    },
  };
}

/**
 * Checks what must hold after every fault. Each execution ended as `status`, with exactly one lifecycle event whose
 * copies all have one id. No mail went out under a second Message-ID, and no pull was sent under a second key.
 */
export async function expectNothingLostOrDoubled(
  scene: Scene,
  ids: readonly number[],
  expected: { readonly status: 'completed' | 'failed'; readonly lettersEach?: number; readonly pullsEach?: number },
): Promise<void> {
  const { db } = scene.stack;
  const rows = await db.kysely
    .selectFrom('execution')
    .select(['id', 'status'])
    .where('id', 'in', [...ids])
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => expected.status));

  const name = `execution.${expected.status}` as const;
  const events = await db.kysely
    .selectFrom('event')
    .select(['id', 'execution_id'])
    .where('execution_id', 'in', [...ids])
    .where('name', 'in', ['execution.completed', 'execution.failed'])
    .execute();
  expect(events.map(({ execution_id }) => execution_id).sort(byNumber)).toEqual([...ids].sort(byNumber));

  await until(() => ids.every((id) => scene.subscriber.eventsOf(id).some(({ event }) => event === name)));
  for (const { id, execution_id } of events) {
    const copies = scene.subscriber.eventsOf(Number(execution_id)).filter(({ event }) => event === name);
    expect(new Set(copies.map((copy) => copy.id))).toEqual(new Set([id]));
  }

  const messageIds = new Set(scene.smtp.letters.map(({ messageId }) => messageId));
  expect(messageIds.size).toBe(ids.length * (expected.lettersEach ?? 0));
  expect(scene.vendor.pulls.size).toBe(ids.length * (expected.pullsEach ?? 0));
}

export function byNumber(a: number | null, b: number | null): number {
  return Number(a) - Number(b);
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
