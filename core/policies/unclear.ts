import type { Lexeme } from './lexer.ts';

/** Words that stand in a rule and could not be understood. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

export function unknownSpan(lexemes: readonly Lexeme[]): { start: number; end: number } | undefined {
  const unknown = lexemes.filter(({ meaning }) => meaning.is === 'unknown');
  const [first, last] = [unknown[0], unknown.at(-1)];
  return first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
}

export function unclear(message: string, lexemes: readonly Lexeme[]): NotUnderstood {
  const [first, last] = [lexemes[0], lexemes.at(-1)];
  return new NotUnderstood(message, first?.start ?? 0, last?.end ?? 0);
}
