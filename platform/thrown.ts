/* The message of any thrown value. */

export function messageOf(error: unknown): string {
  return hasProperty(error, 'message') ? String(error.message) : String(error);
}

export function hasCode(error: unknown, code: string): boolean {
  return hasProperty(error, 'code') && error.code === code;
}

/** By shape and not by class: in a test, Node's own errors are of another realm. */
function hasProperty<Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && name in value;
}
