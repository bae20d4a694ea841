import { Work } from '../../core/work.ts';

/** A budget that no test of something else comes near. */
export function plenty(): Work {
  return new Work(50_000_000);
}
