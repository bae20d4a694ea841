import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { freePort } from '../../../dev/servers/ports.ts';
import { afterEach, describe, expect, test } from '../../support/jest.ts';
import { createOutboundClient, type OutboundOptions } from '../../../platform/outbound/index.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { selfSigned } from './support/certificate.ts';

const HOST = 'hooks.example.com';
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newClient(options: Partial<OutboundOptions> = {}) {
  const client = createOutboundClient({
    allowPrivate: true,
    // Far longer than any test takes: those about a limit set that one.
    connectTimeoutMs: PATIENCE_MS,
    readTimeoutMs: PATIENCE_MS,
    totalTimeoutMs: PATIENCE_MS,
    maxResponseBytes: 65_536,
    perOriginConnections: 4,
    lookup: () => Promise.resolve(['127.0.0.1']),
    ...options,
  });
  cleanUps.push(() => client.close());
  return client;
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const listenHttp = (listener: RequestListener) => listen(createHttpServer(listener));
const listenTcp = (listener: (socket: Socket) => void) => listen(createTcpServer(listener));
const post = (client: ReturnType<typeof newClient>, port: number, scheme = 'http') =>
  client.post(`${scheme}://${HOST}:${port}/hook?a=1`, { headers: { 'X-Own': 'yes' }, body: '{"a":1}' });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

describe('a request', () => {
  test('carries the headers, the exact body and the host by its name', async () => {
    const seen: unknown[] = [];
    const port = await listenHttp((request, response) => {
      void bodyOf(request).then((body) => {
        const { host, 'x-own': own } = request.headers;
        seen.push({ method: request.method, url: request.url, host, own, body, version: request.httpVersion });
        response.writeHead(202, { 'X-Answer': 'here' }).end('thanks');
      });
    });

    const response = await post(newClient(), port);

    expect(seen).toEqual([
      { method: 'POST', url: '/hook?a=1', host: `${HOST}:${port}`, own: 'yes', body: '{"a":1}', version: '1.1' },
    ]);
    expect(response).toMatchObject({ status: 202, bytesRead: 6, isCut: false, headers: { 'x-answer': 'here' } });
    expect(Buffer.from(response.body).toString()).toBe('thanks');
  });

  // Rules: 14.3.4
  test('does not follow a redirect', async () => {
    const paths: (string | undefined)[] = [];
    const port = await listenHttp((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });

    await expect(post(newClient(), port)).resolves.toMatchObject({ status: 307 });
    expect(paths).toEqual(['/hook?a=1']);
  });

  test('uses connections that are open already', async () => {
    const sockets = new Set<unknown>();
    const port = await listenHttp((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    const client = newClient();

    for (let count = 0; count < 8; count += 1) await post(client, port);

    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test('is sent once more if the kept connection was closed under it, and only then', async () => {
    let requests = 0;
    const port = await listenTcp((socket) => {
      let onThisOne = 0;
      socket.on('data', () => {
        requests += 1;
        onThisOne += 1;
        if (onThisOne === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else socket.destroy();
      });
    });
    const client = newClient();

    await post(client, port);
    // Until the connection is known to be free again.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(post(client, port)).resolves.toMatchObject({ status: 200 });
    expect(requests).toBe(3);
  });

  test('opens no more connections to an origin than allowed', async () => {
    let open = 0;
    let most = 0;
    const port = await listenHttp((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    });
    const client = newClient({ perOriginConnections: 2 });

    await Promise.all(Array.from({ length: 12 }, () => post(client, port)));

    expect(most).toBeLessThanOrEqual(2);
  });

  test('ends with the reason of the caller who gave it up', async () => {
    const port = await listenHttp(() => undefined);
    const abort = new AbortController();
    const sent = newClient().post(`http://${HOST}:${port}/`, { headers: {}, body: '', signal: abort.signal });
    abort.abort(new Error('changed my mind'));

    await expect(sent).rejects.toThrow('changed my mind');
  });
});

describe('TLS', () => {
  const listenTls = (hostname: string) => {
    const { key, cert } = selfSigned(hostname);
    const names: unknown[] = [];
    const server = createTlsServer({ key, cert }, (request, response) => {
      names.push(Reflect.get(request.socket, 'servername'));
      response.end('secure');
    });
    return { server, cert, names };
  };

  test('is verified for the host name and tells the server that name', async () => {
    const { server, cert, names } = listenTls(HOST);
    const port = await listen(server);

    await expect(post(newClient({ certificateAuthorities: cert }), port, 'https')).resolves.toMatchObject({
      status: 200,
    });
    expect(names).toEqual([HOST]);
  });

  test('fails if the certificate is for another host', async () => {
    const { server, cert } = listenTls('other.example.com');
    const port = await listen(server);

    await expect(post(newClient({ certificateAuthorities: cert }), port, 'https')).rejects.toMatchObject({
      reason: 'tls',
      message: 'The certificate of the server is not for this host.',
    });
  });

  test('fails if no trusted authority signed the certificate', async () => {
    const { server } = listenTls(HOST);
    const port = await listen(server);

    await expect(post(newClient(), port, 'https')).rejects.toMatchObject({ reason: 'tls' });
  });

  test('fails if the server resets the connection during the handshake', async () => {
    const port = await listenTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));

    await expect(post(newClient(), port, 'https')).rejects.toMatchObject({ reason: 'tls' });
  });

  test('fails if the server speaks no TLS', async () => {
    const port = await listenTcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));

    await expect(post(newClient(), port, 'https')).rejects.toMatchObject({ reason: 'tls' });
  });

  test('that is never answered ends within the time for connecting', async () => {
    const port = await listenTcp(() => undefined);

    await expect(post(newClient({ connectTimeoutMs: 500 }), port, 'https')).rejects.toMatchObject({
      reason: 'connect_timeout',
    });
  });
});

describe('a server that sends interim responses', () => {
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone';
  const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

  // Rules: 14.3.5
  test.each([
    ['100 Continue', [CONTINUE + OK]],
    ['100 Continue twice, with headers', [`HTTP/1.1 100 \r\nX-A: b\r\n\r\n${CONTINUE}${OK}`]],
    ['100 Continue by itself', [CONTINUE, OK]],
    ['100 Continue byte by byte', Array.from(`${CONTINUE}${OK}`)],
    ['103 Early Hints', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', OK]],
    ['103 and then 100', [`HTTP/1.1 103 Early Hints\r\n\r\n${CONTINUE}${OK}`]],
    ['100, 103 and 100, byte by byte', Array.from(`${CONTINUE}HTTP/1.1 103 Early Hints\r\n\r\n${CONTINUE}${OK}`)],
    ['none, byte by byte', Array.from(OK)],
  ])('unasked (%s) and then its response gets the latter read', async (_what, pieces) => {
    const port = await listenTcp((socket) => {
      socket.setNoDelay(true);
      socket.on('data', () => {
        void (async () => {
          for (const piece of pieces) {
            socket.write(piece);
            await new Promise(setImmediate);
          }
        })();
      });
    });
    const client = newClient();
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await post(client, port);
      expect([status, Buffer.from(body).toString()]).toEqual([200, 'done']);
    }
  });

  test('and nothing else runs into the time limit', async () => {
    const port = await listenTcp((socket) => socket.on('data', () => socket.write(CONTINUE)));
    await expect(post(newClient({ readTimeoutMs: 500 }), port)).rejects.toMatchObject({ reason: 'read_timeout' });
  });

  test('without end is given up', async () => {
    const port = await listenTcp((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 100 Continue\r\nX-Filler: ${'x'.repeat(100_000)}`)),
    );
    await expect(post(newClient(), port)).rejects.toMatchObject({
      reason: expect.stringMatching(/protocol|connection/),
    });
  });

  test('has a body that begins like one left as it is', async () => {
    const port = await listenTcp((socket) =>
      socket.on('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${CONTINUE.length}\r\n\r\n`);
        setImmediate(() => socket.write(CONTINUE));
      }),
    );
    expect(Buffer.from((await post(newClient(), port)).body).toString()).toBe(CONTINUE);
  });
});

