import { administer } from '../../cli/program.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> {
  let [out, err] = ['', ''];
  const code = await administer(args, {
    env,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

/** Runs the command with `--json`; `value` is undefined if it failed. */
export async function runJson(args: readonly string[], env: Readonly<Record<string, string>>) {
  const { code, out, err } = await runCommand([...args, '--json'], env);
  return { code, err, value: code === 0 ? (JSON.parse(out) as unknown) : undefined };
}
