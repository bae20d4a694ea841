import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';

/** A letter that arrived completely, whether it was then accepted, refused or left without a response. */
export interface ReceivedLetter {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The sender's request for a delivery report (RFC 3461): the id to name, and the part to return. */
  readonly report: { readonly id: string | null; readonly returns: string | null };
  readonly isAccepted: boolean;
}

export type SmtpBehaviour =
  | { readonly kind: 'accept' }
  /** Responds with `code` (4xx or 5xx) at that point. */
  | { readonly kind: 'refuse'; readonly at: 'connect' | 'sender' | 'recipient' | 'data'; readonly code: number }
  /** Falls silent at that point: no greeting, or no response to a letter. */
  | { readonly kind: 'hang'; readonly at: 'connect' | 'data' }
  /** Breaks all its connections at that point: before the greeting, or when a letter has arrived. */
  | { readonly kind: 'drop'; readonly at: 'connect' | 'data' };

export interface SmtpReceiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly letters: readonly ReceivedLetter[];
  behave(behaviour: SmtpBehaviour): void;
  /** Back to the state at its start: it accepts, and has no letters. */
  reset(): void;
  stop(): Promise<void>;
}

/**
 * A real mail server on loopback that keeps its letters. `onLetter` is called when a letter has arrived, before the
 * response: the moment to kill a sender before it records the acceptance.
 */
export async function startSmtp(
  options: {
    readonly onLetter?: (letter: ReceivedLetter) => void;
    readonly port?: number;
    /** Offers STARTTLS with this certificate. */
    readonly tls?: { readonly key: string; readonly cert: string };
  } = {},
): Promise<SmtpReceiver> {
  const letters: ReceivedLetter[] = [];
  let behaviour: SmtpBehaviour = { kind: 'accept' };
  const sockets = new Set<Socket>();
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  const passOrRefuse = (at: 'connect' | 'sender' | 'recipient', done: (error?: Error) => void) => {
    if (behaviour.kind === 'hang' && behaviour.at === at) return;
    if (behaviour.kind === 'drop' && behaviour.at === at) return dropAll();
    done(behaviour.kind === 'refuse' && behaviour.at === at ? refusal(behaviour.code) : undefined);
  };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideDSN: false,
    ...(options.tls === undefined ? { disabledCommands: ['STARTTLS'] } : options.tls),
    closeTimeout: 200,
    onConnect: (_session, done) => passOrRefuse('connect', done),
    onMailFrom: (_address, _session, done) => passOrRefuse('sender', done),
    onRcptTo: (_address, _session, done) => passOrRefuse('recipient', done),
    onData: (stream, session, done) => {
      const keep = (bytes: Buffer): void => {
        const raw = bytes.toString('utf8');
        const isAccepted = behaviour.kind === 'accept' || behaviour.at !== 'data';
        const { mailFrom, rcptTo, dsn } = session.envelope;
        const letter: ReceivedLetter = {
          messageId: /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? '',
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          report: { id: dsn?.envid ?? null, returns: dsn?.ret ?? null },
          isAccepted,
        };
        letters.push(letter);
        options.onLetter?.(letter);
        if (isAccepted) done(null, `queued as ${letters.length}`);
        else if (behaviour.kind === 'refuse') done(refusal(behaviour.code));
        else if (behaviour.kind === 'drop') dropAll();
      };
      // The sender was killed in the middle of the letter, so it never arrived.
      buffer(stream).then(keep, () => undefined);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    behave: (next) => {
      behaviour = next;
    },
    reset: () => {
      behaviour = { kind: 'accept' };
      letters.length = 0;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('5.1.1 somebody@example.com is not wanted here'), { responseCode });
}

export interface SmtpProcess extends Omit<SmtpReceiver, 'reset'> {
  readonly pid: number;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** The server in a process of its own, which ends with this one. `letters` is updated from its reports. */
export async function startSmtpProcess(options: { readonly port?: number } = {}): Promise<SmtpProcess> {
  const script = fileURLToPath(new URL('./smtp-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(options.port ?? 0)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const letters: ReceivedLetter[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error('the mail server process ended')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as { url: string } | { letter: ReceivedLetter };
      if ('url' in report) resolve(report.url);
      else letters.push(report.letter);
    });
  });
  return {
    url,
    letters,
    pid: child.pid ?? 0,
    behave: (behaviour) => void child.stdin.write(`${JSON.stringify(behaviour)}\n`),
    stop: async () => {
      child.stdin.end();
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
