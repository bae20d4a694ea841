import { defineEntity, p } from '@mikro-orm/core';
import type { OwnProduct } from '../../../core/sources/product.ts';

/** A version of a report that an account describes itself. Added to and never changed. */
export const ProductVersion = defineEntity({
  name: 'ProductVersion',
  tableName: 'product_version',
  uniques: [{ name: 'product_version_unique', properties: ['accountId', 'code', 'version'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    code: p.text(),
    /** From 1, without a gap. */
    version: p.integer(),
    /** As it was sent. Null if withdrawn. */
    product: p.json<OwnProduct>().columnType('json').nullable(),
    /** Null for an operator at the command line. */
    createdByUserId: p.bigint('number').nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
