import { once } from 'node:events';
import { Option, type Command } from 'commander';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { startVendorStub, VENDOR_WAYS, type VendorWay } from '../dev/demo/vendor-stub.ts';
import { SetupError } from '../platform/setup-error.ts';
import { readJsonFile } from './json-file.ts';
import { count, id } from './parse.ts';

interface StubFlags {
  readonly as: VendorWay;
  readonly port?: number;
  readonly seconds: number;
  readonly report?: string;
}

/** A vendor for a developer, on this machine, until it is stopped. */
export function addVendorStub(program: Command, say: (line: string) => void): void {
  program
    .command('vendor-stub')
    .description('Run a vendor that answers pulls as a real one might, until Ctrl-C. For development.')
    .addOption(new Option('--as <way>', 'how it answers').choices(VENDOR_WAYS).default('at_once'))
    .option('--port <number>', 'port on 127.0.0.1; any that is free by default', id)
    .option('--seconds <number>', 'how long a report takes that is slow, or called back', count, 5)
    .option('--report <file>', 'JSON of the report, for a product of your own')
    .action(async ({ as: way, port, seconds, report }: StubFlags) => {
      const read = report === undefined ? undefined : await reportIn(report);
      const stub = await startVendorStub({ way, seconds, report: read, say, ...(port === undefined ? {} : { port }) });
      say(`A vendor that is ${way.replace('_', ' ')} takes pulls at ${stub.url}`);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      await stub.close();
    });
}

async function reportIn(file: string): Promise<JsonObject> {
  const value = await readJsonFile(file);
  if (!isJsonObject(value)) throw new SetupError('The report must be a JSON object.');
  return value;
}
