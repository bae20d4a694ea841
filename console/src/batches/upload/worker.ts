import { keyOfFile } from '../../../../core/batches/parts.ts';
import { readTable, usedMatches, type FileTable } from '../../../../core/batches/table.ts';
import { checkFile, matchesIn } from './check.ts';
import { templateOf } from './template.ts';
import { MOST_FILE_ROWS, type Answered, type Asked } from './checked.ts';

/* Reads, checks and hashes a file in a worker, so that the page stays usable. The page adds `part` to the key. */
interface Opened {
  readonly bytes: Uint8Array;
  readonly table: FileTable;
}

let opened: Opened | undefined;
/** Matches and changes of the last check, which the key depends on. */
let last: Pick<Parameters<typeof keyOfFile>[1], 'matches' | 'changes'> = {};

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  void answerTo(data).then((answer) => postMessage(answer), report);
});

async function answerTo(asked: Asked): Promise<Answered> {
  if (asked.kind === 'file') {
    const bytes = new Uint8Array(asked.file);
    opened = { bytes, table: await readTable(bytes, MOST_FILE_ROWS) };
    return { kind: 'file' };
  }
  if (asked.kind === 'template') return { kind: 'template', csv: templateOf(asked) };
  if (opened === undefined) throw new Error('no file was chosen');
  const { bytes, table } = opened;
  if (asked.kind === 'key') {
    const { destination } = asked;
    return { kind: 'key', key: keyOfFile(bytes, { ...destination, ...last }), plain: keyOfFile(bytes, destination) };
  }
  const { checked, leftOut } = checkFile(table, asked);
  last = {
    matches: usedMatches(table, matchesIn(asked.matches)),
    changes: { edits: asked.changes.edits, leftOut },
  };
  return { kind: 'check', checked };
}

/** The page is notified of uncaught errors but not of rejected promises. */
function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}
