import type { Answered, Asked, CheckedFile, Destination } from './checked.ts';

/** A worker with one file, which it reads once. Its answers come in the order of the questions. */
export class Checker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #last: Promise<unknown> = Promise.resolve();
  readonly #opened: Promise<unknown>;

  /** Null: there is no file, and a template is asked for. */
  constructor(file: Promise<ArrayBuffer> | null) {
    this.#opened = (file ?? Promise.reject(new Error('no file was chosen'))).then((bytes) =>
      this.#ask({ kind: 'file', file: bytes }, [bytes]),
    );
    // Whoever asks of the file is told.
    this.#opened.catch(() => undefined);
  }

  async check(asked: Omit<Extract<Asked, { kind: 'check' }>, 'kind'>): Promise<CheckedFile> {
    await this.#opened;
    const answer = await this.#ask({ kind: 'check', ...asked });
    if (answer.kind !== 'check') throw new Error('the worker answered something else');
    return answer.checked;
  }

  async template(asked: Omit<Extract<Asked, { kind: 'template' }>, 'kind'>): Promise<string> {
    const answer = await this.#ask({ kind: 'template', ...asked });
    if (answer.kind !== 'template') throw new Error('the worker answered something else');
    return answer.csv;
  }

  async key(destination: Destination): Promise<string> {
    const answer = await this.#ask({ kind: 'key', destination });
    if (answer.kind !== 'key') throw new Error('the worker answered something else');
    return answer.key;
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(asked: Asked, transfer: Transferable[] = []): Promise<Answered> {
    const answer = this.#last.then(() => this.#askNow(asked, transfer));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  #askNow(asked: Asked, transfer: Transferable[]): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => resolve(data);
      this.#worker.onerror = () => reject(new Error('it is too large for this browser'));
      this.#worker.postMessage(asked, transfer);
    });
  }
}
