import { delimiter, dirname, isAbsolute } from 'node:path';
import { findGo } from '../../dev/servers/fetch.ts';

/**
 * The PATH for what a reader of the documentation runs. Its `node` is the Node that runs the tests: the guides ask for
 * one that runs TypeScript, and the machine's own may be older. Its `go` is found where the installer puts it, too.
 */
export async function pathOfReader(): Promise<string> {
  const go = await findGo();
  const folders = go !== undefined && isAbsolute(go) ? [dirname(go)] : [];
  return [dirname(process.execPath), ...folders, process.env.PATH ?? ''].join(delimiter);
}
