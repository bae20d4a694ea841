import type { ConnectionLike } from '@temporalio/client';
import type { Logger } from '../../../platform/log/index.ts';
import type { WorkerVersion } from '../../../platform/temporal/index.ts';
import { WakeUp } from '../../../platform/wake.ts';

const EVERY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/**
 * Knows if this build is the current version of its worker deployment, according to Temporal.
 *
 * A start by the dispatcher is eager: its first task goes to the worker of the same process, regardless of the current
 * version. So the dispatcher of another build must claim nothing. While Temporal does not respond, its last answer
 * counts; before the first one the build is not current.
 */
export class CurrentVersion {
  readonly #connection: ConnectionLike;
  readonly #namespace: string;
  readonly #version: WorkerVersion;
  readonly #log: Logger;
  #isCurrent = false;
  #said: string | undefined;

  constructor(options: { connection: ConnectionLike; namespace: string; version: WorkerVersion; log: Logger }) {
    this.#connection = options.connection;
    this.#namespace = options.namespace;
    this.#version = options.version;
    this.#log = options.log.child({ component: 'worker version' });
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  /** Asks every two seconds until `stopping` is aborted. `onCurrent` is called because commands may have been left. */
  async watch(stopping: AbortSignal, onCurrent: () => void): Promise<void> {
    const wakeUp = new WakeUp();
    while (!stopping.aborted) {
      try {
        const wasCurrent = this.#isCurrent;
        await this.#ask();
        if (this.#isCurrent && !wasCurrent) onCurrent();
      } catch (error) {
        this.#say('unknown', () =>
          this.#log.warn({ err: error }, 'the current version of the deployment is not known'),
        );
      }
      await wakeUp.sleep(EVERY_MS, stopping);
    }
  }

  async #ask(): Promise<void> {
    const { deploymentName, buildId } = this.#version;
    const described = await this.#connection.withDeadline(Date.now() + TIMEOUT_MS, () =>
      this.#connection.workflowService.describeWorkerDeployment({ namespace: this.#namespace, deploymentName }),
    );
    const current = described.workerDeploymentInfo?.routingConfig?.currentDeploymentVersion?.buildId ?? null;
    this.#isCurrent = current === buildId;
    const fields = { deployment: deploymentName, build_id: buildId, current_build_id: current };
    this.#say(String(current), () =>
      this.#isCurrent
        ? this.#log.info(fields, 'this build is the current version: its dispatcher claims commands')
        : this.#log.warn(fields, 'this build is not the current version: its dispatcher claims nothing'),
    );
  }

  /** Logs each change once. */
  #say(what: string, log: () => void): void {
    if (this.#said === what) return;
    this.#said = what;
    log();
  }
}
