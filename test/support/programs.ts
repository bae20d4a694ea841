import { delimiter, dirname, isAbsolute } from 'node:path';
import { findGo } from '../../dev/servers/fetch.ts';

/**
 * The PATH for commands that a reader of the documentation runs. Its `node` is the Node that runs the tests: the guides
 * ask for one that runs TypeScript, and the machine's own may be older. It also finds `go` in the installer's folder.
 */
export function pathOfReader(): Promise<string> {
  return (path ??= findPath());
}

/** Computed once for all commands, because finding Go takes time. */
let path: Promise<string> | undefined;

async function findPath(): Promise<string> {
  const go = await findGo();
  const folders = go !== undefined && isAbsolute(go) ? [dirname(go)] : [];
  return [dirname(process.execPath), ...folders, process.env.PATH ?? ''].join(delimiter);
}
