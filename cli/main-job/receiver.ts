import { startReceiver as startReceiverAt } from '../receiver.ts';

/** A webhook that arrived and whose signature holds. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly executionId: number;
}

export interface Receiver {
  readonly url: string;
  /** Each once, however often it came. */
  readonly events: readonly ReceivedEvent[];
  /** Why requests were not taken. */
  readonly refused: readonly string[];
  trust(secret: string): void;
  close(): Promise<void>;
}

/** The subscriber of the main job, which keeps what it got. */
export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, ReceivedEvent>();
  const refused: string[] = [];
  const receiver = await startReceiverAt({
    path: '/webhooks',
    onEvent: ({ id, event, data }) => events.set(id, { id, event, executionId: Number(data.workflow_execution_id) }),
    onRefused: (why) => refused.push(why),
  });
  return {
    ...receiver,
    get events() {
      return [...events.values()];
    },
    refused,
  };
}
