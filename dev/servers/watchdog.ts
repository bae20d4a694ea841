import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Ends what this process started when this process is gone, however it went: also by SIGKILL, when no code of ours runs
 * any more. A helper shell reads its stdin. When the pipe closes, it signals every process on its list, and kills those
 * that are left after ten seconds.
 *
 * Invariants: each process of ours has one helper, in a session of its own, so that a Ctrl-C at the terminal does not
 * end it first. If it dies before us it is started again, with the whole list.
 */
const HELPER = `
list=
while read -r op pid signal; do
  kept=
  for entry in $list; do
    case $entry in "$pid":*) ;; *) kept="$kept $entry" ;; esac
  done
  list=$kept
  [ "$op" = watch ] && list="$list $pid:$signal"
done
for entry in $list; do kill -"\${entry#*:}" "\${entry%%:*}" 2>/dev/null; done
for second in 1 2 3 4 5 6 7 8 9 10; do
  left=
  for entry in $list; do kill -0 "\${entry%%:*}" 2>/dev/null && left=yes; done
  [ -z "$left" ] && exit 0
  sleep 1
done
for entry in $list; do kill -KILL "\${entry%%:*}" 2>/dev/null; done
`;

export type DeathSignal = 'INT' | 'TERM' | 'KILL';

const watched = new Map<number, DeathSignal>();
let helper: ChildProcess | undefined;

/** From now on the process does not outlive this one. */
export function watch(pid: number, signal: DeathSignal): void {
  watched.set(pid, signal);
  tell(`watch ${pid} ${signal}`);
}

/** To be called when a watched process has ended: its pid may soon be another's. */
export function forget(pid: number): void {
  if (watched.delete(pid)) tell(`forget ${pid} -`);
}

/** Waits until the helper has nothing to do any more and has gone. For tidy ends; everything must be forgotten. */
export async function endWatchdog(): Promise<void> {
  const ending = helper;
  if (ending === undefined || watched.size > 0) return;
  helper = undefined;
  ending.removeAllListeners('exit');
  const gone = once(ending, 'exit');
  ending.ref();
  ending.stdin?.end();
  await gone;
}

function tell(line: string): void {
  if (helper === undefined) {
    helper = startHelper();
    for (const [pid, signal] of watched) helper.stdin?.write(`watch ${pid} ${signal}\n`);
  } else {
    helper.stdin?.write(`${line}\n`);
  }
}

function startHelper(): ChildProcess {
  const child = spawn('sh', ['-c', HELPER], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  child.stdin.on('error', () => undefined);
  // Neither the helper nor its pipe keeps this process alive.
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  child.once('exit', () => {
    helper = undefined;
    if (watched.size > 0) tell('');
  });
  return child;
}
