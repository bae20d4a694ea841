import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { testEnvironment } from '../support/environment.ts';
import { expect } from '../support/jest.ts';

/* Places where planted words are searched for. A trace of one is a leak. */

export interface Traffic {
  /** Subject, headers and content of each message. */
  readonly messages: readonly string[];
  close(): Promise<void>;
}

/** Records messages on NATS from now on: to services of the prefix, and answers to requests. */
export async function listenToNats(prefix: string): Promise<Traffic> {
  const messages: string[] = [];
  const listener = await connect({ servers: testEnvironment('NATS_URL') });
  const listen = async (subject: string) => {
    for await (const message of listener.subscribe(subject)) {
      const headers = [...(message.headers ?? [])].map(([key, values]) => `${key}: ${values.join()}`);
      messages.push(`${message.subject} ${headers.join(' ')} ${message.string()}`);
    }
  };
  // Not `>`: a subscriber to everything would answer every request that other tests make meanwhile.
  for (const subject of [`${prefix}.>`, '_INBOX.>']) void listen(subject);
  await listener.flush();
  return { messages, close: () => listener.close() };
}

/** The words that occur in the bytes, as UTF-8 or as UTF-16. */
export function foundIn(words: readonly string[], bytes: Buffer): string[] {
  return words.filter((word) => bytes.includes(Buffer.from(word)) || bytes.includes(Buffer.from(word, 'utf16le')));
}

/** Temporal's database with what it has not yet moved there, and its log. */
export function temporalFiles(): Promise<[string, Buffer][]> {
  const database = testEnvironment('TEMPORAL_DATABASE');
  const names = [database, `${database}-wal`, join(dirname(database), 'temporal.log')];
  return Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(name)]));
}

export async function filesOf(folder: string): Promise<[string, Buffer][]> {
  const names = await readdir(folder);
  expect(names).not.toEqual([]);
  return Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(folder, name))]));
}
