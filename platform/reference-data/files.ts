import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../core/json.ts';
import { readJson } from '../../core/read-json.ts';
import type { Validator } from '../validation/index.ts';

export const DATA_DIR = path.join(import.meta.dirname, '../..', 'data');

/** All faults in the files of `data/`, in one message. */
export class ReferenceDataError extends Error {
  override readonly name = 'ReferenceDataError';

  constructor(problems: readonly string[]) {
    super(`the reference data cannot be used:\n${problems.map((each) => `  ${each}`).join('\n')}`);
  }
}

/** The JSON files of a folder of `data/`, by name. */
export function filesIn(dir: string, folder: string, problems: string[]): string[] {
  try {
    const names = readdirSync(path.join(dir, folder)).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => path.join(folder, name));
  } catch (error) {
    problems.push(`${folder}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    return [];
  }
}

/** The file's content if it is what the validator, which stands for T, asks for. */
export function readJsonFile<T>(dir: string, file: string, validate: Validator, problems: string[]): T | undefined {
  let content: Json;
  try {
    content = readJson(readFileSync(path.join(dir, file), 'utf8'));
  } catch (error) {
    problems.push(`${file}: ${(error as Error).message}`);
    return undefined;
  }
  const wrong = validate(content);
  problems.push(...wrong.map(({ field, message }) => `${file}: ${field} ${message}`));
  return wrong.length === 0 ? (content as T) : undefined;
}
