/**
 * A URL with `{{variables}}` in an action's settings. Values come from applicants, so they fill the path, the query and
 * the fragment, and never say where a request goes. The one exception is a template that is one variable and nothing
 * else: then its value is the URL. Source: semantics 12.7.5 and 12.7.6.
 */

const WHOLE_VARIABLE = /^\{\{[^{}]*\}\}$/;
/** Scheme and host as text, and the first character behind them. */
const FIXED_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/\\?#{}]+[/\\?#]/i;
/** `.` and `..`, which a parser takes out of a path in these notations too. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

export function isWholeVariable(template: string): boolean {
  return WHOLE_VARIABLE.test(template.trim());
}

/** Whether a value could say where the request goes. */
export function hasVariableHost(template: string): boolean {
  return template.includes('{{') && !isWholeVariable(template) && !FIXED_HOST.test(template.trim());
}

/** Whether values have made steps up the path that the template does not have: encoding takes dots nothing. */
export function climbsPath(template: string, filled: string): boolean {
  return dotSegments(filled) > dotSegments(template.replaceAll(/\{\{[^{}]*\}\}/g, 'x'));
}

function dotSegments(url: string): number {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.split(/[/\\]/).filter((segment) => DOT_SEGMENT.test(segment)).length;
}
