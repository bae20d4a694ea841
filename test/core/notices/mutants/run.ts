import { registerHooks } from 'node:module';
import { broken } from './broken.ts';
import { MUTANTS } from './list.ts';

/*
 * A process of its own: the module is replaced before anything of `core` is loaded. `node run.ts 3` writes the first
 * violation of the property of that mutant, or nothing.
 */
const mutant = MUTANTS[Number(process.argv[2])];
if (mutant === undefined) throw new Error(`there is no mutant ${process.argv[2] ?? ''}`);
const { url, source } = broken(mutant);
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context);
    return asked === url ? { ...loaded, source } : loaded;
  },
});
const { firstViolation, MOST_CASES } = await import('./properties.ts');
process.stdout.write(firstViolation(mutant.property, MOST_CASES, mutant.firstCase) ?? '');
