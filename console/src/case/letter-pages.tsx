import { useQuery } from '@tanstack/react-query';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { download } from '../api/http.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';

/*
 * The pages of a letter as they will be printed, drawn from the file that is sent. The page's security policy allows no
 * frame. Each drawing has its text beside it for screen readers.
 */

/** Letters with enclosed reports are long. */
const MOST_PAGES = 12;

/** `path`: path of the PDF. */
export function LetterPages({ path }: { readonly path: string }) {
  const { data: file, error } = useQuery({
    queryKey: ['letter', path],
    queryFn: async () => new Uint8Array(await (await download(path)).arrayBuffer()),
    // A drafted file never changes: another draft is another file.
    staleTime: Infinity,
    gcTime: 0,
  });
  const { document, failure } = useDocument(file);
  const wrong = error ?? failure;
  if (wrong !== null) return <ErrorMessage error={wrong} />;
  if (document === null) return <Loading />;
  const shown = Math.min(document.numPages, MOST_PAGES);
  return (
    <>
      {Array.from({ length: shown }, (_none, index) => (
        <Page key={index} document={document} number={index + 1} />
      ))}
      {document.numPages > shown && (
        <p className="message">The PDF has {document.numPages - shown} more pages: open it to read them.</p>
      )}
    </>
  );
}

interface Opened {
  readonly document: PDFDocumentProxy | null;
  readonly failure: unknown;
}

const NOTHING: Opened = { document: null, failure: null };

function useDocument(file: Uint8Array | undefined): Opened {
  const [opened, setOpened] = useState(NOTHING);
  useEffect(() => {
    if (file === undefined) return undefined;
    GlobalWorkerOptions.workerPort ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
    // The worker takes ownership of the bytes, and redrawing a page needs them again.
    const task = getDocument({ data: file.slice(), useSystemFonts: false, verbosity: 0 });
    let isLeft = false;
    task.promise.then(
      (document) => {
        if (!isLeft) setOpened({ document, failure: null });
      },
      () => {
        if (!isLeft) setOpened({ document: null, failure: new Error('the letter could not be drawn: open its PDF') });
      },
    );
    return () => {
      isLeft = true;
      setOpened(NOTHING);
      task.destroy().catch(() => undefined);
    };
  }, [file]);
  return opened;
}

/** Pixels of the drawing per PDF point: sharp on a screen with a pixel ratio of two. */
const SCALE = 2;

function Page({ document, number }: { readonly document: PDFDocumentProxy; readonly number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let isLeft = false;
    let stop = (): void => undefined;
    const draw = async (): Promise<void> => {
      const page = await document.getPage(number);
      const { current } = canvas;
      if (isLeft || current === null) return;
      const viewport = page.getViewport({ scale: SCALE });
      current.width = viewport.width;
      current.height = viewport.height;
      const drawing = page.render({ canvas: current, viewport });
      stop = () => drawing.cancel();
      // Awaited together: both reject when the page is left, and no rejection stays unhandled.
      const [{ items }] = await Promise.all([page.getTextContent(), drawing.promise]);
      const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      if (!isLeft) setText(words);
    };
    // A drawing is cancelled when its page is left.
    draw().catch(() => undefined);
    return () => {
      isLeft = true;
      stop();
    };
  }, [document, number]);
  return (
    <figure className="letter-page">
      <canvas ref={canvas} aria-hidden="true" />
      <figcaption>
        Page {number} of {document.numPages}: {text}
      </figcaption>
    </figure>
  );
}
