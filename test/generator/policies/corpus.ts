import { EMPLOYERS, IDENTITY } from './employers.ts';
import { HOSTILE, LONG } from './hostile.ts';
import { LANDLORDS } from './landlords.ts';
import { LENDERS } from './lenders.ts';
import { MIXED, SUBTLE } from './mixed.ts';
import type { Policy } from './policy.ts';

export const CORPUS: readonly Policy[] = [
  ...LANDLORDS,
  ...LENDERS,
  ...EMPLOYERS,
  ...IDENTITY,
  ...HOSTILE,
  ...LONG,
  ...MIXED,
  ...SUBTLE,
];
