/** What the workflow bundle holds: the loops, and nothing else of ours. */
export { executionWorkflow } from './execution.ts';
