/** The filter of the inbox. It is kept in the address, so that a view can be saved and shared. */
export interface InboxFilter {
  readonly show: Show;
  readonly workflow: number | null;
  readonly queue: string | null;
}

export const EVERYTHING: InboxFilter = { show: 'all', workflow: null, queue: null };

export const SHOWN = ['all', 'overdue', 'mine', 'my_queues', 'unclaimed', 'decisions', 'letters', 'snoozed'] as const;
export type Show = (typeof SHOWN)[number];

const PARAMETERS: Readonly<Record<Show, string>> = {
  all: '',
  overdue: 'filter%5Boverdue%5D=true',
  mine: 'filter%5Bassigned_to_user_id%5D=me',
  my_queues: 'filter%5Bqueue%5D=mine',
  unclaimed: 'filter%5Bassigned_to_user_id%5D=none',
  decisions: 'filter%5Bkind%5D=decision',
  letters: 'filter%5Bkind%5D=notice',
  snoozed: '',
};

/** A page has at most 100 rows; the cursor leads to the next one. */
export function inboxPath({ show, workflow, queue }: InboxFilter, cursor: string | null): string {
  const parameters = [
    'per_page=100',
    // A snoozed review comes back when its time has come.
    `filter%5Bsnoozed%5D=${show === 'snoozed'}`,
    PARAMETERS[show],
    workflow === null ? '' : `filter%5Bworkflow_id%5D=${workflow}`,
    queue === null || show === 'my_queues' ? '' : `filter%5Bqueue%5D=${encodeURIComponent(queue)}`,
    cursor === null ? '' : `cursor=${encodeURIComponent(cursor)}`,
  ].filter((parameter) => parameter !== '');
  return `/reviews?${parameters.join('&')}`;
}

const QUEUE = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** Parses an address, which may contain anything. */
export function filterOf(search: Readonly<Record<string, unknown>>): InboxFilter {
  const workflow = Number(search.workflow);
  const { queue } = search;
  return {
    show: SHOWN.find((one) => one === search.show) ?? 'all',
    workflow: Number.isSafeInteger(workflow) && workflow > 0 ? workflow : null,
    queue: typeof queue === 'string' && QUEUE.test(queue) ? queue : null,
  };
}
