import type { Picture } from '../../../core/picture/index.ts';
import { countWords, numberOf, type Count } from './figures.ts';

export interface BranchCount {
  readonly node_id: string;
  readonly branch: string;
  readonly executions: Count;
}

const KEYS: Readonly<Record<string, string>> = {
  pass: 'pass_steps',
  human_review: 'human_review_steps',
  fail: 'fail_steps',
};
/** Width of a drawn character of a label. */
const CHARACTER = 6.2;

/**
 * The picture with the number of applicants at the line of each branch. If a branch has two lines, only the first is
 * labeled.
 */
export function withCounts(picture: Picture, branches: readonly BranchCount[]): Picture {
  const counts = new Map(
    branches
      .filter(({ executions }) => numberOf(executions) !== 0)
      .map(({ node_id: node, branch, executions }) => [`${node} ${KEYS[branch] ?? ''}`, countWords(executions)]),
  );
  const told = new Set<string>();
  const lines = picture.lines.map((line) => {
    const key = `${line.from} ${line.key}`;
    const count = counts.get(key);
    if (line.label === null || count === undefined || told.has(key)) return line;
    told.add(key);
    const more = ` ${count}`;
    const { text, width } = line.label;
    return { ...line, label: { ...line.label, text: text + more, width: width + more.length * CHARACTER } };
  });
  return { ...picture, lines };
}
