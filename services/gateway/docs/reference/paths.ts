/** Addresses of the pages of the API reference. */
export const REFERENCE_PATH = '/docs/api';
export const EVENTS_PATH = `${REFERENCE_PATH}/events`;
export const SCHEMAS_PATH = `${REFERENCE_PATH}/schemas`;

/** The tag `Workflow templates` has the page `/docs/api/workflow-templates`. */
export function tagPath(tag: string): string {
  return `${REFERENCE_PATH}/${slugOf(tag)}`;
}

export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
