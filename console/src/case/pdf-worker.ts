/** Reads the PDF in a worker, so that the page stays usable. */
import 'pdfjs-dist/build/pdf.worker.min.mjs';
