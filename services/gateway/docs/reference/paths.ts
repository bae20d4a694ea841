/** Addresses of the pages of the API reference. */
export const REFERENCE_PATH = '/docs/api';
export const EVENTS_PATH = `${REFERENCE_PATH}/events`;
export const SCHEMAS_PATH = `${REFERENCE_PATH}/schemas`;

/** The tag `Workflow templates` has the page `/docs/api/workflow-templates`. */
export function tagPath(tag: string): string {
  return `${REFERENCE_PATH}/${slugOf(tag)}`;
}

/** Each operation has a page of its own. */
export function operationPath(tag: string, operationId: string): string {
  return `${tagPath(tag)}/${operationId}`;
}

export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
