/** The view of a workflow. It is kept in the address, so that it can be shared. */
export interface WorkflowSearch {
  /** Absent for the current version. */
  readonly version?: number;
  /** The version to compare with. */
  readonly with?: number;
  /** The activation request whose proposal is compared with the current version. */
  readonly request?: number;
}

/** Parses an address, which may contain anything. */
export function workflowSearchOf(search: Readonly<Record<string, unknown>>): WorkflowSearch {
  const [version, other, request] = [search.version, search.with, search.request].map(numberOf);
  if (request !== undefined) return { request };
  return {
    ...(version === undefined ? {} : { version }),
    ...(other === undefined || other === version ? {} : { with: other }),
  };
}

function numberOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
