import person from '../../data/fields/person.json' with { type: 'json' };
import { foldedKey } from '../person-members.ts';
import { nameMemberAt } from '../person-name.ts';
import { addressMemberAt } from '../postal-address.ts';
import { readSchema } from './schema.ts';
import type { FieldSpec, FieldSpecs } from './spec.ts';

/** The members of every person in a payload: those that letters, products and legal time limits read. */
export const PERSON_SPECS: FieldSpecs = readSchema(person).specs;

const folded = (path: string): readonly string[] => path.split('.').map(foldedKey);
const BY_FOLDED = new Map([...PERSON_SPECS].map(([path, spec]) => [folded(path).join('.'), spec]));

/** The declaration of a person's member, in any spelling that is understood; undefined for other members. */
export function memberOfPerson(path: string): FieldSpec | undefined {
  const names = folded(path);
  const known = nameMemberAt(names) ?? addressMemberAt(names);
  return known === undefined ? BY_FOLDED.get(names.join('.')) : PERSON_SPECS.get(known);
}
