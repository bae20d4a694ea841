import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import type { JsonSchema } from '../../core/json.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { asJson } from '../../platform/database/index.ts';
import { scopesOf, type Route } from '../../services/gateway/http/route.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { declinedWorld, recordedRun } from './executions-support.ts';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/**
 * The data of an applicant that each scope reads. FIELDS lists the operations of the narrow scope (`executions:read`)
 * with every member of their answers. All others that show a run need `executions:read:full`, and `pii:read` for
 * identifiers. A new member or operation fails here until it has a line.
 */
interface Line {
  readonly operations: string;
  /** Ids, statuses, times, texts of the service, and references that the caller chose. */
  readonly nothing: string;
  /** Words and values of the applicant: hidden from the narrow scope, masked without `pii:read`. */
  readonly hidden?: string;
  /** Missing in answers for the narrow scope, masked without `pii:read`. */
  readonly missing?: string;
}

const SUMMARY =
  'object id workflow_id workflow_version dictionary_version status execution_key external_reference execution_mode needs_human_review ' +
  'review_status pending_review pending_review.node_id pending_review.kind pending_review.due_at pending_review.needs ' +
  // Paths of variables without a value.
  'pending_review.approvals pending_review.approvals.required pending_review.approvals.given ' +
  'pending_review.approvals.by_user_ids pending_review.approvals.given_at ' +
  'pending_review.delivery pending_review.variables pending_review.why outcome batch_execution_id re_evaluated_from started_at completed_at created_at updated_at ' +
  // Paths of the payload, without values.
  'notice_due_at notices_due notices_due[].applicant notices_due[].kind notices_due[].due_at notices_due[].why ' +
  'notices_due[].node_id ' +
  'pending_reports pending_reports[].product_code pending_reports[].node_id pending_reports[].since ' +
  'pending_reports[].until pending_reports[].ends_by';
/** Paths of the payload, and texts of the service. */
const WARNINGS = 'warnings warnings[].code warnings[].field warnings[].message';
const PERSON =
  'object id name email role address_confirmed_by queues is_of_provider api_client_id last_signed_in_at sessions tokens';
const TOKEN = 'object id prefix api_client_id user_id scopes created_at last_used_at expires_at revoked_at';
const FILE = 'object id execution_id filename content_type byte_size generated_at downloadable';
const SUBSCRIPTION =
  'object id url event_filter active health health.status health.since deliveries deliveries.waiting ' +
  'deliveries.unsuccessful deliveries.last deliveries.last.id deliveries.last.status deliveries.last.response_status ' +
  'deliveries.last.created_at created_at updated_at secret_rotated_at';
const DELIVERY =
  'object id subscription_id subscription_deleted_at event event_id status attempts last_response_status last_error next_retry_at ' +
  'last_attempt_at delivered_at created_at';

