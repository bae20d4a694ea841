import { readPage } from '../http/paging.ts';
import { defineRoute } from '../http/route.ts';
import { rulesOfRows } from '../executions/applicant.ts';
import { WAITING_COUNTS, WAITING_COUNTS_EXAMPLE, WAITING_LETTER, WAITING_LETTER_EXAMPLE } from './schemas.ts';
import { countStates, countWaiting, presentWaiting, readFailures, readWaiting, WAITING_QUERY } from './waiting.ts';

const listWaitingLetters = defineRoute({
  method: 'GET',
  path: '/waiting_letters',
  operationId: 'listWaitingLetters',
  tag: 'Artifacts',
  scope: 'executions:read',
  summary: 'List letters that wait',
  description:
    'Letters of the calling API client that wait for a person: drafts to be sent or discarded, letters that are parked, ' +
    'letters to be posted, letters that are owed, and letters that came back. The first due first; one without a due time ' +
    'stands at the time since when it waits. `meta.counts` counts all of them, whatever the filters. With the scope ' +
    '`executions:read:full` each has the name of the applicant.',
  query: WAITING_QUERY,
  reply: {
    kind: 'page',
    object: 'waiting_letter',
    description: 'One page of letters that wait.',
    schema: WAITING_LETTER,
    example: WAITING_LETTER_EXAMPLE,
    meta: { properties: { counts: WAITING_COUNTS }, example: { counts: WAITING_COUNTS_EXAMPLE } },
  },
  errors: [],
  handler: async ({ db: { kysely }, auth, query, page }) => {
    const { rows, ...more } = await readPage(page, {
      count: () => countWaiting(kysely, auth, query),
      rows: (slice) => readWaiting(kysely, auth, query, slice),
      position: ({ id, at }) => ({ id, at: at.toISOString() }),
    });
    const failures = await readFailures(kysely, rows);
    const rulesOf = await rulesOfRows(kysely, auth, rows);
    return {
      items: rows.map((row) => presentWaiting(row, failures, auth, rulesOf(row.execution_id))),
      ...more,
      meta: { counts: await countStates(kysely, auth) },
    };
  },
});

export const LETTER_ROUTES = [listWaitingLetters];
