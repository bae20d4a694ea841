import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '../../support/jest.ts';
import {
  checkTargetUrl,
  createOutboundClient,
  dnsLookup,
  type Lookup,
  type OutboundClient,
} from '../../../platform/outbound/index.ts';
import { startDnsServer, type DnsServer } from './support/dns-server.ts';

/** A public address that tests cannot reach, so that no test passes because it connected. */
const PUBLIC = '198.41.0.4';
const PRIVATE = '127.0.0.1';

let dns: DnsServer;
let trap: Server;
let connectionsToTrap: number;
let client: OutboundClient;
let lookup: Lookup;
let lookups: number;
let answer: string[] | null;
let answerNext: string[] | undefined;
let url: string;

/** Responses of the test's own DNS server; `answer` may be changed. */
async function open(first: string[] | null, connectTimeoutMs = 8_000): Promise<void> {
  answer = first;
  lookups = 0;
  dns = await startDnsServer(() => answer);
  const ask = dnsLookup({ servers: [dns.address] });
  lookup = async (hostname, timeoutMs) => {
    const addresses = await ask(hostname, timeoutMs);
    lookups += 1;
    // The second query for the name gets the private address.
    answer = answer === null ? null : (answerNext ?? answer);
    return addresses;
  };
  client = createOutboundClient({
    allowPrivate: false,
    connectTimeoutMs,
    readTimeoutMs: 10_000,
    totalTimeoutMs: 20_000,
    maxResponseBytes: 1_024,
    perOriginConnections: 2,
    lookup,
  });
}

const post = () => client.post(url, { headers: {}, body: '{}' });
const save = () => checkTargetUrl(url, { allowPrivate: false, lookup });

beforeEach(async () => {
  connectionsToTrap = 0;
  answerNext = undefined;
  trap = createServer((socket) => {
    connectionsToTrap += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, PRIVATE, resolve));
  url = `http://rebind.example.com:${(trap.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  await client.close();
  await dns.close();
  await new Promise((resolve) => trap.close(resolve));
});

describe('a name that resolves to a public address first and a private one next', () => {
  // Rules: 14.3.3
  test('is refused at delivery, and no packet reaches the private address', async () => {
    answerNext = [PRIVATE];
    await open([PUBLIC]);

    expect(await save()).toHaveProperty('target');
    await expect(post()).rejects.toMatchObject({ reason: 'forbidden_target' });

    expect(lookups).toBe(2);
    expect(connectionsToTrap).toBe(0);
  });

  // Rules: 14.3.3
  test('is resolved once, and the connection goes to the address that was checked', async () => {
    answerNext = [PRIVATE];
    await open([PUBLIC], 2_000);

    await expect(post()).rejects.toMatchObject({ reason: expect.stringMatching(/^connect/) });

    expect(lookups).toBe(1);
    expect(connectionsToTrap).toBe(0);
  });
});

test('one forbidden address among good ones refuses the name, at save and at delivery', async () => {
  await open([PUBLIC, PRIVATE]);

  expect(await save()).toHaveProperty('problem');
  await expect(post()).rejects.toMatchObject({ reason: 'forbidden_target' });
  expect(connectionsToTrap).toBe(0);
});

test('the refusal does not tell what the name resolves to', async () => {
  await open([PRIVATE]);

  const read = await save();
  const error = await post().catch((caught: Error) => caught);

  expect(`${JSON.stringify(read)} ${String(error)}`).not.toContain(PRIVATE);
});

test('a name that has no address is accepted at save and fails as dns at delivery', async () => {
  await open([]);

  expect(await save()).toHaveProperty('target');
  await expect(post()).rejects.toMatchObject({ reason: 'dns' });
});

test('a DNS server that keeps silent ends as dns within the time for connecting', async () => {
  await open(null, 500);

  await expect(post()).rejects.toMatchObject({ reason: 'dns' });
});
