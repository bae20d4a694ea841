import { SetupError } from '../platform/setup-error.ts';
import { demoOf } from '../dev/stack/data-folder.ts';

/** Where the API is, and who calls it. */
export interface ApiTarget {
  readonly baseUrl: string;
  readonly token: string;
}

export interface TargetFlags {
  readonly baseUrl?: string;
  readonly tokenEnv?: string;
}

/** The API of the stack that runs on CASCADE_DATA_DIR with its demo token, unless the flags name another. */
export async function apiTarget(
  flags: TargetFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ApiTarget> {
  const dataFolder = env.CASCADE_DATA_DIR?.trim() || '.cascade';
  if (flags.tokenEnv === undefined) {
    if (flags.baseUrl !== undefined)
      throw new SetupError('--base-url needs a token: name its variable by --token-env.');
    return demoOf(dataFolder);
  }
  const token = env[flags.tokenEnv]?.trim();
  if (token === undefined || token === '') throw new SetupError(`--token-env: ${flags.tokenEnv} is not set.`);
  return { baseUrl: flags.baseUrl ?? (await demoOf(dataFolder)).baseUrl, token };
}
