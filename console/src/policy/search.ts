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
}

export function simulateSearchOf(search: Readonly<Record<string, unknown>>): SimulateSearch {
  const version = Number(search.version);
  return Number.isSafeInteger(version) && version > 0 ? { version } : {};
}
