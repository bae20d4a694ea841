import type { Answered, Asked, CheckedFile, Destination, FileKeys } from './checked.ts';

/** A worker that reads one file once. It responds in the order of the requests. */
export class Checker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #last: Promise<unknown> = Promise.resolve();
  readonly #opened: Promise<unknown>;

  /** Null if there is no file and only a template is requested. */
  constructor(file: Promise<ArrayBuffer> | null) {
    this.#opened = (file ?? Promise.reject(new Error('no file was chosen'))).then((bytes) =>
      this.#ask({ kind: 'file', file: bytes }, [bytes]),
    );
    // The error is reported to each request about the file.
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

  async keys(destination: Destination): Promise<FileKeys> {
    const answer = await this.#ask({ kind: 'key', destination });
    if (answer.kind !== 'key') throw new Error('the worker answered something else');
    return answer;
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
