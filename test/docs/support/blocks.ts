import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked, type Tokens } from 'marked';

/** The code blocks of the guides, each with the role in its info string. */
const GUIDES = join(import.meta.dirname, '../../../docs/guides');

export interface Block {
  readonly language: string;
  /** Words after the language: a role (`setup`, `cascade`, `part`, `answer`, …), then perhaps a file name. */
  readonly words: readonly string[];
  readonly text: string;
}

export function guideNames(): string[] {
  return readdirSync(GUIDES)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .toSorted();
}

function blocksOf(markdown: string): Block[] {
  return codeTokens(marked.lexer(markdown)).map(({ lang = '', text }) => {
    const [language = '', ...words] = lang.split(/\s+/);
    return { language, words, text };
  });
}

export function blocksOfGuide(name: string): Block[] {
  return blocksOf(readFileSync(join(GUIDES, `${name}.md`), 'utf8'));
}

function codeTokens(tokens: readonly object[]): Tokens.Code[] {
  return tokens.flatMap((token): Tokens.Code[] => {
    const { type, tokens: inner = [], items = [] } = token as Tokens.Generic;
    return type === 'code' ? [token as Tokens.Code] : [...codeTokens(inner), ...codeTokens(items as object[])];
  });
}

/** The file that a block is saved as, if it is a file. */
export function fileOf({ words }: Block): string | undefined {
  return words.find((word) => word.includes('.'));
}

/** The lines of the first page that prepare a shell for all the others. */
export const SETUP = blocksOfGuide('start').find(({ words }) => words[0] === 'setup')?.text ?? '';
