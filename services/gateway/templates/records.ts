import type { Selectable } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import type { DB, Queryable } from '../../../platform/database/index.ts';
import { timeText } from '../http/present.ts';

/** Templates belong to no account: every account sees the published ones. */
export function selectTemplates(db: Queryable) {
  return db.selectFrom('workflow_template').where('published_at', 'is not', null);
}

export function presentTemplate(row: Omit<Selectable<DB['workflow_template']>, 'definition' | 'examples'>): JsonObject {
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

/** A published template with its definition, or `not_found`. */
export async function readTemplate(db: Queryable, templateId: number): Promise<JsonObject> {
  const row = await selectTemplates(db).selectAll().where('id', '=', templateId).executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  // It was loaded from validated files.
  const definition = asJsonList(row.definition);
  const examples = asJsonList(row.examples);
  return { ...presentTemplate(row), definition, examples, source_workflow_id: row.source_workflow_id };
}
