import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';

const { commitRow } = proxyLocalActivities<{ commitRow(id: number): Promise<void> }>({
  scheduleToCloseTimeout: '10 seconds',
});
const { sendMail } = proxyActivities<{ sendMail(id: number): Promise<void> }>({ startToCloseTimeout: '1 minute' });

export async function floorWorkflow(id: number): Promise<void> {
  await commitRow(id);
}

/** As many activities and commits as a row with one mail needs at least: what to send, that it was sent. */
export async function mailFloorWorkflow(id: number): Promise<void> {
  await commitRow(id);
  await sendMail(id);
  await commitRow(-id);
}
