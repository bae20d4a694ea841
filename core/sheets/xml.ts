import { UnreadableFile } from './zip.ts';

/*
 * A reader of the XML that spreadsheets are made of: elements, attributes and text. It knows no document types, so a text
 * cannot grow by entities of its own.
 */

/** Names are without their prefix. A reader that returns `stop` has seen enough. */
export interface XmlReader {
  open(name: string, attributes: string): 'stop' | void;
  text?(text: string): void;
  close?(name: string): 'stop' | void;
}

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const DAMAGED = 'is damaged: a part of it is no XML';

export function readXml(xml: string, reader: XmlReader): void {
  let at = 0;
  let depth = 0;
  while (at < xml.length) {
    const next = xml.indexOf('<', at);
    if (next !== at && depth > 0) reader.text?.(unescaped(xml.slice(at, next === -1 ? xml.length : next)));
    if (next === -1) break;
    const skipped = skippedTo(xml, next, reader);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    TAG.lastIndex = next;
    const [tag, slash, name = '', attributes = '', empty] = TAG.exec(xml) ?? [];
    if (tag === undefined) throw new UnreadableFile(DAMAGED);
    at = next + tag.length;
    if (slash === '' && reader.open(name, attributes) === 'stop') return;
    if ((slash === '/' || empty === '/') && reader.close?.(name) === 'stop') return;
    depth += (slash === '' ? 1 : 0) - (slash === '/' || empty === '/' ? 1 : 0);
  }
  if (depth !== 0) throw new UnreadableFile(DAMAGED);
}

/** Behind a comment, a section of characters or an instruction; undefined at an element. */
function skippedTo(xml: string, at: number, reader: XmlReader): number | undefined {
  const ends: readonly (readonly [string, string])[] = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ];
  for (const [start, close] of ends) {
    if (!xml.startsWith(start, at)) continue;
    const end = xml.indexOf(close, at + start.length);
    if (end === -1) throw new UnreadableFile(DAMAGED);
    if (start === '<![CDATA[') reader.text?.(xml.slice(at + start.length, end));
    return end + close.length;
  }
  return undefined;
}

/** By the name of the attribute: a sheet has millions of them. */
const PATTERNS = new Map<string, RegExp>();

/** The value of an attribute, by its name with a prefix, if it has one there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = PATTERNS.get(name) ?? new RegExp(String.raw`\s(?:[\w.-]+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
  PATTERNS.set(name, pattern);
  const [, value, other] = pattern.exec(attributes) ?? [];
  const found = value ?? other;
  return found === undefined ? undefined : unescaped(found);
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (found, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? found;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}
