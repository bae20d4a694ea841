import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { changesBetween, readVersion, type Changes } from '../../../core/readback/changes.ts';
import type { ExampleOptions } from '../../../core/readback/examples.ts';
import { plenty } from '../../support/work.ts';

/** The differences of two definitions, each read for it. */
export function changesOf(before: CascadeDefinition, after: CascadeDefinition, options: ExampleOptions): Changes {
  const work = plenty();
  const [old, now] = [readVersion(before, options, work), readVersion(after, options, work)];
  return changesBetween(old, now, options, work);
}
