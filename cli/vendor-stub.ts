import { once } from 'node:events';
import type { Command } from 'commander';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { readJsonFile } from './json-file.ts';
import { id, secondsOfADay } from './parse.ts';

interface StubFlags {
  readonly port?: number;
  readonly seconds: number;
  readonly report?: string;
}

/** A vendor for a developer, on this machine, until it is stopped. */
export function addVendorStub(program: Command, say: (line: string) => void): void {
  program
    .command('vendor-stub')
    .description('Run a vendor that answers pulls as a real one might, until Ctrl-C. For development.')
    .option('--port <number>', 'port on 127.0.0.1; any that is free by default', id)
    .option('--seconds <number>', 'how long a report takes that is slow, or called back', secondsOfADay, 5)
    .option('--report <file>', 'JSON of the report, for a product of your own')
    .action(async ({ port = 0, seconds, report: file }: StubFlags) => {
      const { startVendorStub, VENDOR_WAYS } = await stubModule();
      const report = file === undefined ? undefined : await reportIn(file);
      const stub = await startVendorStub({ port, seconds, report, say }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EADDRINUSE' ? new SetupError(`Port ${port} is taken by another program.`) : error;
      });
      for (const way of VENDOR_WAYS)
        say(`A vendor that is ${way} takes checks at ${stub.url}/${way}/checks, and pulls at …/pulls`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await stub.close();
    });
}

/** Images for production do not have it. */
async function stubModule() {
  try {
    return await import('../dev/demo/vendor-stub.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SetupError('The stub is for development: this image does not have it.');
  }
}

async function reportIn(file: string): Promise<JsonObject> {
  const value = await readJsonFile(file);
  if (!isJsonObject(value)) throw new SetupError('The report must be a JSON object.');
  return value;
}
