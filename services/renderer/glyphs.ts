import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Letters that the text font has for sure, with punctuation and signs of documents in English. */
const CERTAIN = /^[\t\n\r -\u017f\u2010-\u2026\u20ac]*$/;
/**
 * Glyph 0 of a font is `.notdef`, the box of a character that no font has, and Chromium's codes begin with it. The text of
 * a glyph says nothing: parts of a syllable have none.
 */
const BOX = 0;

/**
 * Tells if a printed document shows a box in place of a character. The PDF is read, and not the fonts. Only the drawn
 * text shows which font Chromium took, and if a sequence of code points (an emoji, a syllable) had a glyph together.
 */
export async function hasMissingGlyphs(html: string, pdf: Uint8Array): Promise<boolean> {
  if (CERTAIN.test(html)) return false;
  for await (const page of pagesOf(pdf)) if (page === 'boxes') return true;
  return false;
}

/** The text of each page; a page is blank if no font at all was found. */
async function* pagesOf(pdf: Uint8Array): AsyncGenerator<'text' | 'boxes' | 'blank'> {
  // It takes the bytes away from who hands them in.
  const task = getDocument({
    data: Uint8Array.from(pdf),
    useSystemFonts: false,
    verbosity: 0,
    fontExtraProperties: true,
  });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { fnArray, argsArray } = await page.getOperatorList();
      const codes = fnArray.flatMap((name, at) => (name === OPS.showText ? codesOf(argsArray[at]) : []));
      if (codes.includes(BOX)) yield 'boxes';
      else yield codes.length === 0 ? 'blank' : 'text';
    }
  } finally {
    await task.destroy();
  }
}

function codesOf(drawn: unknown): readonly unknown[] {
  const glyphs: unknown = Array.isArray(drawn) ? drawn[0] : undefined;
  if (!Array.isArray(glyphs)) return [];
  // Numbers between them are distances.
  return glyphs
    .filter((glyph: unknown) => typeof glyph === 'object' && glyph !== null)
    .map((glyph: object) => Reflect.get(glyph, 'originalCharCode'));
}

/**
 * Scripts that names of people are written in, by their names in Unicode, each with a word in it. Han has the forms of
 * China, Taiwan and Japan, because there are fonts with one of them.
 */
export const WORDS: Readonly<Record<string, string>> = {
  Latin: 'Dana',
  Greek: 'Ελένη',
  Cyrillic: 'Иван',
  Han: '王张張浜',
  Hiragana: 'さくら',
  Katakana: 'サクラ',
  Hangul: '김민수',
  Bopomofo: 'ㄅㄆㄇ',
  Arabic: 'محمد',
  Hebrew: 'דוד',
  Devanagari: 'रमेश',
  Bengali: 'রহিম',
  Gurmukhi: 'ਸਿੰਘ',
  Gujarati: 'પટેલ',
  Oriya: 'ଓଡ଼ିଆ',
  Tamil: 'தமிழ்',
  Telugu: 'తెలుగు',
  Kannada: 'ಕನ್ನಡ',
  Malayalam: 'മലയാളം',
  Sinhala: 'සිංහල',
  Thai: 'สมชาย',
  Lao: 'ລາວ',
  Khmer: 'ខ្មែរ',
  Myanmar: 'မြန်မာ',
  Tibetan: 'བོད',
  Mongolian: 'ᠮᠣᠩᠭᠣᠯ',
  Georgian: 'გიორგი',
  Armenian: 'Հայկ',
  Ethiopic: 'አማርኛ',
  Cherokee: 'ᏣᎳᎩ',
  Thaana: 'ދިވެހި',
  Syriac: 'ܣܘܪܝܝܐ',
  Vai: 'ꕙꔤ',
  Nko: 'ߒߞߏ',
  Adlam: '𞤀𞤣𞤤𞤢𞤥',
  Tifinagh: 'ⵜⵉⴼⵉⵏⴰⵖ',
  Javanese: 'ꦗꦮ',
  Balinese: 'ᬩᬮᬶ',
  Yi: 'ꆈꌠ',
};

const SCRIPTS = Object.keys(WORDS)
  .filter((name) => name !== 'Latin')
  .map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);

/** The scripts of a document whose boxes may be of; `other` where it has none of them (an emoji, a sign). */
export function scriptsOf(html: string): readonly string[] {
  const found = SCRIPTS.filter(([, letters]) => letters.test(html)).map(([name]) => name);
  return found.length === 0 ? ['other'] : found;
}

/**
 * The scripts that the fonts of this machine print, found out by printing a word in each, on a page of its own. None: there
 * is no font at all, and Chromium would print blank pages without a word.
 */
export async function printableScripts(print: (html: string) => Promise<Uint8Array>): Promise<readonly string[]> {
  const words = Object.entries(WORDS);
  const pages = words.map(([, word]) => `<p style="break-after: page">${word}</p>`).join('');
  const seen: string[] = [];
  for await (const page of pagesOf(await print(`<!doctype html><html lang="en-US">${pages}</html>`))) seen.push(page);
  return words.flatMap(([name], at) => (seen[at] === 'text' ? [name] : []));
}
