import { BY_DUE, type Sort } from './columns.ts';
import { EVERYTHING, type InboxFilter } from './filters.ts';

/** The inbox view from which a case was opened: `j` and `k` step through it. Kept only in this tab. */
let last: { readonly filter: InboxFilter; readonly sort: Sort } = { filter: EVERYTHING, sort: BY_DUE };

export const lastFilter = (): InboxFilter => last.filter;
export const lastSort = (): Sort => last.sort;
export const keepView = (filter: InboxFilter, sort: Sort): void => {
  last = { filter, sort };
};
