import { setTimeout as sleep } from 'node:timers/promises';
import { ArtifactStoreUnavailable, type ArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { isUnavailable } from '../../platform/database/unavailable.ts';
import type { Logger } from '../../platform/log/index.ts';
import { SUBJECTS, type Bus } from '../../platform/nats/index.ts';
import { GlyphsMissing, RenderError } from '../../platform/rendering.ts';
import { tracedFor } from '../../platform/tracing/index.ts';
import { DocumentError, documentOf, type Stationery } from './documents.ts';
import {
  claimJobs,
  giveBack,
  LEASE_SECONDS,
  MOST_ATTEMPTS,
  recordFailure,
  storeRendered,
  Turns,
  type RenderJob,
} from './jobs.ts';
import { RendererUnavailable, type RemoteRenderer } from './renderer.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly renderer: Pick<RemoteRenderer, 'render'>;
  readonly stationery: Stationery;
  /** The artifact store; it joins a transaction if it can. */
  readonly storeIn: (queryable: Queryable) => ArtifactStore;
  readonly concurrency: number;
  readonly log: Logger;
  readonly pollMs?: number;
  readonly onRendered?: (outcome: RenderOutcome, kind: RenderJob['kind'], seconds: number) => void;
}

/**
 * `superseded`: another worker stored the file first. `retried`: the render failed and is tried again. `postponed`: the
 * renderer or the artifact store did not respond, and the file is made later. `glyphs`: no font of the renderer has some
 * characters of a letter, which waits for one.
 */
export type RenderOutcome = 'ready' | 'superseded' | 'retried' | 'postponed' | 'glyphs' | 'failed';

type Held = <T>(work: () => Promise<T>) => Promise<T>;

const POLL_MS = 1_000;
/** How soon a letter is printed once a font was added. */
const GLYPHS_RETRY_SECONDS = 60;
/** Between two tries to reach PostgreSQL about a job that is held. */
const RETRY_MS = 500;

/**
 * Renders requested artifact rows.
 *
 * - A row `pending` is the job. A claim is a lease on it, so another worker renders it if this one dies and the lease
 *   expires.
 * - It claims only what it can render at once, so that other workers can take the waiting rows.
 * - A hint over NATS starts a claim at once; without hints it polls.
 */
export class RenderWorker {
  readonly #options: WorkerOptions;
  readonly #atWork = new Set<Promise<void>>();
  readonly #turns = new Turns();
  #wake: () => void = () => undefined;
  #isHinted = false;
  #isFailing = false;
  #reports = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** There may be work: poll now. */
  hint(): void {
    this.#isHinted = true;
    this.#wake();
  }

