import { keyOfFile } from '../../../../core/batches/parts.ts';
import { checkFile, matchesIn } from './check.ts';
import type { Answered, Asked } from './checked.ts';

/*
 * Reads and hashes a file beside the page, which stays usable meanwhile. `part` of a key is added by the page.
 */
let file = new Uint8Array();

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'check') file = new Uint8Array(data.file);
  const answer: Answered =
    data.kind === 'check'
      ? { kind: 'check', checked: checkFile(file, data.definition, data.fields, data.matches) }
      : { kind: 'key', key: keyOfFile(file, { ...data.destination, matches: matchesIn(data.matches) }) };
  postMessage(answer);
});
