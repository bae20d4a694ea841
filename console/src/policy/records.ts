import type { Schemas } from '../../../clients/typescript/src/types.ts';

export type Template = Schemas['WorkflowTemplate'];
export type TemplateDetail = Schemas['WorkflowTemplateDetail'];
export type TestCases = Schemas['TestCaseList'];