const FIELDS: readonly Line[] = [
  { operations: 'triggerWorkflow reEvaluateExecution', nothing: `${SUMMARY} ${WARNINGS}` },
  {
    operations:
      'listExecutions cancelExecution decideReview assignReview addReviewNote recordSentNotice recordApplicationAnswer',
    nothing: `${SUMMARY} assigned_to_user_id error_code`,
    missing: 'applicant_id applicant_name error',
  },
  {
    operations: 'getExecution',
    nothing: `${SUMMARY} assigned_to_user_id error_code held_nodes redacted_at erased_at re_evaluated_as`,
    hidden: 'input_context',
    missing:
      'applicant_id applicant_name error step_outputs failed_steps failed_steps[].node_id failed_steps[].type failed_steps[].code failed_steps[].message ' +
      'failed_steps[].attempts failed_steps[].failed_at corrections corrections[].path corrections[].product_code ' +
      'corrections[].value corrections[].previous corrections[].note corrections[].reason ' +
      'corrections[].corrected_by_user_id corrections[].corrected_at corrected_reports corrected_reports[].node_id ' +
      'corrected_reports[].visit corrected_reports[].corrected_at corrected_reports[].changes ' +
      'corrected_reports[].changes[].field corrected_reports[].changes[].reported corrected_reports[].changes[].corrected_to',
  },
  {
    operations: 'createBatch listBatches getBatch cancelBatch resumeBatch retryFailedRows',
    nothing:
      'object id workflow_id workflow_version status interruption execution_mode external_reference total_count ' +
      `completed_count failed_count skipped_rows skipped_rows.count skipped_rows.rows skipped_rows.faults ` +
      `skipped_rows.faults[].field skipped_rows.faults[].message started_at completed_at created_at updated_at ${WARNINGS}`,
  },
  {
    operations: 'listBatchExecutions',
    nothing:
      'object id batch_execution_id workflow_id row_index status retry_count external_reference execution_mode ' +
      'needs_human_review review_status outcome error_code started_at completed_at created_at',
    missing: 'applicant_name applicant_email error',
  },
  {
    operations: 'getBatchSummary',
    nothing:
      'object batch_id total_count by_status by_outcome by_review_status by_error_code median_seconds p95_seconds',
  },
  // The files have the columns and members of the rows of a batch.
  { operations: 'exportBatchCsv exportBatchZip', nothing: '' },
  {
    operations: 'getTimeline',
    nothing:
      'object execution_id workflow_id workflow_version workflow_name status accepted_at started_at completed_at nodes ' +
      'nodes[].id nodes[].name nodes[].kind nodes[].is_entry nodes[].ways nodes[].ways[].key nodes[].ways[].to steps ' +
      'steps[].node_id steps[].visit steps[].status steps[].branch steps[].caused_by steps[].caused_by[].node_id ' +
      'steps[].caused_by[].visit steps[].attempts steps[].error_code steps[].began_at steps[].ended_at effects ' +
      'effects[].id effects[].node_id effects[].visit effects[].kind effects[].status effects[].attempts ' +
      'effects[].error_code effects[].intended_at effects[].begun_at effects[].finished_at effects[].report_came_at ' +
      'effects[].report_corrected_at effects[].report_corrected_fields reviews reviews[].id ' +
      'reviews[].event_type reviews[].node_id reviews[].kind reviews[].actor reviews[].actor.id reviews[].actor.name ' +
      'reviews[].created_at events events[].id events[].name events[].created_at events[].deliveries ' +
      'events[].deliveries[].id events[].deliveries[].subscription_id events[].deliveries[].status ' +
      'events[].deliveries[].attempts events[].deliveries[].last_response_status events[].deliveries[].created_at ' +
      'events[].deliveries[].last_attempt_at events[].deliveries[].delivered_at mails mails[].node_id mails[].visit ' +
      'mails[].kind mails[].written_at mails[].accepted_at mails[].kept_at mails[].mail_artifact_id mails[].report ' +
      'mails[].report_status mails[].reported_at truncated ' +
      'pending_reports pending_reports[].product_code pending_reports[].node_id pending_reports[].since ' +
      'pending_reports[].until pending_reports[].ends_by',
  },
  {
    operations: 'listReviews',
    missing:
      'applicant_name rules rules[].number rules[].id rules[].text rules[].is_requirement rules[].decision ' +
      'rules[].conditions rules[].conditions[].text rules[].conditions[].found rules[].nearest rules[].nearest.number ' +
      'rules[].nearest.id rules[].nearest.text rules[].nearest.is_requirement rules[].nearest.decision ' +
      'rules[].nearest.conditions rules[].nearest.conditions[].text rules[].nearest.conditions[].found',
    nothing:
      'queue snoozed_until meta.counts.in_my_queues meta.counts.snoozed meta.counts.by_queue ' +
      'meta.counts.by_queue[].queue meta.counts.by_queue[].total approvals approvals.required approvals.given approvals.by_user_ids approvals.given_at ' +
      'object id node_id kind due_at needs delivery variables why opened_at execution_id workflow_id workflow_name overdue ' +
      'assigned_to_user_id assigned_at external_reference execution_mode meta meta.counts meta.counts.total meta.counts.decision ' +
      'meta.counts.notice meta.counts.overdue meta.counts.assigned_to_me meta.counts.unassigned meta.counts.by_workflow ' +
      'meta.counts.by_workflow[].workflow_id meta.counts.by_workflow[].total',
  },
  {
    operations: 'listWaitingLetters',
    missing: 'applicant_name notices_due[].lacks',
    nothing:
      'object id state execution_id workflow_id workflow_name external_reference execution_mode node_id notice_artifact_id ' +
      'due_at overdue since assigned_to_user_id snoozed_until variables why report report.kind report.status error_code ' +
      'notices_due notices_due[].applicant notices_due[].kind notices_due[].due_at notices_due[].why notices_due[].node_id ' +
      'notices_due[].error_code meta meta.counts meta.counts.total meta.counts.overdue meta.counts.by_state ' +
      'meta.counts.by_state.draft meta.counts.by_state.needs_reasons meta.counts.by_state.needs_variables ' +
      'meta.counts.by_state.needs_name meta.counts.by_state.needs_address meta.counts.by_state.needs_glyphs ' +
      'meta.counts.by_state.to_post meta.counts.by_state.owed meta.counts.by_state.returned ' +
      'meta.counts.by_state.resend_failed',
  },
  {
    operations: 'claimNextReview moveReview snoozeReview',
    missing:
      'applicant_name rules rules[].number rules[].id rules[].text rules[].is_requirement rules[].decision ' +
      'rules[].conditions rules[].conditions[].text rules[].conditions[].found rules[].nearest rules[].nearest.number ' +
      'rules[].nearest.id rules[].nearest.text rules[].nearest.is_requirement rules[].nearest.decision ' +
      'rules[].nearest.conditions rules[].nearest.conditions[].text rules[].nearest.conditions[].found',
    nothing:
      'approvals approvals.required approvals.given approvals.by_user_ids approvals.given_at queue snoozed_until ' +
      'object id node_id kind due_at needs delivery variables why opened_at execution_id workflow_id workflow_name overdue ' +
      'assigned_to_user_id assigned_at external_reference execution_mode',
  },
  { operations: 'releaseReviews', nothing: 'object user_id released' },
  { operations: 'streamReviews', nothing: 'object total' },
  {
    operations: 'listReviewEvents',
    nothing: 'object id execution_id event_type actor_user_id created_at',
    // Ids and codes of metadata stay.
    hidden: 'note metadata',
  },
  {
    operations: 'reEvaluateExecutions',
    nothing:
      'object matched_count accepted_count remaining_count skipped_count executions executions[].id ' +
      'executions[].re_evaluated_from',
  },
  {
    operations: 'bulkReview',
    nothing: 'object applied enqueued skipped skipped[].id skipped[].reason skipped[].message',
  },
  { operations: 'listReportArtifacts listMailArtifacts', nothing: FILE },
  { operations: 'listNoticeArtifacts recordPostedNotice resendNotice', nothing: `${FILE} status needs due_at` },
  {
    operations: 'getMe',
    nothing:
      'object account account.id account.name api_client api_client.id api_client.name user user.id user.name ' +
      'user.email user.address_confirmed_by user.queues scopes production_access four_eyes limits limits.requests_per_ip_per_minute ' +
      'limits.requests_per_token_prefix_per_hour limits.requests_per_ip_per_5_minutes limits.requests_per_person_per_minute limits.webhook_subscriptions',
  },
  { operations: 'listPeople invitePerson sendSignInLink', nothing: PERSON },
  { operations: 'updatePerson', nothing: `${PERSON} reviews_released` },
  { operations: 'listTokens revokeToken', nothing: TOKEN },
  { operations: 'createToken rotateToken', nothing: `${TOKEN} token in_place_of` },
  { operations: 'listUsers', nothing: 'object id name role address_confirmed_by queues' },
  { operations: 'updateUser', nothing: 'object id name role address_confirmed_by queues reviews_released' },
  {
    operations: 'listWebhookSubscriptions getWebhookSubscription updateWebhookSubscription',
    nothing: SUBSCRIPTION,
  },
  { operations: 'createWebhookSubscription rotateWebhookSecret', nothing: `${SUBSCRIPTION} signing_secret` },
  // Counts of many people, and names of rules and reasons.
  {
    operations: 'getDecisionStatistics',
    nothing:
      'object from to time_zone execution_mode total total.ended total.completed total.failed total.cancelled total.skipped total.approved total.conditional total.denied total.re_evaluations total.median_seconds total.p90_seconds periods periods[].begins_on periods[].is_partial periods[].ended periods[].completed periods[].failed periods[].cancelled periods[].skipped periods[].approved periods[].conditional periods[].denied periods[].re_evaluations periods[].median_seconds periods[].p90_seconds',
  },
  {
    operations: 'getRuleStatistics',
    nothing:
      'object from to time_zone execution_mode rules rules[].workflow_id rules[].rule rules[].text rules[].row_id rules[].held rules[].decided rules[].approved rules[].conditional rules[].denied branches branches[].workflow_id branches[].node_id branches[].branch branches[].executions',
  },
  {
    operations: 'getReasonStatistics',
    nothing: 'object from to time_zone execution_mode reasons reasons[].reason reasons[].text reasons[].executions',
  },
  {
    operations: 'getReviewStatistics',
    nothing:
      'object from to time_zone execution_mode open overdue total total.done total.approved total.denied total.median_seconds total.p90_seconds periods periods[].begins_on periods[].is_partial periods[].done periods[].approved periods[].denied periods[].median_seconds periods[].p90_seconds',
  },
  {
    operations: 'getVendorStatistics',
    nothing:
      'object from to time_zone execution_mode products products[].product_code products[].pulls products[].failures products[].median_seconds products[].p90_seconds',
  },
  {
    operations: 'getDriftStatistics',
    nothing:
      'object drifts drifts[].id drifts[].workflow_id drifts[].workflow_version drifts[].kind drifts[].key drifts[].text drifts[].begun_at drifts[].ended_at drifts[].days drifts[].decisions drifts[].share_before drifts[].share_now drifts[].psi drifts[].is_empty',
  },
  {
    // No act holds data of an applicant: test/gateway/audit.test.ts.
    operations: 'listAuditEvents',
    nothing:
      'object id account_id sequence occurred_at action actor_kind actor_id actor_user_id actor_name api_client_id ' +
      'address request_id subject_type subject_id detail previous_hash hash',
  },
  // The file has the members of the list.
  { operations: 'exportAuditEvents', nothing: '' },
  { operations: 'redeliverWebhookSubscription', nothing: 'object subscription_id requeued has_more' },
  { operations: 'testWebhookSubscription listWebhookDeliveries retryWebhookDelivery', nothing: DELIVERY },
  {
    operations: 'getWebhookDelivery',
    nothing:
      `${DELIVERY} execution_id attempts_log attempts_log[].attempt attempts_log[].attempted_at attempts_log[].duration_ms ` +
      'attempts_log[].response_status attempts_log[].error',
  },
  {
    operations: 'createErasure listErasures',
    nothing: 'object id applicant_id reason cancel status created_at completed_at',
  },
  {
    operations: 'getErasure',
    nothing:
      'object id applicant_id reason cancel status created_at completed_at executions executions[].execution_id ' +
      'executions[].waits_for executions[].kept_until executions[].kept_for executions[].kept_for[].rule ' +
      'executions[].kept_for[].kind executions[].kept_for[].until executions[].kept_for[].why ' +
      'executions[].kept_for[].citation executions[].erased_at executions[].emptied executions[].emptied.steps ' +
      'executions[].emptied.reports executions[].emptied.letters executions[].emptied.mails executions[].emptied.events ' +
      'executions[].emptied.notes receipt receipt.document receipt.algorithm receipt.key_id receipt.signature',
  },
  { operations: 'deleteWebhookSubscription', nothing: '' },
];

