/**
 * A URL with `{{variables}}` in an action's settings. Values come from applicants, so they may fill the path, the query
 * and the fragment, but never decide where a request goes. The only exception is a template that is a single variable:
 * its value is the URL. Source: semantics 12.7.5 and 12.7.6.
 */

const WHOLE_VARIABLE = /^\{\{[^{}]*\}\}$/;
/** A literal scheme and host, and the first character after them. */
const FIXED_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#{}]+[/\\?#]/i;
/** `.` and `..`. URL parsers resolve them in these notations too. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

export function isWholeVariable(template: string): boolean {
  return WHOLE_VARIABLE.test(template.trim());
}

/** True if a value could decide where the request goes. */
export function hasVariableHost(template: string): boolean {
  return template.includes('{{') && !isWholeVariable(template) && !FIXED_HOST.test(template.trim());
}

/** True if values added `..` steps that the template does not have. URL encoding does not escape dots. */
export function climbsPath(template: string, filled: string): boolean {
  return dotSegments(filled) > dotSegments(template.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
}

function dotSegments(url: string): number {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split(/[/\\]/).filter((segment) => DOT_SEGMENT.test(segment)).length;
}
