import type { Json, JsonObject } from './json.ts';
import { readPath } from './path.ts';

/** Where paths are looked up: plain data, or a function for paths that need more than that. */
export type Scope = JsonObject | ((path: string) => Json | undefined);

export interface Interpolated {
  readonly text: string;
  /** Paths that had no value, each once, in the order of the text. */
  readonly unresolved: readonly string[];
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/**
 * Replaces each `{{path}}` (spaces around the path allowed) by its value; a path without a value, or with null, gives
 * empty text. What a value holds is never read as a placeholder again. With `html` values are escaped, for text
 * between tags and for quoted attributes; the template itself is taken as it is.
 * Source: api-decisions section 6.
 */
export function interpolate(template: string, scope: Scope, escape?: 'html'): Interpolated {
  const unresolved = new Set<string>();
  const text = template.replaceAll(PLACEHOLDER, (_whole, inner: string) => {
    const path = inner.trim();
    const value = typeof scope === 'function' ? scope(path) : readPath(scope, path);
    if (value === undefined || value === null) {
      unresolved.add(path);
      return '';
    }
    const rendered = renderValue(value);
    return escape === 'html' ? escapeHtml(rendered) : rendered;
  });
  return { text, unresolved: [...unresolved] };
}

/** Text as it is, numbers and booleans as in JSON, a list of such values with commas, anything else as compact JSON. */
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