/** Data by which an account decides, and data that the caller of a simulation or a validation has sent itself. */
const SHOWS_NO_RUN: readonly string[] = ['Workflows', 'Workflow templates', 'Products', 'Fields', 'Settings'];
const NARROW = ROUTES.filter(
  (route) =>
    (!SHOWS_NO_RUN.includes(route.tag) || route.operationId === 'triggerWorkflow') &&
    !scopesOf(route).includes('executions:read:full'),
);

function membersOf(route: Route): string[] {
  const found = new Set<string>();
  const walk = (schema: JsonSchema, at: string): void => {
    const { anyOf, oneOf, allOf, properties, items } = schema as Record<string, JsonSchema[] | JsonSchema | undefined>;
    for (const part of [anyOf, oneOf, allOf].flatMap((parts) => (Array.isArray(parts) ? parts : []))) walk(part, at);
    for (const [name, member] of Object.entries((properties ?? {}) as Record<string, JsonSchema>)) {
      const path = at === '' ? name : `${at}.${name}`;
      found.add(path);
      if (name !== 'step_outputs') walk(member, path);
    }
    if (items !== undefined) walk(items as JsonSchema, `${at}[]`);
  };
  const { reply } = route;
  if ('schema' in reply) walk(reply.schema, '');
  if (reply.kind === 'page' && reply.meta !== undefined) {
    walk({ properties: { meta: { properties: reply.meta.properties } } }, '');
  }
  return [...found];
}

