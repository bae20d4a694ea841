/** Parses addresses, which may contain anything. */

export interface NewWorkflowSearch {
  /** The starting point; absent for a policy in plain words. */
  readonly from?: 'template' | 'empty';
}

export function newWorkflowSearchOf({ from }: Readonly<Record<string, unknown>>): NewWorkflowSearch {
  return from === 'template' || from === 'empty' ? { from } : {};
}

export interface SimulateSearch {
  /** Absent for the current version. */
  readonly version?: number;
  /** The activation request whose proposal is shown instead of a version. */
  readonly request?: number;
  /** The example of the workflow to change. */
  readonly example?: number;
}

export function simulateSearchOf(search: Readonly<Record<string, unknown>>): SimulateSearch {
  const [version, request, example] = [idOf(search.version), idOf(search.request), idOf(search.example)];
  if (request !== undefined) return { request };
  // An example always uses the current version.
  if (example !== undefined) return { example };
  return version === undefined ? {} : { version };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
