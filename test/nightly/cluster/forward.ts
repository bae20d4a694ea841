import { connect, createServer } from 'node:net';

/*
 * Runs in the cluster's network. It forwards each connection to a socket file, which is also visible outside, to an
 * address inside. `forward.ts SOCKET HOST PORT`
 */
const [socket = '', host = '', port = ''] = process.argv.slice(2);
createServer({ allowHalfOpen: true }, (caller) => {
  const there = connect({ host, port: Number(port), allowHalfOpen: true });
  caller.pipe(there).pipe(caller);
  caller.on('error', () => there.destroy());
  there.on('error', () => caller.destroy());
}).listen(socket);
