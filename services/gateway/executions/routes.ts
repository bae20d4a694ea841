import { isSettled, TERMINAL_EXECUTION_STATUSES } from '../../../core/states.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { cancelExecution } from './cancel.ts';
import { presentListed, readExecution, readStatus, selectExecutions } from './records.ts';
import { getExplanation } from './explanation.ts';
import { APPLICANT } from './applicant.ts';
import { MASKED_BY } from './failure.ts';
import { readMaskRules } from './mask-basis.ts';
import { reveal } from './reveal.ts';
import { defineRoute, querySchema } from '../http/route.ts';
import { SerialisedData } from '../http/serialised.ts';
import { EXECUTION_QUERY, matchesFilters } from './filters.ts';
import { readShownExecution } from './shown.ts';
import { DETAIL_EXAMPLE, EXECUTION, EXECUTION_DETAIL, EXECUTION_EXAMPLE } from './schemas.ts';
import { readTimeline } from './timeline.ts';
import { TIMELINE, TIMELINE_EXAMPLE } from './timeline-schemas.ts';
import { DEFAULT_WAIT_LIMITS } from './waits.ts';

const listExecutions = defineRoute({
  method: 'GET',
  path: '/executions',
  operationId: 'listExecutions',
  tag: 'Executions',
  scope: 'executions:read',
  summary: 'List executions',
  description:
    'Executions of the calling API client, the newest first. Filters narrow each other. One that failed says why: its ' +
    '`error_code`, and with the scope `executions:read:full` its `error`. With that scope each has the name of the applicant.',
  query: EXECUTION_QUERY,
  reply: {
    kind: 'page',
    object: 'execution',
    description: 'One page of executions.',
    schema: EXECUTION,
    example: EXECUTION_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, auth, query, page }) => {
    const matching = db.kysely.selectFrom('execution as m').where(matchesFilters(auth, query));
    const full = auth.scopes.has('executions:read:full');
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      // The page is chosen from the index by ids alone, and only its rows are read.
      rows: (slice) => {
        const ids = sliceOf(matching.select('m.id'), 'm.id', 'desc', slice);
        return selectExecutions(db.kysely)
          .$if(full, (select) => select.select(['e.first_error_message', MASKED_BY, APPLICANT.as('applicant')]))
          .where('e.id', 'in', ids)
          .orderBy('e.id', 'desc')
          .execute();
      },
      position: ({ id }) => ({ id }),
    });
    const isMasked = ({ masked_by: payload = null }: (typeof rows)[number]): boolean =>
      payload !== null || (full && auth.view !== 'whole');
    const rulesOf = await readMaskRules(
      db.kysely,
      auth,
      rows.filter(isMasked).map(({ id }) => id),
    );
    return { items: rows.map((row) => presentListed(row, auth, rulesOf(row.id))), ...more };
  },
});

/** Proxies commonly give up after 60 seconds. */
const MAX_WAIT_SECONDS = 50;

const getExecution = defineRoute({
  method: 'GET',
  path: '/executions/{id}',
  operationId: 'getExecution',
  tag: 'Executions',
  scope: 'executions:read',
  summary: 'Read an execution',
  description:
    'With the scope `executions:read:full` the answer also has `step_outputs`, `failed_steps` and `error`, which hold ' +
    'identity data of the applicant and reports. Without it the values of `input_context` are `***`. Without the ' +
    'scope `pii:read` a declared identifier is `****6789`, a birth `1990-**-**` and an age `***`, and a value of live data ' +
    'that nobody declared is the text `*** (text, not declared)`, or `number` or `yes or no` in place of `text`: it waits ' +
    'for its declaration (`PUT /fields/{field}`), and `POST /executions/{id}/reveal` shows it.\n\n' +
    `With \`wait\` the response comes when the execution has ended (${TERMINAL_EXECUTION_STATUSES.map((status) => `\`${status}\``).join(', ')}) ` +
    'or is in `awaiting_review`, or after that many seconds with the status that it then has, which is no error: ask ' +
    `again. At most ${DEFAULT_WAIT_LIMITS.perAccount} requests of an account wait at the same time; one more is answered ` +
    'at once with the present state, and so are all when the server shuts down. So look at `status`, not at the time, ' +
    'and pause for a second before you ask again if the response came early.',
  query: querySchema({
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'Seconds to wait for the execution to end or to ask a person. Below the time limit of most proxies.',
    },
  }),
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution.',
    schema: EXECUTION_DETAIL,
    example: DETAIL_EXAMPLE,
  },
  errors: ['not_found', 'too_much_work'],
  fullReads: ({ id }) => [Number(id)],
  handler: async (call) => {
    const { db, auth, params, query, waits } = call;
    const { wait = 0 } = query;
    if (wait > 0) {
      const { accountId, apiClientId } = auth;
      // Read only by requests that wait, because the signal costs a listener.
      const { signal } = call;
      await waits.untilSettled(
        { executionId: params.id, accountId, apiClientId },
        { timeoutMs: wait * 1_000, signal },
        async () => isSettled(await readStatus(db.kysely, auth, params.id)),
      );
    }
    const { calculate } = call;
    return new SerialisedData(await readShownExecution(db.kysely, auth, { executionId: params.id, calculate }), false);
  },
});

const getTimeline = defineRoute({
  method: 'GET',
  path: '/executions/{id}/timeline',
  operationId: 'getTimeline',
  tag: 'Executions',
  scope: 'executions:read',
  summary: 'Read what happened in an execution',
  description:
    'The cascade as it was run, each visit of a node with its times and the way that led there, what was asked of the ' +
    'outside world, what people did, the events with their deliveries, and the mail. It says nothing about the applicant.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'What happened.',
    schema: TIMELINE,
    example: TIMELINE_EXAMPLE,
  },
  errors: ['not_found'],
  handler: ({ db, auth, params }) => readTimeline(db.kysely, auth, params.id),
});

const cancel = defineRoute({
  method: 'POST',
  path: '/executions/{id}/cancel',
  operationId: 'cancelExecution',
  tag: 'Executions',
  scope: 'executions:write',
  summary: 'Cancel an execution',
  description:
    'No step begins after this; steps under way finish. An execution that is already cancelled is returned unchanged. ' +
    'Takes no body. No event is sent.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The execution, cancelled.',
    schema: EXECUTION,
    example: {
      ...EXECUTION_EXAMPLE,
      status: 'cancelled',
      needs_human_review: false,
      review_status: 'none',
      pending_review: null,
      completed_at: '2026-03-02T15:09:00.000Z',
    },
  },
  errors: ['not_found', 'execution_not_cancellable'],
  audit: { action: 'execution.cancelled', subject: 'execution' },
  handler: async ({ audit, commit, bus, auth, params, requestId }) => {
    const answer = await commit(async (trx) => {
      const isChanged = await cancelExecution(trx, auth, params.id);
      if (isChanged) await audit(trx, { id: params.id, detail: {} });
      return readExecution(trx, auth, params.id);
    });
    bus.publish(SUBJECTS.commandsReady, undefined, { requestId });
    bus.publish(SUBJECTS.executionsSettled, [params.id], { requestId });
    return answer;
  },
});

export const EXECUTION_ROUTES = [listExecutions, getExecution, getTimeline, getExplanation, reveal, cancel];
