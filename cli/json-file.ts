import { readFile } from 'node:fs/promises';
import { readJson } from '../core/read-json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';

/** The JSON of a file that holds no secret and nothing of an applicant: an error may quote it. Throws a SetupError. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SetupError(`${file} cannot be read: ${messageOf(error)}`);
  });
  try {
    return readJson(text);
  } catch (error) {
    throw new SetupError(`${file} is no JSON: ${messageOf(error)}`);
  }
}