  /** Claims and renders until the signal, then waits for running renders. */
  async run(stopping: AbortSignal): Promise<void> {
    stopping.addEventListener('abort', () => this.#wake(), { once: true });
    while (!stopping.aborted) {
      this.#isHinted = false;
      const free = this.#options.concurrency - this.#atWork.size;
      // One slot stays free for notices.
      const reports = Math.max(1, this.#options.concurrency - 1) - this.#reports;
      const jobs = free > 0 ? await this.#claim(free, Math.max(0, reports)) : [];
      for (const job of jobs) this.#begin(job);
      // If all slots are taken, the end of a render wakes the loop.
      await this.#pause(stopping);
    }
    await Promise.all(this.#atWork);
  }

  /** Logs once until it succeeds again: it polls every second, and the readiness check says how PostgreSQL is. */
  async #claim(limit: number, reports: number): Promise<readonly RenderJob[]> {
    try {
      const jobs = await claimJobs(this.#options.db.kysely, limit, { reports, turns: this.#turns });
      this.#isFailing = false;
      return jobs;
    } catch (error) {
      if (!this.#isFailing) {
        this.#options.log.warn({ err: error }, 'artifacts to render cannot be looked for; trying again');
      }
      this.#isFailing = true;
      return [];
    }
  }

  #begin(job: RenderJob): void {
    if (job.kind === 'report') this.#reports += 1;
    const work = this.#render(job)
      .catch((error: unknown) => {
        // The row keeps its lease and is claimed again once the lease has expired.
        this.#options.log.error({ err: error, artifact_id: job.id }, 'what became of a render could not be recorded');
      })
      .finally(() => {
        this.#atWork.delete(work);
        if (job.kind === 'report') this.#reports -= 1;
        this.hint();
      });
    this.#atWork.add(work);
  }

  #render(job: RenderJob): Promise<void> {
    const attributes = { 'cascade.artifact_id': job.id };
    return tracedFor(
      this.#options.db.pool,
      job.executionId,
      `render ${job.kind}`,
      { kind: 'consumer', attributes },
      () => this.#renderOnce(job),
    );
  }

  async #renderOnce(job: RenderJob): Promise<void> {
    const { db, bus, renderer, stationery, storeIn, log, onRendered } = this.#options;
    const started = performance.now();
    const held: Held = (work) => this.#whileHeld(job, started, work);
    if (job.attempts > MOST_ATTEMPTS) {
      await held(() => recordFailure(db, job, 'It was begun several times and never finished.', true));
      return;
    }
    const outcome = await (async (): Promise<RenderOutcome> => {
      let pdf: Uint8Array;
      try {
        const html = await held(() => documentOf(db.kysely, job, stationery));
        // A letter with boxes for a name tells the person nothing; in a report that somebody looks at they hide little.
        pdf = await renderer.render(html, { needsAllGlyphs: job.kind !== 'report' });
      } catch (error) {
        if (error instanceof RendererUnavailable)
          return this.#postpone(job, held, error, 'the renderer cannot be used');
        if (error instanceof GlyphsMissing) {
          log.warn({ artifact_id: job.id, scripts: error.scripts }, 'a letter waits for a font');
          await held(() => giveBack(db, job, { needs: 'glyphs', why: error.message, seconds: GLYPHS_RETRY_SECONDS }));
          return 'glyphs';
        }
        return this.#fail(job, held, error);
      }
      try {
        return (await held(() => storeRendered(db, storeIn, job, pdf))) ? 'ready' : 'superseded';
      } catch (error) {
        if (!(error instanceof ArtifactStoreUnavailable)) throw error;
        return this.#postpone(job, held, error, 'an artifact could not be stored');
      }
    })();
    if (outcome === 'ready' || outcome === 'failed') {
      const from = { requestId: job.requestId };
      bus.publish(SUBJECTS.artifactDone(job.id), undefined, from);
      // The run that waits for a notice was poked.
      if (job.kind !== 'report') bus.publish(SUBJECTS.commandsReady, undefined, from);
    }
    const seconds = (performance.now() - started) / 1_000;
    onRendered?.(outcome, job.kind, seconds);
    log.info(
      {
        artifact_id: job.id,
        execution_id: job.executionId,
        request_id: job.requestId,
        kind: job.kind,
        outcome,
        seconds: Number(seconds.toFixed(3)),
      },
      'rendered',
    );
  }

  /**
   * Repeats `work` while PostgreSQL cannot be reached, as long as the lease of a job that began at `started` runs. A
   * row that is not released stays blocked until its lease ends, so a short outage would delay a letter by minutes.
   */
  async #whileHeld<T>(job: RenderJob, started: number, work: () => Promise<T>): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await work();
      } catch (error) {
        const isHeld = performance.now() - started + RETRY_MS < LEASE_SECONDS * 1_000;
        if (!isUnavailable(error) || error instanceof ArtifactStoreUnavailable || !isHeld) throw error;
        if (isFirst)
          this.#options.log.warn({ err: error, artifact_id: job.id }, 'PostgreSQL cannot be reached; trying again');
      }
      await sleep(RETRY_MS);
    }
  }

  async #postpone(job: RenderJob, held: Held, error: Error, what: string): Promise<RenderOutcome> {
    this.#options.log.warn({ err: error, artifact_id: job.id }, what);
    await held(() => giveBack(this.#options.db, job));
    return 'postponed';
  }

  /** Only failures of the document or the browser count; an unreachable PostgreSQL uses up no attempt. */
  async #fail(job: RenderJob, held: Held, error: unknown): Promise<RenderOutcome> {
    const isFinal = error instanceof DocumentError;
    if (!isFinal && !(error instanceof RenderError)) throw error;
    this.#options.log.warn({ err: error, artifact_id: job.id, attempt: job.attempts }, 'an artifact did not render');
    const status = await held(() => recordFailure(this.#options.db, job, error.message, isFinal));
    return status === null ? 'superseded' : status === 'failed' ? 'failed' : 'retried';
  }

  /** Until a hint, the end of a render, the next poll or the shutdown. */
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
