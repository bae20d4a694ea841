import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isJsonObject } from '../../core/json.ts';

/** Letters that the text font has for sure, with punctuation and signs of documents in English. */
const CERTAIN = /^[\t\n\r -\u017f\u2010-\u2026\u20ac]*$/;
/** Glyph 0 of a font is `.notdef`, the box of a character that no font has. Chromium's codes are the glyphs' numbers. */
const NO_GLYPH = '\u0000';

/**
 * Whether a printed document shows a box in place of a character. The PDF is read, and not the fonts: only what was drawn
 * says which font Chromium took, and whether a sequence of code points (an emoji, a syllable) had a glyph together.
 */
export async function hasMissingGlyphs(html: string, pdf: Uint8Array): Promise<boolean> {
  if (CERTAIN.test(html)) return false;
  // It takes the bytes away from who hands them in.
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, verbosity: 0 });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { fnArray, argsArray } = await page.getOperatorList();
      if (fnArray.some((name, at) => name === OPS.showText && showsNone(argsArray[at]))) return true;
    }
    return false;
  } finally {
    await task.destroy();
  }
}

function showsNone(drawn: unknown): boolean {
  const glyphs: unknown = Array.isArray(drawn) ? drawn[0] : undefined;
  return (
    Array.isArray(glyphs) &&
    glyphs.some(
      (glyph: unknown) => isJsonObject(glyph as never) && Reflect.get(glyph as object, 'unicode') === NO_GLYPH,
    )
  );
}

/** Scripts that names of people are written in, and that the text font lacks, by their names in Unicode. */
const SCRIPTS = (
  'Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
  'Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Mongolian Georgian Armenian Ethiopic Cherokee Thaana Syriac Greek ' +
  'Cyrillic Vai Nko Adlam Tifinagh Javanese Balinese Yi'
)
  .split(' ')
  .map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** The scripts of a document whose boxes may be of; `other` where it has none of them (an emoji, a sign). */
export function scriptsOf(html: string): readonly string[] {
  const found = SCRIPTS.filter(([, letters]) => letters.test(html)).map(([name]) => name);
  return found.length === 0 ? ['other'] : found;
}
