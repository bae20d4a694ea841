import { expect, test } from '../../support/jest.ts';
import { broken } from './mutants/broken.ts';
import { MUTANTS } from './mutants/list.ts';
import { OF_NAME } from './mutants/properties.ts';

/* `npm run test:nightly` runs the mutants: each breaks the code so that its property must fail. */

test.each(MUTANTS)('what "$name" replaces stands in the code', (mutant) => {
  expect(broken(mutant).source).toContain(mutant.to);
});

test('every property has a mutant', () => {
  expect([...new Set(MUTANTS.map(({ property }) => property))].toSorted()).toEqual(Object.keys(OF_NAME).toSorted());
});

test('a mutant whose text is not there is no mutant', () => {
  expect(() => broken({ file: 'notices/decided/order.ts', from: 'what nobody wrote', to: '' })).toThrow('has 0 times');
});
