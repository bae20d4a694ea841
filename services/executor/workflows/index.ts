/** The content of the workflow bundle. */
export { batchWorkflow } from './batch.ts';
export { executionWorkflow } from './execution.ts';
