import { isJsonObject, type JsonObject } from '../../../core/json.ts';

/*
 * Reads of data that a vendor or a caller sent: whatever is not of the kind that is looked for is not there.
 */

/** Empty if there is none. */
export function textAt(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** A value of an enumeration in words: `charged_off` is "Charged off". Empty if there is none. */
export function wordsAt(object: JsonObject, key: string): string {
  const words = textAt(object, key).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Empty if there is none. */
export function numberAt(object: JsonObject, key: string, format: (value: number) => string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'number' ? format(value) : '';
}

export function itemsAt(object: JsonObject, key: string): readonly JsonObject[] {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
