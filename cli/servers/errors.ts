/** Something that the person at the terminal can mend: shown as it is, without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Where progress goes: one line for a person to read. */
export type Progress = (line: string) => void;

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
