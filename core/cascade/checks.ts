import { didYouMean } from '../nearest.ts';
import type { Report } from '../schema/findings.ts';
import type { ValidationScope } from './contract.ts';

/** Most nodes that a message names. */
const MAX_NAMED = 12;

/** Reports an id that no node of the definition has. Values that are not text are left to the schema. */
export function checkNodeId(id: unknown, field: string, scope: ValidationScope, report: Report): void {
  if (typeof id !== 'string' || id.trim() === '' || scope.ids.has(id)) return;
  report(field, () => noSuchNode(id, scope));
}

export function noSuchNode(id: string, scope: ValidationScope): string {
  return `no node has the id ${quote(id)}${didYouMean(id, scope.ids) || `; ${nodesNamed(scope.ids)}`}`;
}

/** "the nodes are …", cut after `MAX_NAMED`. */
export function nodesNamed(ids: Iterable<string>): string {
  const all = [...ids];
  const named = all.slice(0, MAX_NAMED).map(quote).join(', ');
  return `the nodes are ${named}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} others` : ''}`;
}

/** A caller's text for a message: quoted, and cut if it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
