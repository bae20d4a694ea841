import { valuesRead } from '../cascade/nodes/if-else.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import { listPathOf } from '../products/index.ts';
import { isQuantifier, type Quantifier } from '../quantifiers.ts';
import type { Subject, Subjects } from './subject.ts';

/** Results of conditions on empty lists (semantics 4.9.6), which readers would guess wrongly. */
export function listsOf(definition: CascadeDefinition, subjects: Subjects): readonly string[] {
  const asked = definition.flatMap((node) =>
    isKind(node, 'IfElse') ? valuesRead(node).map((each) => subjects.of(each)) : [],
  );
  const quantifiers = new Set(asked.flatMap(quantifierOf));
  const isSaid = (...of: readonly Quantifier[]): boolean => of.some((each) => quantifiers.has(each));
  const ofPayload = asked.some(
    (subject) => subject.phrase.startsWith('the field ') && quantifierOf(subject).length > 0,
  );
  return [
    ...(ofPayload
      ? [
          'Behind a list in the name of a field, "any" and "all" ask whether a comparison holds of any item or of each; ' +
            '"count", "sum", "max" and "min" are figures of the list.',
        ]
      : []),
    ...(isSaid('all')
      ? [
          'What is asked of each item of a list holds if there is no such item, and does not hold if one lacks the value.',
        ]
      : []),
    ...(isSaid('any')
      ? [
          'What is asked of any item of a list does not hold if there is no such item; items without the value are left out.',
        ]
      : []),
    ...(isSaid('count', 'sum') ? ['The number of items, and a sum of them, is 0 if there is no such item.'] : []),
    ...(isSaid('max', 'min')
      ? ['The highest, lowest, latest or earliest value is not known if there is no such item.']
      : []),
    ...(quantifiers.size > 0 ? ['Of a list that is not known, none of its values is known.'] : []),
  ];
}

function quantifierOf({ product, field }: Subject): readonly Quantifier[] {
  if (product !== null) return [listPathOf(product, field)?.quantifier ?? []].flat();
  return field.split('.').slice(1).filter(isQuantifier).slice(0, 1);
}
