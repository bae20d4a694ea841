import type { ErrorDetail } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import type { Findings, Report, ValidationScope } from './contract.ts';

/** Findings beyond this many are counted, but no text is made of them. */
const MAX_DETAILS = 100;
/** A message names at most this many nodes. */
const MAX_NAMED = 12;

/** Collects what a validation reports: the first `MAX_DETAILS` as they are, the others as a number. */
export class FindingsList implements Findings {
  readonly details: ErrorDetail[] = [];
  total = 0;

  readonly report: Report = (field, message) => {
    this.total += 1;
    if (this.details.length >= MAX_DETAILS) return;
    this.details.push({ field, message: typeof message === 'string' ? message : message() });
  };
}

/** Reports an id that no node of the definition has. Anything but text is left to the shape. */
export function checkNodeId(id: unknown, field: string, scope: ValidationScope, report: Report): void {
  if (typeof id !== 'string' || id.trim() === '' || scope.ids.has(id)) return;
  report(field, () => noSuchNode(id, scope));
}

export function noSuchNode(id: string, scope: ValidationScope): string {
  return `no node has the id ${quote(id)}${didYouMean(id, scope.ids) || `; ${nodesNamed(scope.ids)}`}`;
}

/** "the nodes are …", the first of them if there are many. */
export function nodesNamed(ids: Iterable<string>): string {
  const all = [...ids];
  const named = all.slice(0, MAX_NAMED).map(quote).join(', ');
  return `the nodes are ${named}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} others` : ''}`;
}

/** A caller's text for use in a message: quoted, and cut if it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
