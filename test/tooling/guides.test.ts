import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITION_OPERATORS } from '../../core/cascade/operators/index.ts';
import { NODES } from '../../core/cascade/registry.ts';
import { EVENT_NAMES } from '../../core/events.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import { expect, test } from '../support/jest.ts';

test.each([
  ['cascades', 'node kind', NODES.specs.map(({ kind }) => kind)],
  ['cascades', 'product', PRODUCT_CODES],
  ['conditions', 'operator', CONDITION_OPERATORS],
  ['webhooks', 'event', EVENT_NAMES],
] as const)('the guide %s says of each %s what it is', (guide, _, names) => {
  const text = readFileSync(join(import.meta.dirname, `../../docs/guides/${guide}.md`), 'utf8');
  const isThere = (name: string) =>
    new RegExp(`^## (?:Action: )?${name}$|\`${name.replaceAll('.', '\\.')}\``, 'm').test(text);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
