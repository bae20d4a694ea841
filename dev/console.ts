import { buildConsole } from './stack/console.ts';

/** `node dev/console.ts`: builds the console into dist/console, unless it is up to date. */
const begun = performance.now();
const isNew = await buildConsole();
const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
process.stderr.write(isNew ? `The console was built in ${seconds} s\n` : 'The console is up to date\n');
