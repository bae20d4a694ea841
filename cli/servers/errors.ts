/** Something that the person at the terminal can mend: shown as it is, without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Where progress goes: one line for a person to read. */
export type Progress = (line: string) => void;

export function messageOf(error: unknown): string {
  return hasProperty(error, 'message') ? String(error.message) : String(error);
}

export function hasCode(error: unknown, code: string): boolean {
  return hasProperty(error, 'code') && error.code === code;
}

/** By shape and not by class: in a test, Node's own errors are of another realm than ours. */
function hasProperty<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && name in value;
}
