import type { CascadeCondition } from '../../../core/cascade/definition.ts';
import { predicate } from '../../../core/readback/predicate.ts';
import type { Subjects } from '../../../core/readback/subject.ts';
import { conditionAt, figureAt, type Conditions, type Place } from './figures.ts';

/** The text before and after a figure in the reading of a condition. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** Placeholder for the figure: none of our texts contains it. */
const HERE = '\u2026';

export function around(when: Conditions, place: Place, subjects: Subjects): Around {
  const condition = conditionAt(when, place);
  if (condition === undefined) return { before: '', after: '' };
  const [before = '', after = ''] = said(condition, when, place, subjects).split(HERE);
  return { before: before.trim(), after: after.trim() };
}

function said(condition: CascadeCondition, when: Conditions, { part, ...place }: Place, subjects: Subjects): string {
  const subject = subjects.of(condition);
  const { operator, value_from: other } = condition;
  const value = figureAt(when, { ...place, part }) ?? null;
  if (typeof part === 'number') {
    const test = condition.where?.[part];
    const name = (test?.field ?? '').replaceAll('_', ' ');
    const items = subjects.of({ source_node_id: condition.source_node_id, field: condition.field }).phrase;
    return test === undefined
      ? ''
      : `of ${items}: ${name} ${predicate({ schema: null, phrase: name }, test.operator, value, HERE)}`;
  }
  if (part === 'value' || other === undefined) return `${subject.phrase} ${predicate(subject, operator, value, HERE)}`;
  const compared = subjects.of(other).phrase;
  const words = part === 'times' ? `${HERE} times ${compared}` : `${compared} and ${HERE}`;
  return `${subject.phrase} ${predicate(subject, operator, null, words)}`;
}