describe('a server that misbehaves', () => {
  test('refuses the connection', async () => {
    await expect(post(newClient(), await freePort())).rejects.toMatchObject({ reason: 'connection' });
  });

  test('closes at once', async () => {
    const port = await listenTcp((socket) => socket.destroy());

    await expect(post(newClient(), port)).rejects.toMatchObject({ reason: 'connection' });
  });

  test('closes after half of its answer', async () => {
    const port = await listenTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')),
    );

    await expect(post(newClient(), port)).rejects.toMatchObject({ reason: 'connection' });
  });

  test('responds with garbage', async () => {
    const port = await listenTcp((socket) => socket.once('data', () => socket.write('\u0000garbage garbage\r\n\r\n')));

    await expect(post(newClient(), port)).rejects.toMatchObject({ reason: 'protocol' });
  });

  test('responds with headers without end', async () => {
    const port = await listenTcp((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `X-Filler: ${'x'.repeat(1_000)}\r\n`;
        const pour = () => {
          while (!socket.destroyed && socket.write(line));
        };
        socket.on('drain', pour);
        pour();
      }),
    );

    await expect(post(newClient(), port)).rejects.toMatchObject({ reason: 'protocol' });
  });

  test('never responds', async () => {
    const port = await listenHttp(() => undefined);

    await expect(post(newClient({ readTimeoutMs: 500 }), port)).rejects.toMatchObject({ reason: 'read_timeout' });
  });

  test('falls silent in the middle of its answer', async () => {
    const port = await listenHttp((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('some');
    });

    await expect(post(newClient({ readTimeoutMs: 500 }), port)).rejects.toMatchObject({ reason: 'read_timeout' });
  });

  test('drips its answer slowly enough to dodge every pause, and ends at the deadline', async () => {
    const port = await listenHttp((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(drip));
    });
    const client = newClient({ totalTimeoutMs: 1_500 });

    await expect(post(client, port)).rejects.toMatchObject({ reason: 'deadline' });
  });

  // Rules: 14.3.6
  test('responds with a gigabyte, of which no more is read than allowed', async () => {
    let poured = 0;
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
    const port = await listenHttp((_request, response) => {
      const chunk = Buffer.alloc(65_536);
      response.writeHead(200, { 'Content-Length': String(2 ** 30) });
      response.on('close', onClosed);
      const pour = () => {
        while (!response.destroyed && poured < 2 ** 30) {
          poured += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', pour);
      pour();
    });

    const response = await post(newClient(), port);
    await closed;

    expect(response).toMatchObject({ status: 200, bytesRead: 65_536, isCut: true });
    // The sockets of some machines hold more than 100 MiB.
    expect(poured).toBeLessThan(2 ** 29);
  });

  test('responds with more than is allowed for a caller that wants the whole', async () => {
    const port = await listenHttp((_request, response) => response.end('x'.repeat(2_000)));

    await expect(post(newClient({ maxResponseBytes: 1_000, largeResponse: 'refuse' }), port)).rejects.toMatchObject({
      reason: 'response_too_large',
    });
  });
});
