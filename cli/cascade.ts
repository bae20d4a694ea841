import { administer } from './program.ts';

process.exitCode = await administer(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stdout.columns,
  isTerminal: process.stderr.isTTY === true,
});
