import { isDate, parseTime } from '../time.ts';

/** A format of texts, and what is said of a text that has another. */
export interface TextFormat {
  readonly holds: (text: string) => boolean;
  readonly words: string;
}

export type TextFormats = ReadonlyMap<string, TextFormat>;

const UUID = /^(urn:uuid:)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Those that need nothing but the text. A URL is read by the platform, as browsers read one. */
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
