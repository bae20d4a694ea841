import type { Schemas } from '../../../clients/typescript/src/types.ts';

/** The records of the API that the pages of workflows show. */
export type Workflow = Schemas['Workflow'];
export type WorkflowDetail = Schemas['WorkflowDetail'];
export type Version = Schemas['WorkflowVersion'];
export type VersionDetail = Schemas['WorkflowVersionDetail'];
export type Warning = Schemas['CascadeWarning'];
export type Reading = Schemas['WorkflowReading'];
export type Activation = Schemas['ActivationRequest'];
export type ActivationDetail = Schemas['ActivationRequestDetail'];
