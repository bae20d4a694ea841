import type { Changes } from '../../../core/readback/changes.ts';
import type { Schemas } from '../../../clients/typescript/src/types.ts';

/** The records of the API that the pages of workflows show. */
export type Workflow = Schemas['Workflow'];
export type WorkflowDetail = Schemas['WorkflowDetail'];
export type Version = Schemas['WorkflowVersion'];
export type VersionDetail = Schemas['WorkflowVersionDetail'];
export type Warning = Schemas['CascadeWarning'];
export type Reading = Omit<Schemas['WorkflowReading'], 'changes'> & {
  readonly changes?: Changes & { readonly version: number };
};
export type Activation = Schemas['ActivationRequest'];
export type ActivationDetail = Schemas['ActivationRequestDetail'];
