import { globSync, readFileSync } from 'node:fs';
import { faultsOf, OF_COMMENTS, OF_DOCS, sentencesOf, type Limits } from './forms.ts';
import { textsOfCode, textsOfMarkdown, type Text } from './texts.ts';
import { TO_DO } from './to-do.ts';

/**
 * `npm run lint`: fails on sentences that a native engineer would stumble over, in comments, messages and documents.
 * Rooms of `to-do.ts` are only counted. A room without faults has to be taken off that list, so it stays clean.
 *
 * `node dev/prose/check.ts <path>` prints all below a path.
 */
const CODE = '{core,platform,services,cli,dev,bench,test,data,console/src,clients/typescript/src}/**/*.{ts,tsx}';
const DOCUMENTS =
  '{README,ARCHITECTURE,CONTRIBUTING,CHANGELOG,{docs,core,platform,services,cli,dev,console/src}/**/*}.md';
const isOurs = (file: string) => !/node_modules|\.generated\.|\/fixtures\//.test(file);
const hasMessages = (file: string) => !/^(?:test|bench|dev)\//.test(file);

const [asked] = process.argv.slice(2);
let failures = 0;
const counts = new Map(TO_DO.map((room) => [room, 0]));

function report(file: string, texts: readonly Text[], limits: Limits): void {
  for (const { line, text } of texts) {
    for (const sentence of sentencesOf(text)) {
      for (const fault of faultsOf(sentence, limits)) say(file, `${file}:${line} ${fault}: ${sentence}`);
    }
  }
}

function say(file: string, line: string): void {
  const room = TO_DO.find((name) => file.startsWith(name));
  if (room !== undefined) counts.set(room, (counts.get(room) ?? 0) + 1);
  if (asked === undefined ? room === undefined : file.startsWith(asked)) {
    failures += 1;
    process.stdout.write(`${line}\n`);
  }
}

for (const file of globSync(CODE).filter(isOurs).toSorted()) {
  const { comments, messages } = textsOfCode(file, readFileSync(file, 'utf8'));
  report(file, comments, OF_COMMENTS);
  if (hasMessages(file)) report(file, messages, OF_DOCS);
}
for (const file of globSync(DOCUMENTS).toSorted()) {
  report(file, textsOfMarkdown(readFileSync(file, 'utf8')), OF_DOCS);
}
if (asked === undefined) {
  for (const [room, count] of counts) {
    if (count > 0) continue;
    failures += 1;
    process.stdout.write(`${room} has no fault any more: take it off dev/prose/to-do.ts\n`);
  }
  const left = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (left > 0)
    process.stdout.write(`${left} sentences in ${counts.size} rooms are to be said plainly (dev/prose/to-do.ts).\n`);
}
process.exitCode = failures === 0 ? 0 : 1;
