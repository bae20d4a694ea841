import type { Json, JsonObject } from './json.ts';
import { utf8Bytes } from './json-limits.ts';
import { readPath } from './path.ts';
import type { Work } from './work.ts';

/** Where paths are looked up: plain data, or a function for other sources. */
export type Scope = JsonObject | ((path: string) => Json | undefined);

/** Most bytes of UTF-8 in one text (semantics 8.3.1). */
export const MAX_INTERPOLATED_BYTES = 256 * 1024;
/** Each distinct path may walk a list as long as the payload, so their number is limited. */
export const MAX_DISTINCT_PATHS = 500;

export interface Interpolated {
  /** Empty if `isTooLarge`. */
  readonly text: string;
  /** Paths without a value, without duplicates, in the order of the text. */
  readonly unresolved: readonly string[];
  /** True if the text would exceed `MAX_INTERPOLATED_BYTES`, or has too many distinct paths. */
  readonly isTooLarge: boolean;
  /** True if there are too many paths, whatever the size of the text. */
  readonly hasTooManyPaths?: true;
}

const TOO_LARGE: Interpolated = { text: '', unresolved: [], isTooLarge: true };
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Replaces each `{{path}}` (spaces around the path allowed) by its value; a path without a value, or with null, gives
 * empty text. Values are never searched for placeholders. `escape` changes values but not the template: `html` for text
 * between tags and for quoted attributes, `url` for the path, the query and the fragment of a URL. Stops as soon as the
 * text is too large, however often a value is repeated. Source: semantics 5.2.
 */
export function interpolate(template: string, scope: Scope, work: Work, escape?: Escape): Interpolated {
  work.spendOnText(template.length);
  const values = new Map<string, string | undefined>();
  const parts: string[] = [];
  let bytes = 0;
  let copied = 0;
  const add = (part: string): void => {
    bytes += utf8Bytes(part, MAX_INTERPOLATED_BYTES - bytes);
    parts.push(part);
  };
  for (const match of template.matchAll(PLACEHOLDER)) {
    const path = (match[1] ?? '').trim();
    if (!values.has(path)) values.set(path, rendered(path, scope, work, escape));
    add(template.slice(copied, match.index));
    const value = values.get(path) ?? '';
    work.spendOnText(value.length);
    add(value);
    copied = match.index + match[0].length;
    if (values.size > MAX_DISTINCT_PATHS) return { ...TOO_LARGE, hasTooManyPaths: true };
    if (bytes > MAX_INTERPOLATED_BYTES) return TOO_LARGE;
  }
  add(template.slice(copied));
  if (bytes > MAX_INTERPOLATED_BYTES) return TOO_LARGE;
  const unresolved = [...values.keys()].filter((path) => values.get(path) === undefined);
  return { text: parts.join(''), unresolved, isTooLarge: false };
}

function rendered(path: string, scope: Scope, work: Work, escape: Escape | undefined): string | undefined {
  const value = typeof scope === 'function' ? scope(path) : readPath(scope, path, work);
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) work.spend(value.length);
  const text = renderValue(value);
  work.spendOnText(text.length);
  return escape === undefined ? text : ESCAPES[escape](text);
}

/** Text unchanged, numbers and booleans as in JSON, a list of these joined by commas, anything else as compact JSON. */
export function renderValue(value: Json): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) {
    return value
      .filter((item) => item !== null)
      .map(renderValue)
      .join(', ');
  }
  return JSON.stringify(value);
}

export type Escape = 'html' | 'url';
const ESCAPES: Readonly<Record<Escape, (text: string) => string>> = {
  html: escapeHtml,
  // A lone surrogate cannot be encoded in UTF-8.
  url: (text) => encodeURIComponent(text.toWellFormed()),
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
