import type { Json, JsonObject } from '../json.ts';
import type { Report } from '../schema/findings.ts';
import { CONDITION_OPERATORS, UNARY_OPERATORS } from './operators/index.ts';

const WITHOUT_VALUE = `; ${UNARY_OPERATORS.join(', ')} take none`;

/** Reports a binary operator without a value. `either` names the alternatives to a value. */
export function checkValue({ operator, value }: JsonObject, at: string, either: string, report: Report): void {
  if (!isBinary(operator)) return;
  if (value === undefined) report(`${at}.value`, `is required for the operator ${operator}${either}${WITHOUT_VALUE}`);
  if (value === null) report(`${at}.value`, `must not be null for the operator ${operator}${either}${WITHOUT_VALUE}`);
}

export function isBinary(operator: Json | undefined): operator is string {
  return CONDITION_OPERATORS.some((name) => name === operator) && !UNARY_OPERATORS.some((name) => name === operator);
}
