import { BY_DUE, type Sort } from './columns.ts';
import { EVERYTHING, type InboxFilter } from './filters.ts';

/** The view of the inbox from which one came to a case: `j` and `k` go on in it. Of this tab alone. */
let last: { readonly filter: InboxFilter; readonly sort: Sort } = { filter: EVERYTHING, sort: BY_DUE };

export const lastFilter = (): InboxFilter => last.filter;
export const lastSort = (): Sort => last.sort;
export const keepView = (filter: InboxFilter, sort: Sort): void => {
  last = { filter, sort };
};
