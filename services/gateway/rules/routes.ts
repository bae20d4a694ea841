import type { JsonObject } from '../../../core/json.ts';
import { fieldsAsJson } from '../../../platform/database/fields.ts';
import { readActivation } from '../activations/records.ts';
import type { ListRules } from '../calculations/rules.ts';
import { defineRoute, querySchema } from '../http/route.ts';
import { ID } from '../http/schemas.ts';
import { SerialisedData } from '../http/serialised.ts';
import { readVersion } from '../versions/records.ts';
import { readWorkflow, workflowEtag } from '../workflows/records.ts';
import { RULES, RULES_EXAMPLE } from './schemas.ts';

/*
 * The rules of a cascade as rows, to be read and changed one by one. An addition of ours; semantics 2.12.
 */

const getRules = defineRoute({
  method: 'GET',
  path: '/workflows/{id}/rules',
  operationId: 'getWorkflowRules',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Read the rules of a cascade',
  description:
    'One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, ' +
    'and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the ' +
    'cascade, for `PUT`.',
  query: querySchema({
    version: { ...ID, description: 'Number of the version; without it the current one.' },
    activation_request: {
      ...ID,
      description: 'The rules that this activation request proposes. Not beside `version`.',
    },
  }),
  reply: { kind: 'item', status: 200, description: 'The rules.', schema: RULES, example: RULES_EXAMPLE },
  errors: ['not_found', 'too_much_work'],
  etag: 'sent',
  handler: async ({ db, auth, params, query, calculate, setEtag }) => {
    const workflow = await readWorkflow(db.kysely, auth, params.id);
    setEtag(workflowEtag(workflow));
    const requestId = query.activation_request;
    const request =
      requestId === undefined ? null : await readActivation(db.kysely, auth, { workflowId: workflow.id, requestId });
    const version = query.version ?? request?.version ?? workflow.version;
    const definition =
      request?.definition ??
      (version === workflow.version
        ? workflow.definition
        : (await readVersion(db.kysely, auth, params.id, version)).definition);
    const of: ListRules = { definition, fields: await fieldsAsJson(db.kysely, auth.accountId) };
    const head: JsonObject = {
      object: 'workflow_rules',
      workflow_id: workflow.id,
      version,
      activation_request: request?.id ?? null,
    };
    return new SerialisedData(await calculate('listRules', JSON.stringify({ head, of })), false);
  },
});

export const RULE_ROUTES = [getRules];