const words = (text = '') => text.split(' ').filter((word) => word !== '');

// Rules: 16.19.1
describe('the table of scope and member', () => {
  test('has a line for every operation that the narrow scope may call, and for no other', () => {
    const known = FIELDS.flatMap(({ operations }) => words(operations));
    expect(known.toSorted()).toEqual(NARROW.map(({ operationId }) => operationId).toSorted());
  });

  test.each(NARROW.map((route) => [route.operationId, route] as const))(
    'has every member of the answer of %s',
    (operationId, route) => {
      const line = FIELDS.find(({ operations }) => words(operations).includes(operationId));
      const known = [...words(line?.nothing), ...words(line?.hidden), ...words(line?.missing)];
      expect(known.toSorted()).toEqual(membersOf(route).toSorted());
    },
  );
});

/** A name that only the data of the applicant has. */
const NAME = 'Zephyrine';
const OTHERS = ['Quastel', 'zephyrine@canary.example', '77 Canary Wharf Lane', 'otter-canary', 'Maria Lopez'];
const IDENTIFIERS = [
  ...['666-12-9137', '666129137', '666 12 9137', '1987-11-23', '11/23/1987', 'November 23, 1987', '445566778899'],
  // Numbers in other digits, and those of people whom nothing else in the run names.
  ...[
    '666–12–9137',
    '666\u201112\u20119137',
    '66612 9137',
    '６６６１２９１３７',
    '777-45-6781',
    '777–45–6782',
    '4111 1111 1111 1111',
  ],
  '"23"',
];
/** The masked forms of the values, of which the narrow scope sees nothing. */
const ENDS = ['-9137', '1987-', '*8899', '-6781', '*1111'];
const PAYLOAD = {
  applicant: {
    first_name: NAME,
    last_name: 'Quastel',
    email: 'zephyrine@canary.example',
    ssn: '666-12-9137',
    dateOfBirth: '1987-11-23',
    address: { line1: '77 Canary Wharf Lane', city: 'Portland' },
  },
  guarantor: { bank: { account_number: '445566778899' } },
  nickname: 'otter-canary',
  household: { 'Maria Lopez 777-45-6781': { income: 1 } },
  unknown: { code: 'heron canary', number: '99887766554', seen_on: '2026-01-17' },
};
/** Undeclared values: without `pii:read` they are shown only for test data. */
const UNDECLARED = ['heron canary', '99887766554', '9988-7766-554', '2026-01-17', '1/17/2026'];
const WORDS =
  '666–12–9137 is 666\u201112\u20119137, 66612 9137 or ６６６１２９１３７; his wife 777–45–6782 pays by 4111 1111 1111 1111. ' +
  `9988-7766-554 on 1/17/2026. ${NAME} Quastel, 666129137, born 11/23/1987, account 445566778899, otter-canary, zephyrine@canary.example`;

