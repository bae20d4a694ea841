import { all, any, test, type Logic } from '../readback/logic.ts';
import { subjectOf } from '../readback/subject.ts';
import { valueWords } from '../readback/predicate.ts';
import { english } from '../readback/words.ts';
import { fieldOfKey, type Values } from './applicants.ts';
import type { Expr } from './model.ts';

/** A condition in the words in which definitions are read back. */
export const say = (expr: Expr): string => english(logicOf(expr));

export function logicOf(expr: Expr): Logic {
  if (expr.kind !== 'test') return expr.kind === 'all' ? all(expr.of.map(logicOf)) : any(expr.of.map(logicOf));
  const { source, field, operator, value = null, from, where } = expr.test;
  const other =
    from === undefined ? null : { subject: subjectOf(from.source, from.field), times: from.times, plus: null };
  return test({ subject: subjectOf(source, field, where), operator, value, other });
}

export function sayApplicant(values: Values): string {
  const said = [...values].map(([key, value]) => {
    const { source, field } = fieldOfKey(key);
    const subject = subjectOf(source, field);
    const words =
      value === null ? 'not known' : typeof value === 'object' ? JSON.stringify(value) : valueWords(subject, value);
    return `${subject.phrase.replace(/^the /, '')} ${words}`;
  });
  return `an applicant with ${said.join(', ')}`;
}
