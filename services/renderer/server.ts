import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closingOf } from '../../platform/closing.ts';
import type { Logger } from '../../platform/log/index.ts';
import {
  ALL_GLYPHS,
  GLYPHS_HEADER,
  HEAVY_DOCUMENT_BYTES,
  MOST_DOCUMENT_BYTES,
  MOST_PDF_BYTES,
  READY_PATH,
  RENDER_PATH,
  RenderError,
} from '../../platform/rendering.ts';
import type { Renderer } from './browser.ts';
import { hasMissingGlyphs, scriptsOf } from './glyphs.ts';

export interface RenderServerOptions {
  readonly renderer: Pick<Renderer, 'render' | 'isUp'>;
  /** The scripts that its fonts print (`printableScripts`). Without any font it prints nothing. */
  readonly scripts: readonly string[];
  /** Documents that may be here at once, at work or waiting; beyond, callers are asked to try again. */
  readonly capacity: number;
  readonly log: Logger;
  readonly mostDocumentBytes?: number;
  readonly mostPdfBytes?: number;
}

const HEADERS_TIMEOUT_MS = 10_000;
const BODY_TIMEOUT_MS = 30_000;
/** One at work and one that waits: callers wait for at most another render. */
const MOST_HEAVY = 2;
const BUSY = 'No capacity now; try again.';
export const NO_FONT = 'There is no font, so pages would be blank. Install fonts and start again.';

/** Work of which each begins when the one before has ended, however it did. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  present = 0;

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    this.present += 1;
    try {
      const mine = this.#last.then(work, work);
      this.#last = mine;
      return await mine;
    } finally {
      this.present -= 1;
    }
  }
}

/**
 * The renderer's only interface (platform/rendering.ts): a document comes in, its PDF goes out, and nothing is kept.
 *
 * - Its memory is bounded by the number of documents in progress and by the size of each and of its PDF. Large ones are
 *   printed one at a time. Letters are printed beside a large one.
 * - A document is not read before there is capacity for it, and not rendered once its caller is gone.
 */
export function renderServer(options: RenderServerOptions): Server {
  const { renderer, scripts, capacity, log } = options;
  const mostDocumentBytes = options.mostDocumentBytes ?? MOST_DOCUMENT_BYTES;
  const mostPdfBytes = options.mostPdfBytes ?? MOST_PDF_BYTES;
  const heavyTurns = new Turns();
  let present = 0;

  const render = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const html = await readBody(request, mostDocumentBytes);
    if (html === undefined) return refuse(response, 413, `A document has at most ${mostDocumentBytes} bytes.`);
    const unwanted = closingOf(response);
    const print = (): Promise<Uint8Array> => renderer.render(html, unwanted);
    const isHeavy = Buffer.byteLength(html) > HEAVY_DOCUMENT_BYTES;
    if (isHeavy && heavyTurns.present >= MOST_HEAVY) return refuse(response, 503, BUSY);
    const pdf = await (isHeavy ? heavyTurns.take(print) : print());
    if (pdf.byteLength > mostPdfBytes) return refuse(response, 413, `A PDF has at most ${mostPdfBytes} bytes.`);
    if (request.headers[GLYPHS_HEADER] === ALL_GLYPHS && (await hasMissingGlyphs(html, pdf))) {
      return refuse(response, 409, { scripts: scriptsOf(html) });
    }
    response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': pdf.byteLength });
    response.end(pdf);
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (`${request.method} ${request.url}`) {
      case `GET ${READY_PATH}`:
        if (scripts.length === 0) return refuse(response, 503, NO_FONT);
        return renderer.isUp ? send(response, 200, { scripts }) : refuse(response, 503, 'No browser stands by.');
      case `POST ${RENDER_PATH}`:
        break;
      default:
        return refuse(response, 404, `There are POST ${RENDER_PATH} and GET ${READY_PATH}.`);
    }
    if (scripts.length === 0) return refuse(response, 503, NO_FONT);
    if (!renderer.isUp || present >= capacity) return refuse(response, 503, BUSY);
    present += 1;
    try {
      await render(request, response);
    } catch (error) {
      if (response.destroyed) return;
      // Whatever else a browser's library says may quote the document.
      const message = error instanceof RenderError ? error.message : 'The renderer failed.';
      log.warn({ err: error }, 'a document did not render');
      refuse(response, 500, message);
    } finally {
      present -= 1;
    }
  };

  const server = createServer((request, response) => void respond(request, response));
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = BODY_TIMEOUT_MS;
  return server;
}

/** undefined if it is larger than that. Rejects if the caller goes away. */
async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The connection closes: the rest of a refused document is not read. */
function refuse(response: ServerResponse, status: number, why: string | { readonly scripts: readonly string[] }): void {
  response.setHeader('Connection', 'close');
  send(response, status, typeof why === 'string' ? { message: why } : why);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
