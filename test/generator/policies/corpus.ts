import { BLIND } from './blind.ts';
import { EMPLOYERS, IDENTITY } from './employers.ts';
import { HOSTILE, LONG } from './hostile.ts';
import { LANDLORDS } from './landlords.ts';
import { LENDERS } from './lenders.ts';
import { MISREAD_ONCE } from './misread-once.ts';
import { MIXED, SUBTLE } from './mixed.ts';
import { SECOND_BLIND } from './second-blind.ts';
import { THIRD_BLIND } from './third-blind.ts';
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
  ...BLIND,
  ...SECOND_BLIND,
  ...THIRD_BLIND,
  ...MISREAD_ONCE,
];
