import { isJsonObject, type Json } from '../../../core/json.ts';
import { expect } from '../../support/jest.ts';
import type { Block } from './blocks.ts';
import type { Session } from './session.ts';

/**
 * Differences between an answer that a guide prints and the one received; empty if it is a part of it. Members that the
 * guide leaves out, ids, times and `…` may differ; a list may continue after `…`.
 */
export function differences(printed: Json, received: Json | undefined, at = ''): string[] {
  if (received === undefined) return [`${at}: is missing`];
  if (printed === '…') return [];
  if (Array.isArray(printed)) {
    if (!Array.isArray(received)) return [`${at}: no list`];
    if (printed.at(-1) === '…') return differences(printed.slice(0, -1), received.slice(0, printed.length - 1), at);
    if (printed.length !== received.length) return [`${at}: ${received.length} items instead of ${printed.length}`];
    return printed.flatMap((item, index) => differences(item, received[index], `${at}[${index}]`));
  }
  if (isJsonObject(printed)) {
    if (!isJsonObject(received)) return [`${at}: no object`];
    return Object.entries(printed).flatMap(([key, value]) => differences(value, received[key], `${at}.${key}`));
  }
  if (/(^|[._])(id|version)$/.test(at) && typeof printed === typeof received) return [];
  return isVolatile(printed, received) || printed === received
    ? []
    : [`${at}: ${JSON.stringify(received)} instead of ${JSON.stringify(printed)}`];
}

const VOLATILE = [
  /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/,
  /^whsec_[A-Za-z0-9+/=]{44}$/,
  /^<?[0-9a-f-]{36}@.+>?$/,
];

function isVolatile(printed: Json, received: Json): boolean {
  if (typeof printed !== 'string' || typeof received !== 'string') return false;
  return VOLATILE.some((pattern) => pattern.test(printed) && pattern.test(received));
}

/** The text with replacements for what differs between runs: numbers of records, ids, times and signatures. */
function normalised(text: string): string {
  return text
    .trim()
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hex>')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '<time>')
    .replaceAll(/\b\d{10}\b/g, '<seconds>')
    .replaceAll(/(?<![\w.-])\d{1,9}(?![\w.-])/g, '<number>');
}

/**
 * Checks that every answer in a guide is the output of the commands before it. Commands that were not run have none.
 */
export function expectAnswers({ blocks, outputs, adapted, failure }: Session): Promise<void> {
  expect(failure).toBeUndefined();
  let last: Block | undefined;
  for (const block of blocks) {
    if (block.language === 'bash') last = block;
    const printed = last === undefined ? undefined : outputs.get(last);
    if (block.words[0] !== 'answer' || last === undefined || printed === undefined) continue;
    if (block.language === 'text') {
      expect({ command: last.text, printed: normalised(printed) }).toEqual({
        command: last.text,
        printed: normalised(block.text),
      });
    } else {
      const found = differences(JSON.parse(adapted(block.text)) as Json, parsed(printed));
      expect({ command: last.text, found, printed }).toEqual({ command: last.text, found: [], printed });
    }
  }
  return Promise.resolve();
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
