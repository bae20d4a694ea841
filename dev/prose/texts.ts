import { parseSync } from 'oxc-parser';

/** A paragraph, and the line on which it begins. */
export interface Text {
  readonly line: number;
  readonly text: string;
}

export interface Texts {
  readonly comments: readonly Text[];
  /** Literals that are sentences: errors, warnings, words of pages. */
  readonly messages: readonly Text[];
}

/** Instructions for tools, and citations of rules. */
const FOR_TOOLS = /^(?:oxlint-|eslint-|prettier-|@ts-|@vite|#|Rules?:)/;
const SENTENCE = /^[A-Z][^\n]*\s[^\n]*\s[^\n]*[.!?]$/;

/** The comments and the messages of a source file. Line comments that follow each other are one. */
export function textsOfCode(file: string, code: string): Texts {
  const { comments, program } = parseSync(file, code);
  const lineAt = linesOf(code);
  const blocks: { start: number; end: number; isLine: boolean; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const isLine = type === 'Line';
    const text = isLine
      ? value.trim()
      : value
          .replace(/^\*+/, '')
          .replaceAll(/^[ \t]*\* ?/gm, '')
          .trim();
    const last = blocks.at(-1);
    const follows = last !== undefined && last.isLine && isLine && /^\s*$/.test(code.slice(last.end, start));
    if (follows && !FOR_TOOLS.test(text)) Object.assign(last, { end, text: `${last.text} ${text}` });
    else blocks.push({ start, end, isLine, text });
  }
  return {
    comments: blocks
      .filter(({ text }) => !FOR_TOOLS.test(text))
      .flatMap(({ start, text }) => paragraphs(text).map((paragraph) => ({ line: lineAt(start), text: paragraph }))),
    messages: literalsIn(program)
      .filter(({ text }) => SENTENCE.test(text))
      .map(({ start, text }) => ({ line: lineAt(start), text })),
  };
}

/** Paragraphs, items of lists and cells of a document. Headings, code, links' targets and HTML are left out. */
export function textsOfMarkdown(document: string): readonly Text[] {
  const found: Text[] = [];
  let isCode = false;
  let open: { line: number; text: string } | undefined;
  const close = () => {
    if (open !== undefined) found.push(open);
    open = undefined;
  };
  for (const [index, line] of document.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^\s*(?:```|~~~|#|<|$)/.test(line)) {
      close();
      continue;
    }
    const isRow = /^\s*\|/.test(line);
    const isItem = /^\s*(?:[-*]|\d+\.|>)\s/.test(line);
    if (isRow || isItem) close();
    if (isRow) {
      const cells = line.split('|').map((cell) => cell.trim());
      found.push(...cells.filter((cell) => /[.!]$/.test(cell)).map((text) => ({ line: index + 1, text: plain(text) })));
      continue;
    }
    const text = plain(line.replace(/^\s*(?:[-*]|\d+\.|>)\s+/, ''));
    open = open === undefined ? { line: index + 1, text } : { ...open, text: `${open.text} ${text}` };
  }
  close();
  return found;
}

const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .trim();

/** Items of a list and tags of a docstring are paragraphs. Indented blocks are tables or usage, and are left out. */
const paragraphs = (text: string) =>
  text
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. |@))/)
    .filter((each) => !/^ {2,}/.test(each))
    .map((each) => each.replace(/^\s*(?:- |\d+\. )/, ''));

function linesOf(code: string): (offset: number) => number {
  const starts = [0];
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

interface Literal {
  readonly start: number;
  readonly text: string;
}

/** A template's values count as one word each. */
function literalsIn(node: unknown): readonly Literal[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, start, value, quasis } = node as {
    readonly type?: string;
    readonly start?: number;
    readonly value?: unknown;
    readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  };
  const within = Object.values(node).flatMap(literalsIn);
  if (type === 'Literal' && typeof value === 'string') return [{ start: start ?? 0, text: value }];
  if (type === 'JSXText' && typeof value === 'string') {
    return [{ start: start ?? 0, text: value.replaceAll(/\s+/g, ' ').trim() }];
  }
  if (type === 'TemplateLiteral' && quasis !== undefined) {
    const text = quasis.map((quasi) => quasi.value.cooked ?? '').join('X');
    return [{ start: start ?? 0, text }, ...within];
  }
  return within;
}
