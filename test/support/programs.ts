import { delimiter, dirname, isAbsolute } from 'node:path';
import { findGo } from '../../dev/servers/fetch.ts';

/**
 * The PATH for what a reader of the documentation runs. Its `node` is the Node that runs the tests: the guides ask for
 * one that runs TypeScript, and the machine's own may be older. Its `go` is found where the installer puts it, too.
 */
export function pathOfReader(): Promise<string> {
  return (path ??= findPath());
}

/** Asked for with each command that is tried: Go is looked for once. */
let path: Promise<string> | undefined;

async function findPath(): Promise<string> {
  const go = await findGo();
  const folders = go !== undefined && isAbsolute(go) ? [dirname(go)] : [];
  return [dirname(process.execPath), ...folders, process.env.PATH ?? ''].join(delimiter);
}
