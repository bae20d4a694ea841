import { formatOf, type NumberFormat } from './number-format.ts';
import { attributeOf, readXml } from './xml.ts';
import { UnreadableFile, type ZipFile } from './zip.ts';

/*
 * Where the parts of a workbook are, and what its cells refer to: texts and formats. Source: ECMA-376-1, 18.2, 18.4 and
 * 18.8; ECMA-376-2, 8 (relationships).
 */

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** Undefined if it is none of cells, such as a chart. */
  readonly part: string | undefined;
}

export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly is1904: boolean;
  readonly texts: readonly string[];
  /** By the index that a cell names. */
  readonly formats: readonly NumberFormat[];
}

/** Parts are looked up in one another, so a file beyond these limits was made to cost time. */
const MOST_SHEETS = 1_000;
const MOST_RELATIONS = 10_000;
const MOST_FORMATS = 100_000;
const TOO_MANY = 'has too many sheets or formats; copy the applicants into a new file';

const NO_WORKBOOK =
  'is an archive and no spreadsheet of the kind .xlsx; spreadsheet programs can save it so, or as "CSV UTF-8"';
const DAMAGED = 'is damaged: parts of the workbook are missing';

export async function readWorkbook(zip: ZipFile): Promise<Workbook> {
  const [main] = (await relationsOf(zip, '')).filter(({ type }) => type === 'officeDocument');
  const text = main === undefined || !main.target.endsWith('.xml') ? undefined : await zip.text(main.target);
  if (main === undefined || text === undefined) throw new UnreadableFile(NO_WORKBOOK);
  const relations = await relationsOf(zip, main.target);
  const found: { readonly name: string; readonly isHidden: boolean; readonly id: string }[] = [];
  let is1904 = false;
  readXml(text, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      atMost(MOST_SHEETS, found.length);
      found.push({
        name: attributeOf(attributes, 'name') ?? '',
        isHidden: (attributeOf(attributes, 'state') ?? 'visible') !== 'visible',
        id: attributeOf(attributes, 'id') ?? '',
      });
    },
  });
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  const sheets = found.map(({ id, ...sheet }) => ({
    ...sheet,
    part: relations.find((relation) => relation.id === id && relation.type === 'worksheet')?.target,
  }));
  return {
    ...{ sheets, is1904 },
    texts: textsOf(await partText(zip, partOf('sharedStrings'))),
    formats: formatsOf(await partText(zip, partOf('styles'))),
  };
}

/** Undefined if the workbook has no such part. A part that it names must be there. */
async function partText(zip: ZipFile, part: string | undefined): Promise<string | undefined> {
  if (part === undefined) return undefined;
  const text = await zip.text(part);
  if (text === undefined) throw new UnreadableFile(DAMAGED);
  return text;
}

interface Relation {
  readonly id: string;
  /** The last word of its address. */
  readonly type: string;
  /** Name of the part in the file. */
  readonly target: string;
}

async function relationsOf(zip: ZipFile, part: string): Promise<readonly Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, at);
  const relations: Relation[] = [];
  readXml((await zip.text(`${folder}_rels/${part.slice(at)}.rels`)) ?? '', {
    open(name, attributes) {
      if (name !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return;
      atMost(MOST_RELATIONS, relations.length);
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: (attributeOf(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target: resolved(folder, attributeOf(attributes, 'Target') ?? ''),
      });
    },
  });
  return relations;
}

function atMost(most: number, count: number): void {
  if (count >= most) throw new UnreadableFile(TOO_MANY);
}

function resolved(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function textsOf(xml: string | undefined): readonly string[] {
  const texts: string[] = [];
  const reader = new RichText();
  readXml(xml ?? '', {
    open(name) {
      if (name === 'si') reader.begin();
      reader.open(name);
    },
    text: (text) => reader.text(text),
    close(name) {
      reader.close(name);
      if (name === 'si') texts.push(reader.end());
    },
  });
  return texts;
}

/** A text in runs. How it is pronounced (`rPh`) is no part of it. */
export class RichText {
  #text = '';
  #isText = false;
  #isPronounced = false;

  begin(): void {
    this.#text = '';
  }

  open(name: string): void {
    if (name === 't') this.#isText = true;
    if (name === 'rPh') this.#isPronounced = true;
  }

  text(text: string): void {
    if (this.#isText && !this.#isPronounced) this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    if (name === 'rPh') this.#isPronounced = false;
  }

  end(): string {
    return plainText(this.#text);
  }
}

/** `_x000D_` is a character that XML cannot have. */
export function plainText(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function formatsOf(xml: string | undefined): readonly NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  readXml(xml ?? '', {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      if (name === 'numFmt') {
        codes.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode') ?? '');
      }
      if (name !== 'xf' || !isInCells) return;
      atMost(MOST_FORMATS, formats.length);
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
      formats.push(formatOf(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}
