import { AppError } from '../../../core/errors.ts';

/**
 * Parameters of a query or a form in which each name occurs once. Throws `validation_failed` with the names that are
 * repeated.
 */
export function readParameters(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  const names = new Set<string>();
  const repeated = new Set<string>();
  for (const name of parameters.keys()) (names.has(name) ? repeated : names).add(name);
  if (repeated.size === 0) return parameters;
  const details = [...repeated].map((field) => ({ field, message: 'must be sent once' }));
  throw new AppError('validation_failed', { details });
}
