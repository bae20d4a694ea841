import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export interface DnsServer {
  /** For `dnsLookup({ servers: [address] })`. */
  readonly address: string;
  close(): Promise<void>;
}

/** `answer`: the IPv4 addresses of whatever name is asked for; null for silence. */
export async function startDnsServer(answer: () => string[] | null): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, client) => {
    const { type, end } = question(query);
    const addresses = type === TYPE_A ? answer() : [];
    if (addresses !== null) socket.send(response(query, end, addresses), client.port, client.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = socket.address();
  return {
    address: `127.0.0.1:${port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const TYPE_A = 1;

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(
      query
        .subarray(at + 1, at + 1 + length)
        .toString('latin1')
        .toLowerCase(),
    );
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** No error, the same question, and an A record for each address; a time to live of 0, as rebinding servers give. */
function response(query: Buffer, end: number, addresses: readonly string[]): Buffer {
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.concat([Buffer.from('c00c00010001000000000004', 'hex'), Buffer.from(address.split('.').map(Number))]),
  );
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}
