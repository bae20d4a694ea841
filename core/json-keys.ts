/**
 * The first key of a JSON text with a backslash in it, as it was sent and without its quotes. Such a text is never given
 * to `JSON.parse`: V8 of Node 24 compares the characters of a key, as they were sent, with the key that an object of the
 * same shape had there before. After `{"a":1,"\\":1}` the key `\u540d` of `{"a":1,"\u540d":1}` is read as `\`, whoever
 * sent either of them, for as long as the process lives. Keys without a backslash do nothing of that kind.
 *
 * Of a text that is no JSON it looks at what comes before the fault, as the parser does.
 */
export function keyWithBackslash(text: string): string | undefined {
  if (!text.includes('\\\\') && !text.includes('\\u005')) return undefined;
  let at = text.indexOf('"');
  while (at !== -1) {
    const { end, hasBackslash } = stringFrom(text, at + 1);
    if (hasBackslash && isColonNext(text, end)) return text.slice(at + 1, end - 1);
    at = text.indexOf('"', end);
  }
  return undefined;
}

/** The end of the string that begins there, behind its closing quote. */
function stringFrom(text: string, start: number): { readonly end: number; readonly hasBackslash: boolean } {
  let hasBackslash = false;
  let at = start;
  while (at < text.length && text[at] !== '"') {
    const isEscape = text[at] === '\\';
    if (isEscape && (text[at + 1] === '\\' || /^u005c/i.test(text.slice(at + 1, at + 6)))) hasBackslash = true;
    at += isEscape ? 2 : 1;
  }
  return { end: at + 1, hasBackslash };
}

function isColonNext(text: string, from: number): boolean {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return text[at] === ':';
}
