import { keyOfFile } from '../../../../core/batches/parts.ts';
import { checkFile } from './check.ts';
import type { Answered, Asked } from './checked.ts';

/*
 * Reads and hashes a file beside the page, which stays usable meanwhile. `part` of a key is added by the page.
 */
let file = new Uint8Array();

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if (data.kind === 'check') file = new Uint8Array(data.file);
  const answer: Answered =
    data.kind === 'check'
      ? { kind: 'check', checked: checkFile(file, data.definition, data.fields) }
      : { kind: 'key', key: keyOfFile(file, data.destination) };
  postMessage(answer);
});
