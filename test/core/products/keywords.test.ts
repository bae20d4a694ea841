import { PRODUCT_SCHEMA_KEYWORDS } from '../../../core/products/contract.ts';
import { PRODUCTS } from '../../../core/products/index.ts';
import { expect, test } from '../../support/jest.ts';

function notesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => (key.startsWith('x-') ? [key] : notesIn(value)));
}

test('the schemas of products have the keywords of our own that are explained, and each of these is used', () => {
  const used = new Set(Object.values(PRODUCTS).flatMap(({ schema }) => notesIn(schema)));
  expect([...used].sort()).toEqual([...PRODUCT_SCHEMA_KEYWORDS].sort());
});
