import { WorkflowNotFoundError, type Client } from '@temporalio/client';

/**
 * True if nothing drives a run any more: Temporal does not know its workflow, or the workflow has closed. Throws if
 * Temporal does not respond within `timeoutMs`.
 */
export async function isWorkflowGone(client: Client, workflowId: string, timeoutMs: number): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { status } = await client.withDeadline(Date.now() + timeoutMs, () => handle.describe());
    return status.name !== 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
