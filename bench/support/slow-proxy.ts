/**
 * A TCP proxy that holds back what the server sends, and so adds a fixed time to each round trip. A process of its own:
 * its work must not slow down what is measured.
 * Arguments: port of the server, milliseconds. Sends `{port}` to its parent.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const [serverPort, delayMs] = process.argv.slice(2).map(Number);
if (serverPort === undefined || delayMs === undefined) throw new Error('usage: slow-proxy.ts <port> <milliseconds>');

const proxy = createServer({ noDelay: true }, (caller) => {
  const server = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
  caller.pipe(server);
  server.on('data', (chunk) => later(caller, () => caller.write(chunk)));
  server.on('end', () => later(caller, () => caller.end()));
  // The end of one side ends the other.
  for (const [one, other] of [
    [caller, server],
    [server, caller],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => later(other, () => other.destroy()));
  }
});

/** Timers of one duration fire in the order in which they were set, so the bytes stay in theirs. */
function later(socket: Socket, work: () => void): void {
  setTimeout(() => {
    if (!socket.destroyed) work();
  }, delayMs);
}

proxy.listen(0, '127.0.0.1', () => process.send?.({ port: (proxy.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
