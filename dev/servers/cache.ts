import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where downloaded, built and unpacked tools are kept for every clone of this user. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CACHE_HOME;
  // The XDG specification: a relative path is to be ignored.
  return join(base !== undefined && isAbsolute(base) ? base : join(homedir(), '.cache'), 'cascade');
}
