/** What of a workflow is looked at. It stands in the address, so that it can be sent on. */
export interface WorkflowSearch {
  /** Without it the current one. */
  readonly version?: number;
  /** The version that it is compared with. */
  readonly with?: number;
  /** The activation request whose proposal is compared with the current version. */
  readonly request?: number;
}

/** From an address that anybody may have written. */
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
