import type { TemplateFile } from '../reference-data/index.ts';
import { asJson, type Queryable } from './index.ts';

/**
 * Updates the published templates to those of `data/templates`. A template whose file was removed stays, inactive and
 * unpublished, because workflows may refer to it.
 */
export async function storeTemplates(db: Queryable, templates: readonly TemplateFile[]): Promise<void> {
  for (const template of templates) {
    const { key, id, definition, examples, published_at, name, description, icon, color, category, featured } =
      template;
    const row = {
      ...{ name, description, icon, color, category, featured, active: true },
      published_at: published_at === null ? null : new Date(published_at),
      definition: asJson(definition),
      examples: asJson(examples),
    };
    await db
      .insertInto('workflow_template')
      .values({ key, id, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  }
  const kept = templates.map(({ key }) => key);
  let gone = db.updateTable('workflow_template').set({ active: false, published_at: null });
  if (kept.length > 0) gone = gone.where('key', 'not in', kept);
  await gone.execute();
}
