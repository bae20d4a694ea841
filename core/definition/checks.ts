import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ValidationScope } from '../nodes/contract.ts';

/**
 * Small checks of one key of an object, for nodes and their parts. `at` is the dotted path of the object, such as
 * `definition[2].email`. Each answers what is wrong, an empty list where nothing is, and never throws.
 * `optional…` checks pass where the key is absent; null counts as a value and is refused like any other wrong type.
 */
export function detail(field: string, message: string): ErrorDetail {
  return { field, message };
}

export function requireString(object: JsonObject, key: string, at: string, maxLength?: number): ErrorDetail[] {
  const value = object[key];
  const field = `${at}.${key}`;
  if (value === undefined) return [detail(field, 'is required')];
  if (typeof value !== 'string') return [detail(field, 'must be a string')];
  if (value.trim() === '') return [detail(field, 'must not be empty')];
  if (maxLength !== undefined && value.length > maxLength) {
    return [detail(field, `must have at most ${maxLength} characters`)];
  }
  return [];
}

/** An empty string passes. */
export function optionalString(object: JsonObject, key: string, at: string, maxLength?: number): ErrorDetail[] {
  const value = object[key];
  const isBlank = typeof value === 'string' && value.trim() === '';
  return value === undefined || isBlank ? [] : requireString(object, key, at, maxLength);
}

export function requireObject(object: JsonObject, key: string, at: string): ErrorDetail[] {
  if (object[key] === undefined) return [detail(`${at}.${key}`, 'is required')];
  return isJsonObject(object[key]) ? [] : [detail(`${at}.${key}`, 'must be an object')];
}

export function optionalObject(object: JsonObject, key: string, at: string): ErrorDetail[] {
  return object[key] === undefined ? [] : requireObject(object, key, at);
}

export function requireOneOf(
  object: JsonObject,
  key: string,
  at: string,
  allowed: readonly (string | number | boolean)[],
): ErrorDetail[] {
  const value: Json | undefined = object[key];
  if (value === undefined) return [detail(`${at}.${key}`, 'is required')];
  if (allowed.some((candidate) => candidate === value)) return [];
  return [detail(`${at}.${key}`, `must be one of ${allowed.join(', ')}`)];
}

export function optionalOneOf(
  object: JsonObject,
  key: string,
  at: string,
  allowed: readonly (string | number | boolean)[],
): ErrorDetail[] {
  return object[key] === undefined ? [] : requireOneOf(object, key, at, allowed);
}

/** A finite number; `minimum` and `maximum` are inclusive. */
export function requireNumber(
  object: JsonObject,
  key: string,
  at: string,
  range: { readonly minimum?: number; readonly maximum?: number } = {},
): ErrorDetail[] {
  const value = object[key];
  const field = `${at}.${key}`;
  if (value === undefined) return [detail(field, 'is required')];
  if (typeof value !== 'number' || !Number.isFinite(value)) return [detail(field, 'must be a number')];
  if (range.minimum !== undefined && value < range.minimum) {
    return [detail(field, `must be at least ${range.minimum}`)];
  }
  if (range.maximum !== undefined && value > range.maximum) {
    return [detail(field, `must be at most ${range.maximum}`)];
  }
  return [];
}

/** The key must hold the id of a node of the same definition. */
export function requireNodeId(object: JsonObject, key: string, at: string, scope: ValidationScope): ErrorDetail[] {
  const wrong = requireString(object, key, at);
  if (wrong.length > 0) return wrong;
  const id = object[key];
  if (typeof id === 'string' && scope.node(id) === undefined) {
    return [detail(`${at}.${key}`, `no node has the id ${quote(id)}`)];
  }
  return [];
}

/** A caller's text for use in a message: quoted, and cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
