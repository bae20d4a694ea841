import { expect, test } from '../../support/jest.ts';
import { BY_FIRST, GRAMMAR } from '../../../core/policies/grammar/index.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { readPrompt } from '../../../core/policies/read.ts';

/** Issue 30 asks for 100,000: `FUZZ_SENTENCES=100000`. */
const SENTENCES = Number(process.env.FUZZ_SENTENCES ?? 1_500);

/** A fixed stream of numbers below 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PHRASES = new Map<string, string[]>();
for (const { stems, symbol } of [...BY_FIRST.values()].flat())
  PHRASES.set(symbol, [...(PHRASES.get(symbol) ?? []), stems.join(' ')]);

const TOKENS: Readonly<Record<string, readonly string[]>> = {
  Num: ['2', '620', '700', '3', '24', '2020'],
  Money: ['$500', '$4,500'],
  Mail: ['ops@acme.example'],
  Quoted: ['"a reason"'],
  Unknown: ['glorp'],
};

/** A sentence that the grammar can make, or nearly: beyond a depth any word will do. */
function sentence(symbol: string, random: () => number, depth: number): string {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const productions = GRAMMAR.byLhs.get(symbol);
  if (productions === undefined) return pick(TOKENS[symbol] ?? PHRASES.get(symbol) ?? [symbol]) ?? symbol;
  const shortest = Math.min(...productions.map(({ rhs }) => rhs.length));
  const possible = depth > 7 ? productions.filter(({ rhs }) => rhs.length === shortest) : productions;
  if (depth > 14) return 'score above 600';
  return (pick(possible)?.rhs ?? []).map((each) => sentence(each, random, depth + 1)).join(' ');
}

test(`${SENTENCES} sentences of the lexicon: none crashes, none takes over 50 ms`, () => {
  const random = randomOf(30);
  const slow: string[] = [];
  let compiled = 0;
  for (let index = 0; index < SENTENCES; index += 1) {
    const text = sentence('Sentence', random, 0).split(' ').slice(0, 40).join(' ');
    // The machine may do something else just then: the best of three tries counts.
    let took = timed(text);
    for (let attempt = 0; took > 50 && attempt < 2; attempt += 1) took = Math.min(took, timed(text));
    if (took > 50) slow.push(`${Math.round(took)} ms: ${text}`);
    compiled += compilePolicy(`${text}. Review the rest.`, { useCase: 'tenant_screening', asOf: '2026-01-05' }).ok
      ? 1
      : 0;
  }
  process.stdout.write(`sentences compiled: ${compiled} of ${SENTENCES}\n`);
  expect(slow).toEqual([]);
});

function timed(text: string): number {
  const before = process.cpuUsage();
  readPrompt(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
