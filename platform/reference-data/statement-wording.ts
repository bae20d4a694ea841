import { CONDITION_OPERATORS } from '../../core/cascade/operators/index.ts';
import { STATEMENT_PARTS, type StatementWords } from '../../core/notices/decided/statement.ts';
import { compileValidator } from '../validation/index.ts';
import { closed, text } from './schemas.ts';

export const STATEMENT_PLACEHOLDERS = new Set([
  'label',
  'value',
  'fact',
  'comparison',
  'limit',
  'number',
  'other',
  'amount',
]);

const each = (keys: readonly string[]) => closed(Object.fromEntries(keys.map((key) => [key, text])));

export const isStatementWording = compileValidator(
  closed({
    about: text,
    language: text,
    parts: each(STATEMENT_PARTS),
    operators: each(CONDITION_OPERATORS),
    thousands_separator: text,
    decimal_separator: text,
  }),
);

/** Parts that neutral statements have to keep, however they are worded. */
export function missingInStatements({ parts }: StatementWords): string[] {
  const needs = [
    ['fact', 'label'],
    ['fact', 'value'],
    ['required', 'fact'],
    ['required', 'comparison'],
    ['decided_on', 'fact'],
    ['decided_on', 'comparison'],
    ['met_by', 'fact'],
    ['met_by', 'comparison'],
  ] as const;
  return needs
    .filter(([part, placeholder]) => !parts[part].includes(`{{${placeholder}}}`))
    .map(([part, placeholder]) => `parts.${part} does not have {{${placeholder}}}`);
}
