import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request, type Dispatcher } from 'undici';
import {
  ALL_GLYPHS,
  GLYPHS_HEADER,
  GlyphsMissing,
  MOST_DOCUMENT_BYTES,
  MOST_PDF_BYTES,
  READY_PATH,
  RENDER_DEADLINE_MS,
  RENDER_PATH,
  RenderError,
} from '../../platform/rendering.ts';
import { DocumentError } from './documents.ts';

/** No renderer takes the document now: nothing is wrong with it, and the same may be tried again later. */
export class RendererUnavailable extends Error {
  override readonly name = 'RendererUnavailable';
}

export interface RemoteRendererOptions {
  /** RENDERER_URL. */
  readonly url: string;
  /** Until a renderer that hangs is given up. */
  readonly deadlineMs?: number;
  /** How long other renderers are tried while one is busy or away. */
  readonly patienceMs?: number;
}

/** The time in the queue, at most another render, and the render; less than the lease of a job. */
const DEADLINE_MS = 2 * RENDER_DEADLINE_MS + 10_000;
const PATIENCE_MS = 5_000;
const RETRY_MS = 200;
const CONNECT_TIMEOUT_MS = 3_000;
/** Codes of a connection that was never made: no renderer has seen the document. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The renderers, reached by HTTP (platform/rendering.ts). Each document has a connection of its own, so that a balancer
 * between us and several renderers spreads them.
 *
 * - While none takes the document, others are tried for a moment; then it rejects with RendererUnavailable.
 * - A renderer that fails, dies or hangs with the document rejects with a RenderError, as it may be the document's
 *   fault.
 * - A document or PDF that is too large rejects with a DocumentError: trying again would not help.
 */
export class RemoteRenderer {
  readonly #options: Required<RemoteRendererOptions>;
  readonly #agent: Agent;

  constructor(options: RemoteRendererOptions) {
    this.#options = { deadlineMs: DEADLINE_MS, patienceMs: PATIENCE_MS, ...options };
    this.#agent = new Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT_MS } });
  }

  /** `needsAllGlyphs`: rejects with GlyphsMissing rather than with boxes in place of characters. */
  async render(
    html: string,
    { needsAllGlyphs = false }: { readonly needsAllGlyphs?: boolean } = {},
  ): Promise<Uint8Array> {
    const body = Buffer.from(html, 'utf8');
    if (body.byteLength > MOST_DOCUMENT_BYTES) throw new DocumentError('The document is too large to be printed.');
    const giveUpAt = Date.now() + this.#options.patienceMs;
    for (;;) {
      try {
        return await this.#renderOnce(body, needsAllGlyphs);
      } catch (error) {
        if (!(error instanceof RendererUnavailable) || Date.now() >= giveUpAt) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** Throws if no renderer has a browser ready. */
  async check(): Promise<void> {
    const { statusCode, body } = await request(`${this.#options.url}${READY_PATH}`, {
      dispatcher: this.#agent,
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error('the renderer is not ready');
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #renderOnce(body: Buffer, needsAllGlyphs: boolean): Promise<Uint8Array> {
    const { deadlineMs, url } = this.#options;
    const deadline = AbortSignal.timeout(deadlineMs);
    try {
      const response = await request(`${url}${RENDER_PATH}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          ...(needsAllGlyphs ? { [GLYPHS_HEADER]: ALL_GLYPHS } : {}),
        },
        body,
        dispatcher: this.#agent,
        signal: deadline,
        headersTimeout: deadlineMs,
        bodyTimeout: deadlineMs,
      });
      return await readResponse(response);
    } catch (error) {
      if (PASSED_ON.some((known) => error instanceof known)) throw error;
      if (NOT_CONNECTED.has((error as NodeJS.ErrnoException).code)) {
        throw new RendererUnavailable('no renderer can be reached', { cause: error });
      }
      if (deadline.aborted) throw new RenderError(`Rendering took longer than ${deadlineMs / 1_000} seconds.`);
      throw new RenderError('The renderer failed while it rendered.', { cause: error });
    }
  }
}

const PASSED_ON = [RenderError, RendererUnavailable, DocumentError, GlyphsMissing] as const;

async function readResponse({ statusCode, body }: Dispatcher.ResponseData): Promise<Uint8Array> {
  switch (statusCode) {
    case 200:
      return readPdf(body);
    case 409: {
      const { scripts } = (await body.json()) as { readonly scripts?: unknown };
      throw new GlyphsMissing(Array.isArray(scripts) ? scripts.map(String) : []);
    }
    case 413:
      await body.dump();
      throw new DocumentError('The document is too large to be printed.');
    case 500: {
      const { message } = (await body.json()) as { readonly message?: unknown };
      throw new RenderError(typeof message === 'string' ? message : 'The renderer failed.');
    }
    case 503:
      await body.dump();
      throw new RendererUnavailable('the renderer has no capacity');
    default:
      await body.dump();
      throw new RendererUnavailable(`RENDERER_URL is not that of a renderer: it returned ${statusCode}`);
  }
}

async function readPdf(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MOST_PDF_BYTES) throw new DocumentError('The document is too large to be printed.');
    chunks.push(chunk);
  }
  const pdf = Buffer.concat(chunks);
  if (pdf.subarray(0, PDF_MAGIC.length).toString('latin1') !== PDF_MAGIC) {
    throw new RenderError('The renderer returned something that is no PDF.');
  }
  return pdf;
}

const PDF_MAGIC = '%PDF-';
