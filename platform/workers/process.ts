import { fork, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { WorkError } from './error.ts';
import type { Order, Reply } from './protocol.ts';

export interface WorkerOptions {
  /** A module that calls `serveWork`. */
  readonly module: URL;
  /** The limit of the heap. */
  readonly memoryMb: number;
  /** From the order to the reply; the start of the process counts. */
  readonly deadlineMs: number;
}

/**
 * One worker process, which performs one order at a time. It inherits no environment, so it knows no password and no
 * key. It may read files and nothing else: it cannot start a process or write a file.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #deadlineMs: number;
  #isLate = false;

  constructor({ module, memoryMb, deadlineMs }: WorkerOptions) {
    this.#deadlineMs = deadlineMs;
    this.#child = fork(module, {
      env: {},
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=SecurityWarning',
        '--permission',
        '--allow-fs-read=*',
      ],
      serialization: 'advanced',
      // When V8 runs out of memory it prints its last words there.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('error', () => undefined);
    this.#rest();
    void this.#dieFirst();
  }

  /** Ended, or about to: it takes no order any more. */
  get isOver(): boolean {
    return !this.#child.connected;
  }

  /** Throws `WorkError`, after which the process is over, or what the task threw. */
  async run(order: Order): Promise<Reply> {
    this.#child.ref();
    this.#child.channel?.ref();
    const timer = setTimeout(() => {
      this.#isLate = true;
      this.#child.kill('SIGKILL');
    }, this.#deadlineMs);
    try {
      return await this.#ask(order);
    } finally {
      clearTimeout(timer);
      this.#rest();
    }
  }

  #ask(order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        this.#child.off('message', onReply).off('exit', onExit);
        act();
      };
      const onReply = (reply: Reply) => settle(() => resolve(reply));
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(() => reject(this.#whyItEnded(code, signal)));
      this.#child.on('message', onReply).on('exit', onExit);
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        onExit(this.#child.exitCode, this.#child.signalCode);
      // A process that is gone says so by its exit.
      else this.#child.send({ ...order }, () => undefined);
    });
  }

  /** V8 ends by SIGABRT when the heap is full, and a kernel that is short of memory by SIGKILL. */
  #whyItEnded(code: number | null, signal: NodeJS.Signals | null): WorkError {
    if (this.#isLate) return new WorkError('deadline');
    if (signal === 'SIGABRT' || signal === 'SIGKILL') return new WorkError('memory');
    return new WorkError('crash', `the worker process ended with ${signal ?? code}`);
  }

  /** A process without work keeps the service neither alive nor waiting. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Where the memory of a container is short, the kernel is to end this process and not the service. Linux only. */
  async #dieFirst(): Promise<void> {
    await writeFile(`/proc/${this.#child.pid}/oom_score_adj`, '1000').catch(() => undefined);
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }
}
