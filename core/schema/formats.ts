import { isDate, parseTime } from '../time.ts';

/** A format of texts, and the message for texts that violate it. */
export interface TextFormat {
  readonly holds: (text: string) => boolean;
  readonly words: string;
}

export type TextFormats = ReadonlyMap<string, TextFormat>;

const UUID = /^(urn:uuid:)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Formats that depend on the text only. URLs are checked by the platform, which parses them like browsers. */
export const PLAIN_FORMATS: TextFormats = new Map<string, TextFormat>([
  [
    'date-time',
    {
      holds: (text) => parseTime(text) !== null,
      words: 'must be a time of RFC 3339 with an offset, such as 2026-03-02T15:04:05Z',
    },
  ],
  ['date', { holds: isDate, words: 'must be a valid date' }],
  ['uuid', { holds: (text) => UUID.test(text), words: 'must be a valid uuid' }],
]);
