/** The UTF-8 text of a file; otherwise the first line that is not UTF-8, from 1, and the actual type of the file. */
export type FileText =
  { readonly text: string } | { readonly text: null; readonly line: number; readonly message: string };

const NOT_UTF8 = 'is not in UTF-8; spreadsheet programs can save a file as "CSV UTF-8"';
const UTF16 = 'is in UTF-16 ("Unicode text"); spreadsheet programs can save a file as "CSV UTF-8"';
const NO_TEXT =
  'is a spreadsheet with a password, or an old one (.xls), or an archive; save it as .xlsx without one, or as "CSV UTF-8"';
const LF = 0x0a;

/** True for .xlsx and .ods, among others. */
export function isArchive([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 0x03 && fourth === 0x04;
}

/** Invalid bytes are not replaced: a name with a replacement character would be another applicant's. */
export function textOf(file: Uint8Array): FileText {
  const [first, second, third, fourth] = file;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: null, line: 1, message: UTF16 };
  }
  // An old spreadsheet is a compound file, and so is a new one with a password.
  const isCompound = first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0;
  if (isCompound || isArchive(file)) return { text: null, line: 1, message: NO_TEXT };
  const text = decoded(file);
  if (text !== null) return { text };
  return { text: null, line: lineNotUtf8(file), message: NOT_UTF8 };
}

/** Null if it is not UTF-8. The byte order mark is kept. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function lineNotUtf8(file: Uint8Array): number {
  let line = 1;
  for (let from = 0; ; line += 1) {
    const end = file.indexOf(LF, from);
    if (end === -1 || decoded(file.subarray(from, end)) === null) return line;
    from = end + 1;
  }
}
