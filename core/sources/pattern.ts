import { RE2JS, RE2JSException } from 're2js';

/** Instructions of one compiled pattern: together with the length of the text they are the time that a search takes. */
const MAX_PROGRAM = 200;
const MAX_LENGTH = 200;

/** A pattern of RE2: a search takes time in proportion to the text, whatever the pattern and the text are. */
export interface Pattern {
  /** How many instructions one character can cost. */
  readonly program: number;
  /** True if the text holds a match anywhere, as JSON Schema asks. */
  finds(text: string): boolean;
}

/** What is wrong with it is said in words. */
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
