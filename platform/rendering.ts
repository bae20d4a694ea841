/*
 * The contract between the artifacts service and the renderer: a document goes to the renderer, and a PDF comes back.
 *
 *   POST /render   body: HTML in UTF-8
 *     200  the PDF
 *     409  `{"scripts": [string]}`: no font has some of its characters, and the request asked for all of them (GLYPHS_HEADER)
 *     413  the document or its PDF is larger than the limits below
 *     500  `{"message": string}`: it did not render; the message is public and holds no data of the document
 *     503  no capacity or no browser now: nothing was done, try again
 *   GET /ready
 *     200  `{"scripts": [string]}`: the scripts that its fonts print, by their names in Unicode
 *     503  `{"message": string}`: no browser stands by, or there is no font at all
 */
export const RENDER_PATH = '/render';
export const READY_PATH = '/ready';

/**
 * A letter with its fonts has about 0.2 MiB, and a report of 3,000 entries 1.5. This much prints within the deadline
 * and the memory that the manifests give a renderer (2 GiB). Measured: tables of 1.4 MiB took 1.5 GB, of 1.9 MiB 2.2
 * GB; Chromium's time grows with the square.
 */
export const MOST_DOCUMENT_BYTES = 1536 * 1024;
/** Larger ones are printed one at a time: two of the largest at once would exceed the memory. */
export const HEAVY_DOCUMENT_BYTES = 256 * 1024;
export const MOST_PDF_BYTES = 32 * 1024 * 1024;

/** The time of the render alone, without the time in the queue. */
export const RENDER_DEADLINE_MS = 60_000;

/** `all`: a document with a box in place of a character is not wanted. */
export const GLYPHS_HEADER = 'x-glyphs';
export const ALL_GLYPHS = 'all';

/** No font of the renderer has some characters of the document, which may be in these scripts. */
export class GlyphsMissing extends Error {
  override readonly name = 'GlyphsMissing';
  readonly scripts: readonly string[];

  constructor(scripts: readonly string[]) {
    super(`No font of the renderer has characters of the document (scripts: ${scripts.join(', ')}).`);
    this.scripts = scripts;
  }
}

/** A render that failed. The message is public and holds no data of the document. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}
