import { consequencesOf, pathsOfKinds, type ReadingCascade } from '../../../core/fields/change.ts';
import type { FieldSpec, FieldSpecs } from '../../../core/fields/spec.ts';
import { describe, expect, test } from '../../support/jest.ts';

/* Effects of a change of a dictionary on live cascades. */

const fact: FieldSpec = { type: 'text', kind: 'fact' };
const identifier: FieldSpec = { type: 'text', kind: 'identifier' };
const numbers: FieldSpec = { type: 'object', kind: 'identifier' };
const object: FieldSpec = { type: 'object' };
const person: FieldSpec = { type: 'person' };

type Fields = Readonly<Record<string, FieldSpec>>;
type Changes = Readonly<Record<string, FieldSpec | null>>;

const consequences = (now: Fields, changes: Changes, cascades: readonly ReadingCascade[] = [], earlier: Fields = now) =>
  consequencesOf(now, new Map(Object.entries(changes)), {
    cascades,
    earlier: new Map(Object.entries(earlier)) as FieldSpecs,
  });

describe('shown is', () => {
  // Rules: 20.8.2
  test.each<readonly [string, Fields, Changes, readonly string[], Fields?]>([
    ['an identifier that becomes a fact', { 'ids.a': identifier }, { 'ids.a': fact }, ['ids.a']],
    ['one that was declared no longer', {}, { 'ids.a': fact }, ['ids.a'], { 'ids.a': identifier }],
    ['a part of an identifier', { ids: numbers }, { 'ids.a': fact }, ['ids.a']],
    ['a part deep in one', { ids: numbers }, { 'ids.x.a': fact }, ['ids.x.a']],
    ['an identifier that becomes a person', { ids: numbers }, { ids: person }, ['ids']],
    ['a part of one that is no more, declared later', {}, { 'ids.a': fact }, ['ids.a'], { ids: numbers }],
    ['a number of a person who is one no longer', { who: person }, { who: object, 'who.ssn': fact }, ['who.ssn']],
    ['that of a person who was one before', {}, { 'who.ssn': fact }, ['who.ssn'], { who: person }],
    [
      'that of a person of a list',
      { crew: { type: 'list', of_person: 'each' } },
      { crew: { type: 'list' }, 'crew.ssn': fact },
      ['crew.ssn'],
    ],
  ])('%s', (...[, now, changes, expected, earlier]) => {
    expect(consequences(now, changes, [], earlier).shown).toEqual(expected);
  });

  test.each<readonly [string, Fields, Changes, Fields?]>([
    ['what nobody declared before', {}, { pets: fact }],
    ['a fact that stays one', { pets: fact }, { pets: { ...fact, label: 'Pets' } }],
    ['what becomes an identifier', { pets: fact }, { pets: identifier }],
    ['a part that was shown all the time', { ids: numbers, 'ids.a': fact }, { ids: object }],
    ['another member beside an identifier', { 'ids.a': identifier }, { 'ids.b': fact }],
    // Approved once, it is shown already.
    [
      'a fact that was an identifier long ago',
      { 'ids.a': fact },
      { 'ids.a': { ...fact, label: 'A' } },
      { ids: numbers },
    ],
  ])('not %s', (...[, now, changes, earlier]) => {
    expect(consequences(now, changes, [], earlier).shown).toEqual([]);
  });

  test('told by what a path stands in, too', () => {
    expect(pathsOfKinds(new Map([['ids.a.b', null]])).toSorted()).toEqual(['ids', 'ids.a', 'ids.a.b']);
  });
});

describe('rewritten is a cascade', () => {
  const reading = (...reads: readonly string[]): ReadingCascade => ({
    ...{ id: 1, name: 'W', reads: new Set(reads), fields: null, hasLetters: true },
  });
  const label = (text: string): FieldSpec => ({ type: 'integer', kind: 'fact', label: text });

  // Rules: 20.8.3
  test.each<readonly [string, string, Fields, Changes]>([
    ['that reads the field', 'pets', { pets: label('Pets') }, { pets: label('Animals') }],
    [
      'that reads a member of what is named',
      'jobs.0.pay',
      { jobs: { type: 'list' } },
      { jobs: { type: 'list', item: { one: 'job', many: 'jobs' } } },
    ],
    ['whose path becomes that of a member', 'pay.max', {}, { 'pay.max': label('Most') }],
    [
      'whose path becomes a figure',
      'pay.max',
      { 'pay.max': label('Most') },
      { 'pay.max': null, pay: { type: 'list', kind: 'fact' } },
    ],
  ])('%s', (_name, field, now, changes) => {
    expect(consequences(now, changes, [reading(field)]).rewritten.map(({ id }) => id)).toEqual([1]);
  });

  test.each<readonly [string, string, Changes]>([
    ['that reads another field', 'cats', { pets: label('Animals') }],
    ['for a noun of policies', 'pets', { pets: { ...label('Pets'), also: ['beasts'] } }],
  ])('not one %s', (_name, field, changes) => {
    expect(consequences({ pets: label('Pets'), cats: label('Cats') }, changes, [reading(field)]).rewritten).toEqual([]);
  });
});
