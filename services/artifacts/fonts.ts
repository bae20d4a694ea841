import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const FONT_FAMILY = 'Source Sans 3';
const WEIGHTS = ['400', '600'] as const;
const FACE = /@font-face\s*\{[^}]*\}/g;
const FILE = /src:\s*url\(\.\/(files\/[\w.-]+\.woff2)\)[^;]*;/;
const RANGES = /unicode-range:\s*([^;}]+)/;

/** One face of the text font: its rule with the file inlined, and the characters that it has. */
interface FontFace {
  readonly css: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** The text font's faces, read once at start. */
export class FontFaces {
  readonly #faces: readonly FontFace[];

  constructor(faces: readonly FontFace[]) {
    this.#faces = faces;
  }

  /**
   * The style sheet of the faces that have a character of the text. The rest would only be parsed and thrown away: a page
   * in English needs two faces of fourteen.
   */
  cssFor(text: string): string {
    const points = new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0));
    const used = this.#faces.filter(({ ranges }) =>
      ranges.some(([from, to]) => [...points].some((point) => point >= from && point <= to)),
    );
    return used.map(({ css }) => css).join('\n');
  }
}

/**
 * The text font with its files as data: URLs, so that a page needs no network and looks the same on machines without any
 * font. Scripts that it lacks come from the machine's fonts.
 */
export async function loadFontFaces(): Promise<FontFaces> {
  const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/source-sans-3/package.json'));
  const sheets = await Promise.all(WEIGHTS.map((weight) => readFile(join(folder, `${weight}.css`), 'utf8')));
  const faces = sheets.flatMap((sheet) => sheet.match(FACE) ?? []);
  return new FontFaces(await Promise.all(faces.map((face) => readFace(folder, face))));
}

async function readFace(folder: string, face: string): Promise<FontFace> {
  const file = FILE.exec(face)?.[1];
  const ranges = RANGES.exec(face)?.[1];
  if (file === undefined || ranges === undefined) throw new Error('the font package has an unexpected style sheet');
  const base64 = (await readFile(join(folder, file))).toString('base64');
  return {
    css: face.replace(FILE, `src: url(data:font/woff2;base64,${base64}) format("woff2");`),
    ranges: ranges.split(',').map(rangeOf),
  };
}

/** `U+0-FF` or `U+131`. */
function rangeOf(text: string): readonly [number, number] {
  const [, from = '', to] = /^\s*U\+([0-9A-Fa-f]+)(?:-([0-9A-Fa-f]+))?\s*$/.exec(text) ?? [];
  const first = Number.parseInt(from, 16);
  if (Number.isNaN(first)) throw new Error('the font package has an unexpected style sheet');
  return [first, to === undefined ? first : Number.parseInt(to, 16)];
}
