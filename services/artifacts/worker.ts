import type { ArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { SUBJECTS, type Bus } from '../../platform/nats.ts';
import { DocumentError, documentOf, type Stationery } from './documents.ts';
import { claimJobs, recordFailure, storeRendered, type RenderJob } from './jobs.ts';
import { RenderError, type Renderer } from './render.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly renderer: Pick<Renderer, 'render'>;
  readonly stationery: Stationery;
  /** The artifact store, taking part in a transaction where it can. */
  readonly storeIn: (queryable: Queryable) => ArtifactStore;
  readonly concurrency: number;
  readonly log: Logger;
  readonly pollMs?: number;
  readonly onRendered?: (outcome: RenderOutcome, kind: RenderJob['kind'], seconds: number) => void;
}

/** `superseded`: somebody else had stored the file before us. `retried`: it failed and is tried again. */
export type RenderOutcome = 'ready' | 'superseded' | 'retried' | 'failed';

const POLL_MS = 1_000;

/**
 * Renders the artifact rows that are asked for.
 *
 * - A row `pending` is the job; the claim is a lease on it, so that a worker may die at any point: another one renders
 *   again when the lease has run out.
 * - It claims only what it can render at once, so that rows in line are open to other workers.
 * - A hint over NATS starts a claim at once; without hints it polls.
 */
export class RenderWorker {
  readonly #options: WorkerOptions;
  readonly #atWork = new Set<Promise<void>>();
  #wake: () => void = () => undefined;
  #isHinted = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** There may be work: look at once. */
  hint(): void {
    this.#isHinted = true;
    this.#wake();
  }

  /** Claims and renders until the signal; then ends as soon as the renders at work have ended. */
  async run(stopping: AbortSignal): Promise<void> {
    stopping.addEventListener('abort', () => this.#wake(), { once: true });
    while (!stopping.aborted) {
      this.#isHinted = false;
      const free = this.#options.concurrency - this.#atWork.size;
      const jobs = free > 0 ? await this.#claim(free) : [];
      for (const job of jobs) this.#begin(job);
      // With all hands full the end of a render wakes; with a full claim more may be waiting, but no hand is free.
      await this.#pause(stopping);
    }
    await Promise.all(this.#atWork);
  }

  async #claim(limit: number): Promise<readonly RenderJob[]> {
    try {
      return await claimJobs(this.#options.db.kysely, limit);
    } catch (error) {
      this.#options.log.error({ err: error }, 'could not look for artifacts to render');
      return [];
    }
  }

  #begin(job: RenderJob): void {
    const work = this.#render(job)
      .catch((error: unknown) => {
        // The row keeps its lease and is claimed again when that has run out.
        this.#options.log.error({ err: error, artifact_id: job.id }, 'what became of a render could not be recorded');
      })
      .finally(() => {
        this.#atWork.delete(work);
        this.hint();
      });
    this.#atWork.add(work);
  }

  async #render(job: RenderJob): Promise<void> {
    const { db, bus, renderer, stationery, storeIn, log, onRendered } = this.#options;
    const started = performance.now();
    const outcome = await (async (): Promise<RenderOutcome> => {
      let pdf: Uint8Array;
      try {
        pdf = await renderer.render(await documentOf(db.kysely, job, stationery));
      } catch (error) {
        return this.#fail(job, error);
      }
      return (await storeRendered(db, storeIn, job, pdf)) ? 'ready' : 'superseded';
    })();
    if (outcome === 'ready' || outcome === 'failed') bus.publish(SUBJECTS.artifactDone(job.id));
    const seconds = (performance.now() - started) / 1_000;
    onRendered?.(outcome, job.kind, seconds);
    log.info(
      {
        artifact_id: job.id,
        execution_id: job.executionId,
        kind: job.kind,
        outcome,
        seconds: Number(seconds.toFixed(3)),
      },
      'rendered',
    );
  }

  /** Only failures of the document or the browser count; PostgreSQL going away is nobody's attempt. */
  async #fail(job: RenderJob, error: unknown): Promise<RenderOutcome> {
    const isFinal = error instanceof DocumentError;
    if (!isFinal && !(error instanceof RenderError)) throw error;
    this.#options.log.warn(
      { err: error, artifact_id: job.id, attempt: job.attempts + 1 },
      'an artifact did not render',
    );
    const status = await recordFailure(this.#options.db.kysely, job, error.message, isFinal);
    return status === null ? 'superseded' : status === 'failed' ? 'failed' : 'retried';
  }

  /** Until a hint, the end of a render, the poll's time or the end. */
  async #pause(stopping: AbortSignal): Promise<void> {
    if (this.#isHinted || stopping.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.pollMs ?? POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }
}
