import { proxyLocalActivities } from '@temporalio/workflow';

const { commitRow } = proxyLocalActivities<{ commitRow(id: number): Promise<void> }>({
  scheduleToCloseTimeout: '10 seconds',
});

export async function floorWorkflow(id: number): Promise<void> {
  await commitRow(id);
}
