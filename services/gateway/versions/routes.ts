import { productsNow } from '../../../platform/database/products.ts';
import { AppError } from '../../../core/errors.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { bodySchema, defineRoute, listQuery } from '../http/route.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { askedFirst, savedExamples } from '../examples/ask.ts';
import { OVERRIDE } from '../examples/schemas.ts';
import { changeWorkflow, versionAfter } from '../workflows/change.ts';
import { checkDefinition } from '../workflows/definition.ts';
import { presentWorkflowDetail, readWorkflow, workflowEtag } from '../workflows/records.ts';
import { WORKFLOW_DETAIL, WORKFLOW_DETAIL_EXAMPLE } from '../workflows/schemas.ts';
import { presentVersion, presentVersionDetail, readVersion, selectVersions, VERSION_COLUMNS } from './records.ts';
import { getReading, readDefinition } from './reading.ts';
import { VERSION, VERSION_DETAIL, VERSION_DETAIL_EXAMPLE, VERSION_EXAMPLE } from './schemas.ts';

const listVersions = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/versions',
  operationId: 'listWorkflowVersions',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'List the versions of a cascade',
  description: 'Every version that was saved, newest first, with who saved it and when.',
  query: listQuery(),
  reply: {
    kind: 'page',
    object: 'workflow_version',
    description: 'One page of versions.',
    schema: VERSION,
    example: VERSION_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params, page }) => {
    await readWorkflow(db.kysely, auth, params.id);
    const matching = selectVersions(db.kysely, auth, params.id);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.select(VERSION_COLUMNS), 'v.version', 'desc', slice).execute(),
      position: ({ version }) => ({ id: version }),
    });
    return { items: rows.map(presentVersion), ...more };
  },
});

const getVersion = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/versions/{version}',
  operationId: 'getWorkflowVersion',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read a version of a cascade',
  description: 'The version with its definition. `workflow_version` of an execution names the one that it runs.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The version.',
    schema: VERSION_DETAIL,
    example: VERSION_DETAIL_EXAMPLE,
  },
  errors: ['not_found'],
  handler: async ({ db, auth, params }) =>
    presentVersionDetail(db.kysely, auth, await readVersion(db.kysely, auth, params.id, params.version)),
});

const restoreVersion = defineRoute({
  method: 'POST',
  path: '/workflows/{id}/versions/{version}/restore',
  operationId: 'restoreWorkflowVersion',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Restore a version of a cascade',
  description:
    'The definition of that version becomes a new version. Name, use case and `active` stay as they are. If it is the ' +
    'current definition already, nothing changes.',
  body: {
    schema: bodySchema({
      type: 'object',
      properties: {
        note: { type: ['string', 'null'], maxLength: 2_000, description: 'Kept with the new version.' },
        examples_override: OVERRIDE,
      },
    }),
    example: { note: 'Back to the policy of March.' },
  },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The cascade as it is now.',
    schema: WORKFLOW_DETAIL,
    example: WORKFLOW_DETAIL_EXAMPLE,
  },
  errors: ['not_found', 'activation_needs_approval', 'examples_fail'],
  etag: 'checked',
  audit: { action: ['workflow.updated', 'activation.superseded'], subject: 'workflow' },
  handler: async ({ audit, commit, idempotency, db, auth, params, body, ifMatch, setEtag, calculate }) => {
    const earlier = await idempotency.replay();
    if (earlier !== null) return earlier;
    const versionNote = body.note ?? `Restored from version ${params.version}.`;
    const changeTo = async (of: Queryable) => {
      const { definition } = await readVersion(of, auth, params.id, params.version);
      // It was valid when it was saved, but the rules may have become stricter.
      const findings = checkDefinition(definition, await productsNow(of, auth.accountId, definition));
      if (findings.total > 0) throw new AppError('validation_failed', findings);
      return { definition: findings.definition ?? definition, versionNote };
    };
    return askedFirst(
      { db, auth, calculate },
      async () => versionAfter(db.kysely, auth, params.id, await changeTo(db.kysely)),
      (asked) =>
        commit(async (trx) => {
          const examples = { asked, override: body.examples_override ?? null };
          const wanted = { change: await changeTo(trx), ifMatch, examples };
          const workflow = await changeWorkflow({ trx, auth, audit }, params.id, wanted);
          setEtag(workflowEtag(workflow));
          return { ...(await presentWorkflowDetail(trx, workflow)), ...savedExamples(asked) };
        }),
    );
  },
});

export const VERSION_ROUTES = [listVersions, getVersion, restoreVersion, getReading, readDefinition];
