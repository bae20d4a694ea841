/** Reads the file beside the page, which stays usable meanwhile. */
import 'pdfjs-dist/build/pdf.worker.min.mjs';
