/** What stands in addresses that anybody may have written. */

export interface NewWorkflowSearch {
  /** Where it comes from; absent: from a policy in plain words. */
  readonly from?: 'template' | 'empty';
}

export function newWorkflowSearchOf({ from }: Readonly<Record<string, unknown>>): NewWorkflowSearch {
  return from === 'template' || from === 'empty' ? { from } : {};
}

export interface SimulateSearch {
  /** Absent: the current one. */
  readonly version?: number;
  /** What an activation request proposes, instead of a version. */
  readonly request?: number;
  /** The example of the workflow that is changed. */
  readonly example?: number;
}

export function simulateSearchOf(search: Readonly<Record<string, unknown>>): SimulateSearch {
  const [version, request, example] = [idOf(search.version), idOf(search.request), idOf(search.example)];
  if (request !== undefined) return { request };
  // An example is asked of the current version.
  if (example !== undefined) return { example };
  return version === undefined ? {} : { version };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
