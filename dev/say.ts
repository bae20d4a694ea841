/**
 * A line for the person at the terminal, with the time of day: `npm start` may run for days, and who comes back wants to
 * know when something fell and came back. Further lines of a message have none.
 */
export function say(line: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${line}\n`);
}
