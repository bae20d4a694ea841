import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export const FONT_FAMILY = 'Source Sans 3';
const WEIGHTS = ['400', '600'] as const;
const FACE = /@font-face\s*\{[^}]*\}/g;
const FILE = /src:\s*url\(\.\/(files\/[\w.-]+\.woff2)\)[^;]*;/;

/**
 * The style sheet of the text font with its files in it as data: URLs, so that a page needs no network and looks the
 * same on machines without any font. Scripts that it lacks come from the machine's fonts.
 */
export async function loadFontFaces(): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/source-sans-3/package.json'));
  const sheets = await Promise.all(WEIGHTS.map((weight) => readFile(join(folder, `${weight}.css`), 'utf8')));
  const faces = sheets.flatMap((sheet) => sheet.match(FACE) ?? []);
  const inlined = await Promise.all(faces.map((face) => inlineFile(folder, face)));
  return inlined.join('\n');
}

async function inlineFile(folder: string, face: string): Promise<string> {
  const file = FILE.exec(face)?.[1];
  if (file === undefined) throw new Error('the font package has an unexpected style sheet');
  const base64 = (await readFile(join(folder, file))).toString('base64');
  return face.replace(FILE, `src: url(data:font/woff2;base64,${base64}) format("woff2");`);
}
