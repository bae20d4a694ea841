import { all, any, test, type Logic } from '../readback/logic.ts';
import { NO_PRODUCTS, type OwnProducts } from '../cascade/own-products.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { subjectOf, Subjects, type Subject } from '../readback/subject.ts';
import { valueWords } from '../readback/predicate.ts';
import { english } from '../readback/words.ts';
import { fieldOfKey, type Values } from './applicants.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { Expr } from './model.ts';
import { ownPulls } from './own-reports.ts';

/** A condition in the words in which definitions are read back. */
export const say = (expr: Expr, subjectIn?: SubjectIn): string => english(logicOf(expr, subjectIn));

/** `subjectIn`: what a field is called. */
export function logicOf(expr: Expr, subjectIn: SubjectIn = subjectOf): Logic {
  if (expr.kind !== 'test') {
    const of = expr.of.map((part) => logicOf(part, subjectIn));
    return expr.kind === 'all' ? all(of) : any(of);
  }
  const { source, field, operator, value = null, from, where } = expr.test;
  const other =
    from === undefined ? null : { subject: subjectIn(from.source, from.field), times: from.times, plus: null };
  return test({ subject: subjectIn(source, field, where), operator, value, other });
}

export type SubjectIn = (...of: Parameters<typeof subjectOf>) => Subject;

/** Fields of the payload, and of the account's own reports, as the account calls them. */
export function subjectsOf(dictionary: Dictionary | undefined, products: OwnProducts = NO_PRODUCTS): SubjectIn {
  const pulls = ownPulls(products.keys(), products, { idOf: (code) => code, next: [] });
  // They are nodes of a definition: what else one needs no subject reads.
  const subjects = new Subjects(pulls as object as CascadeDefinition, dictionary);
  return (source, field, where = []) =>
    source === 'context'
      ? subjects.of({ source_node_id: source, field, where: [...where] })
      : subjectOf(source, field, where);
}

export function sayApplicant(values: Values, subjectIn: SubjectIn = subjectOf): string {
  const said = [...values].map(([key, value]) => {
    const { source, field } = fieldOfKey(key);
    const subject = subjectIn(source, field);
    const words =
      value === null ? 'not known' : typeof value === 'object' ? sayItems([value].flat()) : valueWords(subject, value);
    return `${subject.phrase.replace(/^the /, '')} ${words}`;
  });
  return `an applicant with ${said.join(', ')}`;
}

/** A value that was made up only because the schema of the item asks for one: it is not said. */
const isMadeUp = (value: Json): boolean => value === null || value === 'X' || value === '2010-01-01';

function sayItems(items: readonly Json[]): string {
  const said = items.map((item) => {
    const members = Object.entries(isJsonObject(item) ? item : {}).filter(([, value]) => !isMadeUp(value));
    return `(${members.map(([name, value]) => `${name.replaceAll('_', ' ')} ${JSON.stringify(value)}`).join(', ')})`;
  });
  return said.length === 0 ? 'none' : said.join(' and ');
}
