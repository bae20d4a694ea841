import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { DB } from '../../../platform/database/index.ts';
import { COUNT, readPage } from '../paging.ts';
import { timeText } from '../records/executions.ts';
import { defineRoute, listQuery, type PageQuery } from '../route.ts';
import { DEFINITION_EXAMPLE, TEMPLATE, TEMPLATE_DETAIL, TEMPLATE_EXAMPLE } from '../schemas/workflows.ts';

interface TemplateFilters extends PageQuery {
  readonly 'filter[category]'?: string;
  readonly 'filter[featured]'?: boolean;
}

function presentTemplate(row: Omit<Selectable<DB['workflow_template']>, 'definition'>): JsonObject {
  return {
    id: row.id,
    object: 'workflow_template',
    name: row.name,
    description: row.description,
    icon: row.icon,
    color: row.color,
    category: row.category,
    active: row.active,
    featured: row.featured,
    published_at: timeText(row.published_at),
  };
}

const listTemplates = defineRoute({
  method: 'GET',
  path: '/workflow_templates',
  operationId: 'listWorkflowTemplates',
  tag: 'Workflow templates',
  scope: 'workflow_templates:read',
  summary: 'List published templates',
  description: 'Templates that are published, the newest first.',
  query: listQuery<TemplateFilters>({
    'filter[category]': { type: 'string' },
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
    let matching = db.kysely.selectFrom('workflow_template').where('published_at', 'is not', null);
    const { 'filter[category]': category, 'filter[featured]': featured } = query;
    if (category !== undefined) matching = matching.where('category', '=', category);
    if (featured !== undefined) matching = matching.where('featured', '=', featured);
    const { rows, totalCount } = await readPage(page, {
      count: async () => (await matching.select(COUNT).executeTakeFirstOrThrow()).total,
      rows: (limit, offset) => matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    });
    return { items: rows.map(presentTemplate), totalCount };
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
    example: { ...TEMPLATE_EXAMPLE, definition: DEFINITION_EXAMPLE, source_workflow_id: null },
  },
  errors: ['not_found'],
  handler: async ({ db, params }) => {
    const row = await db.kysely
      .selectFrom('workflow_template')
      .selectAll()
      .where('id', '=', params.id)
      .where('published_at', 'is not', null)
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    // Loaded from files that were validated.
    const definition = row.definition as unknown as Json;
    return { ...presentTemplate(row), definition, source_workflow_id: row.source_workflow_id };
  },
});

export const TEMPLATE_ROUTES = [listTemplates, getTemplate];
