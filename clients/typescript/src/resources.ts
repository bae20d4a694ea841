import type { ProductOutputs } from './api.generated.ts';
import { BatchesOperations, ExecutionsOperations, WorkflowsOperations } from './resources.generated.ts';
import type { BodyOf, OptionsOfCall, Schemas } from './types.ts';
import { waitUntil, type WaitOptions } from './waiting.ts';

/** Methods of the resources beyond single calls of the API. */
type Execution = Schemas['ExecutionDetail'];
type Batch = Schemas['Batch'];

/** In flight (semantics 3.7). */
const IN_FLIGHT: readonly string[] = ['queued', 'pending', 'running', 'waiting'];

export class Executions extends ExecutionsOperations {
  /**
   * Waits until the execution has ended or a person is asked (`awaiting_review`). A cascade with a Wait node or a waiting
   * period can take days: subscribe to webhooks for those.
   *
   * @throws WaitTimeoutError if it is still in flight after `timeoutMs`
   */
  waitFor(id: number, options: WaitOptions = {}): Promise<Execution> {
    const { signal, requestId } = options;
    return waitUntil(
      this.calls,
      'GET /executions/{id}',
      (wait) => this.get(id, { wait }, { signal, requestId }),
      ({ status }) => !IN_FLIGHT.includes(status),
      options,
    );
  }
}

export class Workflows extends WorkflowsOperations {
  /**
   * Triggers a cascade and waits until the execution has ended or a person is asked. If the wait ends early, the error
   * has the id of the execution, which runs on.
   *
   * @throws WaitTimeoutError if it is still in flight after `timeoutMs`
   */
  async triggerAndWait(
    id: number,
    body?: BodyOf<'post', '/workflows/{id}/trigger'>,
    options: OptionsOfCall<'post', '/workflows/{id}/trigger'> & WaitOptions = {},
  ): Promise<Execution> {
    const { timeoutMs, ...others } = options;
    const { signal, requestId } = others;
    const execution = await this.trigger(id, body, others);
    return new Executions(this.calls).waitFor(execution.id, { timeoutMs, signal, requestId });
  }
}

export class Batches extends BatchesOperations {
  /**
   * Waits until the batch has ended, or was interrupted and wants `resume`.
   *
   * @throws WaitTimeoutError if it is pending or running after `timeoutMs`
   */
  waitFor(id: number, options: WaitOptions = {}): Promise<Batch> {
    const { signal, requestId } = options;
    return waitUntil(
      this.calls,
      'GET /batches/{id}',
      () => this.get(id, { signal, requestId }),
      ({ status }) => status !== 'pending' && status !== 'running',
      options,
    );
  }
}

/**
 * The report that a product node pulled, typed by the product's code. Undefined if the node has no output, because it
 * was not reached, failed or was redacted.
 *
 * @throws TypeError if the execution came without outputs: the token lacks the scope `executions:read:full`
 */
export function productOutput<Code extends keyof ProductOutputs>(
  execution: Pick<Execution, 'step_outputs'>,
  nodeId: string,
  _code: Code,
): ProductOutputs[Code] | undefined {
  const { step_outputs: outputs } = execution;
  if (outputs === undefined) throw new TypeError('step_outputs need a token with the scope executions:read:full');
  return Object.hasOwn(outputs, nodeId) ? (outputs[nodeId] as unknown as ProductOutputs[Code]) : undefined;
}
