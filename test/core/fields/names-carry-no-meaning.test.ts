import { describe, expect, test } from '../../support/jest.ts';
import { sampleOf } from '../../support/sample.ts';
import { differing, holdRandomPlays, printed, SAYS } from './other-names.ts';
import { declaring, GOLDEN, GUIDES, LAWYERS, type Play } from './plays.ts';

// Rules: 20.9.1
describe('with other names the same is told in letters, decided, explained, warned of, refused, masked and read back', () => {
  test.each([
    ["the lawyers' cases", sampleOf(LAWYERS, 3)],
    ['the same, where nobody declared anything', sampleOf(LAWYERS, 9).map(({ fields: _fields, ...of }): Play => of)],
    ['the golden letters of the templates', GOLDEN],
    ['the cascades of the guides', [...GUIDES, ...GUIDES.map(declaring)]],
  ])('in %s', (_name, all) => {
    const found = all.flatMap((of, index) => differing(of, { ...SAYS, printed }, index + 1));
    expect(found.slice(0, 3)).toEqual([]);
  });

  // `test/nightly/names-carry-no-meaning.test.ts` draws 5,000.
  test('in random cascades', () => holdRandomPlays(200));
});
