import { isOneOf, several } from '../http/filters.ts';
import { COUNT, readPage, sliceOf } from '../http/paging.ts';
import { defineRoute, listQuery } from '../http/route.ts';
import { DEFINITION_EXAMPLE } from '../workflows/schemas.ts';
import { presentTemplate, readTemplate, selectTemplates } from './records.ts';
import { TEMPLATE, TEMPLATE_DETAIL, TEMPLATE_EXAMPLE } from './schemas.ts';

const listTemplates = defineRoute({
  method: 'GET',
  path: '/workflow_templates',
  operationId: 'listWorkflowTemplates',
  tag: 'Workflow templates',
  scope: 'workflow_templates:read',
  summary: 'List published templates',
  description: 'Templates that are published, the newest first.',
  query: listQuery({
    'filter[category]': several({ type: 'string' }),
    'filter[featured]': { type: 'boolean' },
  }),
  reply: {
    kind: 'page',
    object: 'workflow_template',
    description: 'One page of templates.',
    schema: TEMPLATE,
    example: TEMPLATE_EXAMPLE,
  },
  errors: [],
  handler: async ({ db, query, page }) => {
    let matching = selectTemplates(db.kysely);
    const { 'filter[category]': category, 'filter[featured]': featured } = query;
    if (category !== undefined) matching = matching.where(isOneOf('category', category));
    if (featured !== undefined) matching = matching.where('featured', '=', featured);
    const { rows, ...more } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (slice) => sliceOf(matching.selectAll(), 'id', 'desc', slice).execute(),
      position: ({ id }) => ({ id }),
    });
    return { items: rows.map(presentTemplate), ...more };
  },
});

const getTemplate = defineRoute({
  method: 'GET',
  path: '/workflow_templates/{id}',
  operationId: 'getWorkflowTemplate',
  tag: 'Workflow templates',
  scope: 'workflow_templates:read',
  summary: 'Read a template',
  description: 'A published template with its definition, to create a cascade from.',
  reply: {
    kind: 'item',
    status: 200,
    description: 'The template.',
    schema: TEMPLATE_DETAIL,
    example: { ...TEMPLATE_EXAMPLE, definition: DEFINITION_EXAMPLE, examples: [], source_workflow_id: null },
  },
  errors: ['not_found'],
  handler: ({ db, params }) => readTemplate(db.kysely, params.id),
});

export const TEMPLATE_ROUTES = [listTemplates, getTemplate];
