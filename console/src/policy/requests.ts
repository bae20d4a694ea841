import type { ApiRequest } from '../api/http.ts';
import type { Applicant } from './fields.ts';
import type { Decisions } from './simulated.ts';

/** Requests to the API, each also shown as curl. */

/** A cascade to try: a saved version, or an unsaved definition. */
export type Tried =
  | { readonly workflowId: number; readonly version: number }
  | { readonly definition: readonly object[]; readonly useCase: string | null };

export function previewRequest(policy: string, useCase: string): ApiRequest {
  return { method: 'POST', path: '/workflows/generate', body: { prompt: policy, use_case: useCase, create: false } };
}

/** A workflow written by hand is never live at once: a user activates it. */
export function createRequest(made: {
  readonly name: string;
  readonly useCase: string;
  readonly definition: readonly object[];
  readonly note: string | null;
  /** The examples of the template that the workflow is made from. */
  readonly examples?: readonly object[];
}): ApiRequest {
  return {
    method: 'POST',
    path: '/workflows',
    body: {
      ...{ name: made.name.trim(), use_case: made.useCase, active: false },
      ...(made.note === null ? {} : { version_note: shortened(made.note) }),
      definition: made.definition,
      ...(made.examples === undefined ? {} : { examples: made.examples }),
    },
  };
}

/** The maximum length of a note. */
const MOST_OF_NOTE = 2_000;

function shortened(note: string): string {
  return note.length > MOST_OF_NOTE ? `${note.slice(0, MOST_OF_NOTE - 1)}…` : note;
}

export function simulateRequest(tried: Tried, { payload, reports }: Applicant, decisions: Decisions): ApiRequest {
  const run = { payload, reports, decisions };
  if ('definition' in tried) {
    const { definition, useCase } = tried;
    return { method: 'POST', path: '/workflows/simulate', body: { definition, use_case: useCase, ...run } };
  }
  const { workflowId, version } = tried;
  return { method: 'POST', path: `/workflows/${workflowId}/simulate`, body: { version, ...run } };
}

export interface Start {
  readonly workflowId: number;
  readonly applicant: Applicant;
  readonly mode: 'test' | 'live';
  readonly reference: string;
  readonly skipsWaits: boolean;
}

/** In live mode reports are pulled, so none is sent. */
export function startRequest({ workflowId, applicant, mode, reference, skipsWaits }: Start): ApiRequest {
  const { payload, reports } = applicant;
  const isTest = mode === 'test';
  return {
    method: 'POST',
    path: `/workflows/${workflowId}/trigger`,
    body: {
      payload,
      execution_mode: mode,
      ...(reference.trim() === '' ? {} : { external_reference: reference.trim() }),
      ...(isTest && skipsWaits ? { skip_waits: true } : {}),
      ...(isTest && Object.keys(reports).length > 0 ? { sandbox: reports } : {}),
    },
  };
}
