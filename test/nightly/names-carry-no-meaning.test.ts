import { holdRandomPlays } from '../core/fields/other-names.ts';
import { test } from '../support/jest.ts';

// Rules: 20.9.1
test('with other names 5,000 random cascades tell, decide, explain, warn, refuse, mask and read the same', () =>
  holdRandomPlays(5_000));
