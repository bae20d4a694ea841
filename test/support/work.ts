import { Work } from '../../core/work.ts';

/** A budget far beyond the needs of tests about other things. */
export function plenty(): Work {
  return new Work(50_000_000);
}
