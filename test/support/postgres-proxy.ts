import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Stands between a service and PostgreSQL and recognizes the beginnings of messages. So it can hold a statement back,
 * and count round trips instead of timing them.
 */
export interface PostgresProxy {
  readonly url: string;
  /**
   * Asked about every message of a client. Once it returns true, this message and all later ones of the connection are
   * held until `release`.
   */
  holdAt: (message: Buffer) => boolean;
  /** Connections that are held. */
  readonly held: number;
  /** Requests that were passed on and have no response yet. */
  readonly unanswered: number;
  release(): void;
  /**
   * Counts how many times the work waited for PostgreSQL; concurrent queries count once. Responses are held back until
   * all queries are answered and no more come, and then passed on together.
   */
  countRoundTrips(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

/** Turns of the event loop without any message after which no more are on their way. Both ends are in this process. */
const QUIET_TURNS = 50;
const SYNC = 0x53;
const QUERY = 0x51;
const READY = 0x5a;

export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const connections = new Set<Connection>();
  let unanswered = 0;
  let messages = 0;
  let isCounting = false;
  let holdAt: PostgresProxy['holdAt'] = () => false;
  const held = () => [...connections].filter(({ requests }) => requests !== null);

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const connection: Connection = { requests: null, responses: [], isReady: false, unanswered: 0, client, upstream };
    connections.add(connection);
    const close = () => {
      client.destroy();
      upstream.destroy();
      if (connections.delete(connection)) unanswered -= connection.unanswered;
    };
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', close);
      socket.on('close', close);
    }
    const answered = (by: number) => {
      connection.unanswered += by;
      unanswered += by;
    };
    const pass = (message: Buffer) => {
      if (message[0] === SYNC || message[0] === QUERY) answered(1);
      upstream.write(message);
    };
    connection.pass = pass;
    client.on(
      'data',
      framed({ hasStartup: true }, (message) => {
        messages += 1;
        if (connection.requests === null && connection.isReady && holdAt(message)) connection.requests = [];
        if (connection.requests === null) pass(message);
        else connection.requests.push(message);
      }),
    );
    upstream.on(
      'data',
      framed({ hasStartup: false }, (message) => {
        messages += 1;
        const isKept = isCounting && connection.isReady;
        if (message[0] === READY) {
          if (connection.isReady) answered(-1);
          connection.isReady = true;
        }
        if (isKept) connection.responses.push(message);
        else client.write(message);
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.hostname = '127.0.0.1';
  const upstreamUrl = new URL(url);
  target.port = String((server.address() as AddressInfo).port);
  const ownUrl = target.href;
  target.port = upstreamUrl.port;
  target.hostname = upstreamUrl.hostname;

  const untilQuiet = async (isOver: () => boolean) => {
    let seen = messages;
    for (let turns = 0; turns < QUIET_TURNS && !isOver(); turns += 1) {
      await turn();
      if (seen !== messages || unanswered > 0) turns = 0;
      seen = messages;
    }
  };

  return {
    url: ownUrl,
    get holdAt() {
      return holdAt;
    },
    set holdAt(next) {
      holdAt = next;
    },
    get held() {
      return held().length;
    },
    get unanswered() {
      return unanswered;
    },
    release: () => {
      holdAt = () => false;
      for (const connection of held()) {
        const requests = connection.requests ?? [];
        connection.requests = null;
        for (const message of requests) connection.pass?.(message);
      }
    },
    countRoundTrips: async (work) => {
      let isOver = false;
      let trips = 0;
      isCounting = true;
      const done = work().finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await untilQuiet(() => isOver);
        const waiting = [...connections].filter(({ responses }) => responses.length > 0);
        if (waiting.length > 0) trips += 1;
        for (const { client, responses } of waiting) client.write(Buffer.concat(responses.splice(0)));
      }
      isCounting = false;
      for (const { client, responses } of connections) client.write(Buffer.concat(responses.splice(0)));
      await done;
      return trips;
    },
    stop: async () => {
      for (const { client, upstream } of connections) {
        client.destroy();
        upstream.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

interface Connection {
  /** Held messages of the client; null if it is not held. */
  requests: Buffer[] | null;
  readonly responses: Buffer[];
  /** True if the first ReadyForQuery has come. Messages before it belong to no query. */
  isReady: boolean;
  unanswered: number;
  readonly client: Socket;
  readonly upstream: Socket;
  pass?: (message: Buffer) => void;
}

/** Cuts a stream into the messages of the protocol. A client's first message has no type byte. */
function framed({ hasStartup }: { hasStartup: boolean }, take: (message: Buffer) => void): (data: Buffer) => void {
  let buffered: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (data) => {
    buffered = Buffer.concat([buffered, data]);
    for (;;) {
      const typeBytes = isStartup ? 0 : 1;
      if (buffered.length < typeBytes + 4) return;
      const size = typeBytes + buffered.readUInt32BE(typeBytes);
      if (buffered.length < size) return;
      take(buffered.subarray(0, size));
      buffered = buffered.subarray(size);
      isStartup = false;
    }
  };
}
