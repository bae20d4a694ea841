import { RE2JS, RE2JSException } from 're2js';

/**
 * Most instructions of one compiled pattern: a search takes time in proportion to them and to the length of the text.
 */
const MAX_PROGRAM = 200;
const MAX_LENGTH = 200;

/** An RE2 pattern: for any pattern, a search takes time linear in the length of the text. */
export interface Pattern {
  /** How many instructions one character can cost. */
  readonly program: number;
  /** True if the text contains a match anywhere, as in JSON Schema. */
  finds(text: string): boolean;
}

/** Returns the fault in words if the pattern is invalid. */
export function readPattern(text: string): Pattern | string {
  if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  try {
    const compiled = RE2JS.compile(text);
    const program = compiled.programSize();
    if (program > MAX_PROGRAM) return 'repeats too much: use minLength and maxLength for lengths';
    return { program, finds: (searched) => compiled.test(searched) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `must be a pattern of RE2, which has no lookaround and no back-reference: ${error.message}`;
  }
}
