import type { ComparableKind } from './operators/contract.ts';

/** The kinds that a value can be compared as, in words for messages. */
export const COMPARABLE_WORDS: Readonly<Record<ComparableKind, string>> = {
  number: 'a number',
  date: 'an ISO 8601 date',
  number_or_date: 'a number or an ISO 8601 date',
  yes_or_no: 'true or false',
  text: 'a text',
  text_or_list: 'a text or a list',
  list: 'a list',
};
