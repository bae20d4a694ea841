import { crc32, deflateRawSync } from 'node:zlib';

/** Packs files as a spreadsheet program does. `sizes` are false unpacked sizes. */
export function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  sizes: Readonly<Record<string, number>> = {},
): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(sizes[name] ?? bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    head.copy(central, 8, 6, 30);
    central.writeUInt32LE(at, 42);
    locals.push(head, Buffer.from(name), packed);
    centrals.push(central, Buffer.from(name));
    at += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (all: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export interface SheetOptions {
  /** Rows as XML within `sheetData`, and the parts before and after it. */
  readonly rows: string;
  readonly before?: string;
  readonly behind?: string;
  /** Shared texts, as XML. */
  readonly texts?: readonly string[];
  /** Codes of number formats; the style of a cell is the index of its code, counted from 1. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
  /** Other sheets, before the first one, by name and state. */
  readonly others?: readonly (readonly [name: string, state: string])[];
}

/** The parts of a workbook whose last sheet has those rows. */
export function xlsxParts(options: SheetOptions): Record<string, string> {
  const { rows, before = '', behind = '', texts = [], formats = [], is1904 = false, others = [] } = options;
  const sheets = [...others, ['Applicants', 'visible'] as const];
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const sheetXml = (content: string, first = '', last = '') =>
    `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}">${first}<sheetData>${content}</sheetData>${last}</worksheet>`;
  const found: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ([name, state], index) =>
          `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  for (const index of others.keys()) found[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml('');
  found[`xl/worksheets/sheet${sheets.length}.xml`] = sheetXml(rows, before, behind);
  return found;
}

export const xlsxOf = (options: SheetOptions): Buffer => zipOf(xlsxParts(options));

/** A text in its cell. */
export const textCell = (text: string): string =>
  `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
export const rowOfCells = (cells: readonly string[], attributes = ''): string =>
  `<row ${attributes}>${cells.join('')}</row>`;
