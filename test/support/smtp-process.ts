import { createInterface } from 'node:readline';
import { startSmtp, type SmtpBehaviour } from './smtp.ts';

/** The mail server of `startSmtpProcess`: behaviours come on stdin, letters go to stdout, and it ends with its stdin. */
const say = (report: unknown): void => void process.stdout.write(`${JSON.stringify(report)}\n`);

const receiver = await startSmtp({ port: Number(process.argv[2] ?? 0), onLetter: (letter) => say({ letter }) });
say({ url: receiver.url });
createInterface({ input: process.stdin })
  .on('line', (line) => receiver.behave(JSON.parse(line) as SmtpBehaviour))
  .on('close', () => process.exit(0));
