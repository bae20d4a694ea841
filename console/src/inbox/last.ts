import { EVERYTHING, type InboxFilter } from './filters.ts';

/** The view of the inbox from which one came to a case: `j` and `k` go on in it. Of this tab alone. */
let last: InboxFilter = EVERYTHING;

export const lastFilter = (): InboxFilter => last;
export const keepFilter = (filter: InboxFilter): void => {
  last = filter;
};