let gateway: TestGateway;
let owner: Caller;
/** By view: `executions:read`, `executions:read:full`, and with `pii:read`. */
const callers: Record<string, Caller> = {};
const ids: Record<string, number> = {};

beforeAll(async () => {
  gateway = await startGateway({ inboxWatch: { longestMs: 500 } });
  owner = await gateway.caller();
  const { kysely } = gateway.db;
  const all = [
    'workflows:read',
    'workflow_templates:read',
    'executions:write',
    'webhooks:read',
    'audit:read',
    'statistics:read',
    'people:write',
    'tokens:write',
    'applicants:erase',
    'applicants:export',
  ] as const;
  callers.narrow = await gateway.caller({ of: owner, sameClient: true, scopes: [...all, 'executions:read'] });
  callers.full = await gateway.caller({ of: owner, sameClient: true, scopes: [...all, 'executions:read:full'] });
  callers.pii = await gateway.caller({
    ...{ of: owner, sameClient: true },
    scopes: [...all, 'executions:read:full', 'pii:read'],
  });
  const declared = { type: 'text', kind: 'identifier' };
  const { status } = await owner.api.call('PUT', '/fields/guarantor.bank.account_number', { body: declared });
  expect(status).toBe(200);
  ids.executions = await recordedRun(gateway, owner, declinedWorld());
  ids.workflows = (await owner.api.get('/workflows')).data[0].id;
  const headers = { 'Idempotency-Key': randomUUID() };
  const rows = [{ applicant: PAYLOAD.applicant, external_reference: 'row' }];
  ids.batches = (await owner.api.post(`/workflows/${ids.workflows}/batches`, { rows }, { headers })).data.id;
  const row = (await owner.api.get(`/batches/${ids.batches}/executions`)).data[0].id;
  const { applicant_id: person } = await kysely
    .selectFrom('execution')
    .select('applicant_id')
    .where('id', '=', row)
    .executeTakeFirstOrThrow();
  ids.applicants = person!;
  ids.erasures = (
    await kysely
      .insertInto('erasure')
      .values({
        ...{ account_id: owner.accountId, api_client_id: owner.clientId, applicant_id: person! },
        ...{ reason: 'objection', cancels: false, completed_at: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  for (const execution_id of [ids.executions, row]) {
    await unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({
          ...{ payload: asJson(PAYLOAD), first_error_message: WORDS, dictionary_version: 1 },
          applicant_id: person,
          // Lists show the reason of a failure.
          ...(execution_id === row ? { status: 'failed' as const } : {}),
        })
        .where('id', '=', execution_id)
        .execute(),
    );
    const steps = { execution_id, node_type: 'SendEmail', visit: 1, causes: asJson([]) };
    await kysely
      .insertInto('step')
      .values([
        { ...steps, node_id: 'echo', status: 'succeeded', output: asJson({ to: NAME, subject: WORDS, by: 666129137 }) },
        {
          ...{ ...steps, node_id: 'failing', status: 'failed' as const },
          ...{ error_code: 'vendor_rejected', error_message: WORDS, output: null },
        },
      ])
      .execute();
    await kysely
      .insertInto('review_event')
      .values({
        ...{ execution_id, event_type: 'note_added' as const, note: WORDS },
        metadata: asJson({ node_id: 'decide', reasons: [WORDS] }),
      })
      .execute();
  }
  const event = randomUUID();
  await kysely
    .insertInto('event')
    .values({
      ...{ id: event, api_client_id: owner.clientId, execution_id: ids.executions },
      ...{ name: 'execution.failed', body: JSON.stringify({ first_error_message: WORDS }) },
    })
    .execute();
  const subscription = await owner.api.post('/webhook_subscriptions', { url: 'https://93.184.215.14/' });
  ids.webhook_subscriptions = subscription.data.id;
  const delivery = await kysely
    .insertInto('webhook_delivery')
    .values({
      ...{ event_id: event, subscription_id: subscription.data.id, api_client_id: owner.clientId },
      ...{ event: 'execution.failed', status: 'dead' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ids.webhook_deliveries = delivery.id;
  for (const kind of ['report', 'notice'] as const) {
    // A letter holds a name and an address, and no number of these.
    const bytes = Buffer.from(`%PDF ${NAME} Quastel`);
    const artifact = await kysely
      .insertInto('artifact')
      .values({
        ...{ api_client_id: owner.clientId, execution_id: kind === 'notice' ? row : ids.executions, kind },
        ...{ node_id: 'n', visit: 1, stage: kind, status: 'ready', notice_status: kind === 'notice' ? 'sent' : null },
        ...{ filename: `${kind}-1.pdf`, byte_size: bytes.length },
        ...{ sha256: createHash('sha256').update(bytes).digest('hex'), document: asJson({ reasons: [WORDS] }) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await new PostgresArtifactStore(kysely).put(artifact.id, bytes);
    ids[`${kind}_artifacts`] = artifact.id;
  }
  ids.notice_executions = row;
  ids.mail_artifacts = 31;
  await kysely
    .insertInto('mail_message')
    .values({
      ...{
        message_id: '<kept@example.com>',
        execution_id: ids.executions,
        api_client_id: owner.clientId,
        effect_id: 1,
      },
      ...{ sender: 'decisions@example.com', recipient: 'zephyrine@canary.example', raw: Buffer.from(WORDS) },
      ...{ kept_at: new Date(), file_id: ids.mail_artifacts },
    })
    .execute();
});
afterAll(() => gateway.stop());

const QUERIES: Record<string, () => string> = { compareExecutions: () => `?with=${ids.notice_executions}` };
const READS = ROUTES.filter(({ method, tag }) => method === 'GET' && !SHOWS_NO_RUN.includes(tag));

function addressOf({ operationId, path }: Route): string {
  const run = path.includes('notice_artifacts/{') ? ids.notice_executions : ids.executions;
  const filled = path.replaceAll(/\/(\w+)\/\{\w+\}/g, (_match, collection: string) => {
    const id = collection === 'executions' ? run : ids[collection];
    if (id === undefined) throw new Error(`there is no ${collection}: make one in beforeAll`);
    return `/${collection}/${id}`;
  });
  return filled + (QUERIES[operationId]?.() ?? '');
}

/** Everything that the response says: its headers, its body, and the names and contents of the files in it. */
async function read(by: Caller | undefined, route: Route): Promise<{ status: number; text: string }> {
  const response = await fetch(`${gateway.baseUrl}/api/v1${addressOf(route)}`, {
    headers: { Authorization: `Bearer ${by?.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const texts = [JSON.stringify([...response.headers]), bytes.toString()];
  if (response.headers.get('content-type') === 'application/zip') {
    const zip = await fromBufferPromise(bytes);
    for await (const entry of zip.eachEntry()) {
      texts.push(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
    }
  }
  return { status: response.status, text: texts.join('\n') };
}

const found = (text: string, canaries: readonly string[]) => canaries.filter((canary) => text.includes(canary));

describe.each(READS.map((route) => [route.operationId, route] as const))('%s', (operationId, route) => {
  // Rules: 16.19.1, 16.20.1
  test('shows the narrow scope nothing of the applicant', async () => {
    const { status, text } = await read(callers.narrow, route);
    expect([status, found(text, [NAME, ...OTHERS, ...IDENTIFIERS, ...ENDS])]).toEqual([
      scopesOf(route).includes('executions:read:full') ? 403 : 200,
      [],
    ]);
  });

  // Rules: 16.19.1, 16.23.2
  test('shows the full scope no identifier without pii:read', async () => {
    const { status, text } = await read(callers.full, route);
    expect([status, found(text, IDENTIFIERS)]).toEqual([route.showsIdentifiers === true ? 403 : 200, []]);
  });

  // Rules: 16.19.1
  test('is read with pii:read, and whoever is shown a number leaves a row', async () => {
    // A reader without a record in the last hour.
    const reader = await gateway.caller({
      ...{ of: owner, sameClient: true },
      scopes: [
        'executions:read:full',
        'pii:read',
        'audit:read',
        'webhooks:read',
        'statistics:read',
        'people:write',
        'tokens:write',
        'applicants:erase',
        'applicants:export',
      ],
    });
    const { status, text } = await read(reader, route);
    const rows = await gateway.db.kysely
      .selectFrom('audit_event')
      .select('subject_id')
      .where('actor_id', '=', reader.tokenId)
      .where('actor_kind', '=', 'token')
      .execute();
    expect(status).toBe(200);
    const isShown = found(text, IDENTIFIERS.slice(0, -1)).length > 0;
    if (isShown) expect(rows.length).toBeGreaterThan(0);
    if (route.fullReads !== undefined) {
      const seen = operationId === 'compareExecutions' ? [ids.executions, ids.notice_executions] : [ids.executions];
      expect(rows.map(({ subject_id: id }) => Number(id))).toEqual(seen);
    }
  });
});

describe('in live mode', () => {
  const setMode = (mode: 'live' | 'test') =>
    unguarded(gateway.db, (trx) =>
      trx
        .updateTable('execution')
        .set({ execution_mode: mode })
        .where('id', 'in', [ids.executions!, ids.notice_executions!])
        .execute(),
    );
  beforeAll(() => setMode('live'));
  afterAll(() => setMode('test'));

  // Rules: 16.20.7, 16.20.9
  test.each(READS.map((route) => [route.operationId, route] as const))(
    '%s shows nobody without pii:read what was not declared',
    async (operationId, route) => {
      const { text } = await read(callers.full, route);
      expect(found(text, [...IDENTIFIERS, ...UNDECLARED])).toEqual([]);
      if (operationId === 'getExecution') expect(text).toContain('*** (text, not declared)');
    },
  );

  // Rules: 16.20.9, 16.24.1
  test('it is revealed on request, with a reason', async () => {
    const body = { fields: ['unknown.code'], reason: 'The field waits for its declaration.' };
    const { status, data } = await callers.full!.api.post(`/executions/${ids.executions}/reveal`, body);
    expect([status, data.values]).toEqual([200, { 'unknown.code': 'heron canary' }]);
  });

  // Rules: 16.20.10, 16.20.12
  test('it stays hidden in old cases once it is declared, and what is declared an identifier since is one', async () => {
    const put = (field: string, kind: string) =>
      owner.api.call('PUT', `/fields/${field}`, { body: { type: 'text', kind } });
    expect([(await put('unknown.code', 'fact')).status, (await put('nickname', 'identifier')).status]).toEqual([
      200, 200,
    ]);
    const { data } = await callers.full!.api.get(`/executions/${ids.executions}`);
    expect(data.input_context.unknown.code).toBe('*** (text, declared later)');
    expect(data.input_context.nickname).toBe('*** (text, declared later)');
    await setMode('test');
    const test = await callers.full!.api.get(`/executions/${ids.executions}`);
    await setMode('live');
    expect(test.data.input_context).toMatchObject({ unknown: { code: 'heron canary' }, nickname: '***' });
    for (const field of ['unknown.code', 'nickname']) await owner.api.call('DELETE', `/fields/${field}`);
  });
});

describe('what is left of a number', () => {
  // Rules: 16.19.1
  test('is nothing in the narrow scope', async () => {
    const { data } = await callers.narrow!.api.get(`/executions/${ids.executions}`);
    expect(data.input_context.applicant).toMatchObject({ ssn: '***', dateOfBirth: '***' });
    expect(data.input_context.guarantor.bank.account_number).toBe('***');
    expect(data.input_context.execution_mode).toBe('test');
  });

  // Rules: 16.20.5
  test('is its last four, and of a date of birth the year, in the full scope', async () => {
    const { data } = await callers.full!.api.get(`/executions/${ids.executions}`);
    expect(data.input_context.applicant).toMatchObject({ ssn: '***-**-9137', dateOfBirth: '1987-**-**' });
    expect(data.input_context.guarantor.bank.account_number).toBe('****8899');
    expect(data.input_context.execution_mode).toBe('test');
    expect(data.input_context.applicant).toMatchObject({ first_name: NAME, email: 'zephyrine@canary.example' });
    expect(data.step_outputs.echo).toMatchObject({ to: NAME, by: '***-**-9137' });
  });

  test('is all of it with pii:read', async () => {
    const whole = (await callers.pii!.api.get(`/executions/${ids.executions}`)).data;
    expect(whole.input_context.applicant).toEqual(PAYLOAD.applicant);
  });

  // Rules: 16.20.2
  test('is that of what the account declared an identifier, too, and all of what it declared a fact', async () => {
    for (const [field, kind] of [
      ['applicant.clan', 'identifier'],
      ['applicant.member_number', 'fact'],
    ] as const) {
      const body = { type: 'text', kind };
      expect((await owner.api.call('PUT', `/fields/${field}`, { body })).status).toBeLessThan(300);
    }
    const workflow = await owner.api.post('/workflows', { name: 'Marked', definition: declinedWorld().definition });
    const payload = { applicant: { clan: 'otter canary', member_number: '12345678' } };
    const { id } = (await owner.api.trigger(workflow.data.id, { payload })).data;
    const note = 'She is of the Otter-Canary.';
    expect((await owner.api.post(`/executions/${id}/review_notes`, { note })).status).toBeLessThan(300);
    const shown = await callers.full!.api.get(`/executions/${id}`);
    expect(shown.data.input_context.applicant).toEqual({ clan: '***', member_number: '12345678' });
    const events = await callers.full!.api.get(`/executions/${id}/review_events`);
    expect(events.data.at(-1).note).toBe('She is of the ***.');
    const whole = await callers.pii!.api.get(`/executions/${id}`);
    expect(whole.data.input_context.applicant).toEqual(payload.applicant);
  });

  test('is masked in an execution that is too large for the event loop too', async () => {
    const workflow = await owner.api.post('/workflows', { name: 'Large', definition: declinedWorld().definition });
    const payload = { ...PAYLOAD, more: 'x'.repeat(200_000) };
    const { id } = (await owner.api.trigger(workflow.data.id, { payload })).data;
    const { data } = await callers.full!.api.get(`/executions/${id}`);
    expect(data.input_context).toMatchObject({ applicant: { ssn: '***-**-9137' }, more: payload.more });
  });
});

// Rules: 16.20.8
test('a reference and a key are shown to everybody as the caller gave them, even a number of the applicant', async () => {
  const ssn = '900-10-1002';
  const { data: workflow } = await owner.api.post('/workflows', { name: 'Keyed', definition: SIMPLE });
  const payload = { applicant: { ssn }, note: ssn };
  const { data } = await owner.api.trigger(workflow.id, { payload, external_reference: ssn }, `key-${ssn}`);
  for (const by of ['narrow', 'full']) {
    const { data: read } = await callers[by]!.api.get(`/executions/${data.id}`);
    expect([read.external_reference, read.execution_key]).toEqual([ssn, expect.stringContaining(`key-${ssn}`)]);
    expect(JSON.stringify([read.input_context?.applicant, read.input_context?.note])).not.toContain(ssn);
  }
});

describe('POST /executions/{id}/reveal', () => {
  const reveal = (by: Caller | undefined, body: object, id = ids.executions) =>
    by!.api.post(`/executions/${id}/reveal`, body);
  const recorded = () =>
    gateway.db.kysely.selectFrom('audit_event').selectAll().where('account_id', '=', owner.accountId).execute();

  // Rules: 16.24.1, 16.24.2
  test('shows what was asked for, and records who asked and why in the same transaction', async () => {
    const fields = ['applicant.ssn', 'input_context.applicant.dateOfBirth', 'step_outputs.echo.by'];
    const before = (await recorded()).length;
    const answer = await reveal(callers.full, { fields, reason: 'She called.' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.data).toEqual({
      object: 'revealed_values',
      execution_id: ids.executions,
      values: { [fields[0]!]: '666-12-9137', [fields[1]!]: '1987-11-23', [fields[2]!]: 666129137 },
    });
    const events = await recorded();
    expect(events).toHaveLength(before + 1);
    expect(events.at(-1)).toMatchObject({
      action: 'execution.revealed',
      actor_kind: 'token',
      actor_id: callers.full!.tokenId,
      actor_user_id: callers.full!.userId,
      api_client_id: owner.clientId,
      address: '127.0.0.1',
      request_id: answer.headers.get('x-request-id'),
      subject_type: 'execution',
      subject_id: String(ids.executions),
      detail: { fields, reason: 'She called.' },
    });
    expect(found(JSON.stringify(events), IDENTIFIERS)).toEqual([]);
  });

  // Rules: 19.4.1
  test('leaves no number in the log, nor a name of a member that is a value', async () => {
    const field = 'household.Maria Lopez 777-45-6781.income';
    const reason = 'She says 666–12–9137, and her card is 4111111111111111.';
    const answer = await reveal(callers.full, { fields: [field], reason });
    expect([answer.status, answer.data.values]).toEqual([200, { [field]: 1 }]);
    expect((await recorded()).at(-1)?.detail).toEqual({
      fields: ['household.***.income'],
      reason: 'She says ***-**-9137, and her card is ****1111.',
    });
  });

  // Rules: 16.24.2
  test('shows nothing if it cannot be recorded', async () => {
    await gateway.db.kysely.schema.alterTable('audit_event').renameTo('audit_gone').execute();
    const answer = await reveal(callers.full, { fields: ['applicant.ssn'], reason: 'x' });
    await gateway.db.kysely.schema.alterTable('audit_gone').renameTo('audit_event').execute();
    expect([answer.status, found(answer.text, IDENTIFIERS)]).toEqual([500, []]);
  });

  // Rules: 16.24.3
  test('is recorded each time: an Idempotency-Key stores no value', async () => {
    const before = (await recorded()).length;
    const headers = { 'Idempotency-Key': randomUUID() };
    for (const attempt of ['first', 'second']) {
      const body = { fields: ['applicant.ssn'], reason: attempt };
      const answer = await callers.full!.api.post(`/executions/${ids.executions}/reveal`, body, { headers });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
    expect(await recorded()).toHaveLength(before + 2);
    const stored = await gateway.db.kysely.selectFrom('idempotency_key').select('response_data').execute();
    expect(found(JSON.stringify(stored), IDENTIFIERS)).toEqual([]);
  });

  // Rules: 16.18.1
  test('needs the full scope, before anything is looked up, and an execution of the client', async () => {
    const body = { fields: ['applicant.ssn'], reason: 'x' };
    for (const id of [ids.executions, 999_999_999]) {
      expect((await reveal(callers.narrow, body, id)).error.code).toBe('insufficient_scope');
    }
    const stranger = await gateway.caller();
    const sibling = await gateway.caller({ of: owner });
    for (const outsider of [stranger, sibling]) expect((await reveal(outsider, body)).status).toBe(404);
  });

  test.each([
    [{ fields: ['applicant.ssn', 'applicant.nothing'], reason: 'x' }, 'fields[1]'],
    [{ fields: ['step_outputs.echo.nothing'], reason: 'x' }, 'fields[0]'],
    [{ fields: [], reason: 'x' }, 'fields'],
    [{ fields: ['applicant.ssn'], reason: ' ' }, 'reason'],
    [{ fields: ['applicant.ssn'] }, 'reason'],
  ])('refuses %j and names the field', async (body, field) => {
    const before = (await recorded()).length;
    const { status, error } = await reveal(callers.full, body);
    expect([status, error.details.map((detail: { field: string }) => detail.field)]).toEqual([422, [field]]);
    expect(await recorded()).toHaveLength(before);
  });
});
