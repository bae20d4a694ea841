import { isIndex, RESERVED_ROOTS } from '../path.ts';
import { isQuantifier } from '../quantifiers.ts';
import { composed } from '../same-text.ts';
import { MAX_FIELD_PATH_LENGTH, type FieldType } from './spec.ts';

/** Normalizes a path: drops `context.` before `applicant.x` and composes Unicode characters. */
export function fieldPath(field: string): string {
  return composed(field.replace(/^context\./, ''));
}

/** The path by which a condition reads a payload field. Fields outside applicant and property are below `context`. */
export function conditionPath(path: string): string {
  return /^(?:applicant|property|context)(?:\.|$)/.test(path) ? path : `context.${path}`;
}

/** Context for the check of a path: other declarations, and the names under which the cascade stores results. */
export interface PathScope {
  readonly typeOf?: (path: string) => FieldType | undefined;
  readonly stored?: Iterable<string>;
}

/** Roots that a payload cannot have, because conditions read something else by them. */
const BUILT_INS = RESERVED_ROOTS.filter((root) => root !== 'applicant' && root !== 'property');

/** The fault of a payload path, in words; null if there is none. */
export function pathFault(path: string, { typeOf, stored = [] }: PathScope = {}): string | null {
  if (Array.from(path).length > MAX_FIELD_PATH_LENGTH) return `must have at most ${MAX_FIELD_PATH_LENGTH} characters`;
  const names = path.split('.');
  if (names.some((name) => name.trim() === ''))
    return 'must be names of members with a dot between them, such as applicant.ltv_percent';
  if (!isOneLine(path)) return 'must be one line without control characters';
  if (path.includes('{{') || path.includes('}}')) return 'must not hold {{ or }}: no variable is filled in there';
  if (names.includes('__proto__')) return 'must not have a member __proto__, which the service takes for no name';
  const [root = ''] = names;
  if (BUILT_INS.some((name) => name === root))
    return `must be a field of what you send: ${JSON.stringify(root)} is a name of the service's own`;
  if ([...stored].includes(root))
    return `must be a field of what you send: ${JSON.stringify(root)} is the name under which a step of the cascade stores its result`;
  return placeFault(names, typeOf);
}

/** A position or a figure means items of a list, unless its container is declared as an object. */
function placeFault(names: readonly string[], typeOf: PathScope['typeOf']): string | null {
  const isPlace = (name: string, index: number): boolean => {
    const outer = index === 0 ? 'object' : typeOf?.(names.slice(0, index).join('.'));
    return (isIndex(name) || isQuantifier(name)) && outer !== 'object' && outer !== 'person';
  };
  const at = names.findIndex(isPlace);
  if (at < 0) return null;
  const [name = '', outer] = [names[at], names.slice(0, at).join('.')];
  const meant = names.filter((each, index) => !isPlace(each, index)).join('.');
  const what = isIndex(name) ? 'a place in a list' : 'a figure of a list';
  return (
    `must not hold ${what} (${JSON.stringify(name)}): declare ${JSON.stringify(meant)}, which holds of every item. ` +
    `Where ${JSON.stringify(outer)} is no list, declare it as an object first`
  );
}

/** Names contain no line separators and no format characters, such as a change of direction. */
function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && text.isWellFormed();
}

/** The fault of a line that people read, in words; null if there is none. */
export function lineFault(text: string, maxLength: number): string | null {
  if (text.trim() === '') return 'must not be blank';
  if (Array.from(text).length > maxLength) return `must have at most ${maxLength} characters`;
  if (!isOneLine(text)) return 'must be one line without control characters';
  if (text.includes('{{') || text.includes('}}')) return 'must not hold {{ or }}: no variable is filled in there';
  return null;
}
