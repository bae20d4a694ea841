/**
 * The progress of a slow command, for a person: a line on standard error that is overwritten. It is shown after one
 * second, and only on a terminal. It is gone when the command ends, so that results stand alone.
 */
export interface ProgressSurroundings {
  readonly err: (text: string) => void;
  /** True if standard error is a terminal. */
  readonly isTerminal: boolean;
  /** Milliseconds. */
  readonly now?: () => number;
}

/** Reports how much is done, of how much if that is known, and perhaps in which state it is. */
export type Report = (done: number, total?: number, state?: string) => void;

const QUIET_MS = 2_000;
const REDRAW_MS = 200;
const BAR_WIDTH = 30;

export class Progress {
  readonly #surroundings: ProgressSurroundings;
  readonly #begunAt: number;
  #said = '';
  #what = 'working';
  #ticker: NodeJS.Timeout | undefined;

  constructor(surroundings: ProgressSurroundings) {
    this.#surroundings = surroundings;
    this.#begunAt = this.#now();
    if (!surroundings.isTerminal) return;
    this.#ticker = setInterval(() => this.draw(), REDRAW_MS);
    this.#ticker.unref();
  }

  readonly report: Report = (done, total, state) => {
    const counts = total === undefined ? `${done} done` : `${bar(done, total)} ${done}/${total}`;
    this.#what = state === undefined ? counts : `${counts}, ${state}`;
  };

  /** Writes the line over the one before, if it is time for one. */
  draw(): void {
    const ms = this.#now() - this.#begunAt;
    if (!this.#surroundings.isTerminal || ms < QUIET_MS) return;
    const line = `${this.#what}, ${Math.floor(ms / 1_000)} s`;
    if (line !== this.#said) this.#surroundings.err(`\r${line.padEnd(this.#said.length)}`);
    this.#said = line;
  }

  /** Writes lines where the line of the progress was; that comes again below them. */
  say(text: string): void {
    this.#clear();
    this.#surroundings.err(text);
  }

  /** Takes the line away. */
  end(): void {
    clearInterval(this.#ticker);
    this.#clear();
  }

  #clear(): void {
    if (this.#said !== '') this.#surroundings.err(`\r${' '.repeat(this.#said.length)}\r`);
    this.#said = '';
  }

  #now(): number {
    return (this.#surroundings.now ?? performance.now.bind(performance))();
  }
}

function bar(done: number, total: number): string {
  const filled = Math.min(BAR_WIDTH, Math.floor((BAR_WIDTH * done) / Math.max(1, total)));
  return `[${'#'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]`;
}
