import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/jest.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { differing } from '../../../core/rules/applicants.ts';
import { readPrompt } from '../../../core/policies/read.ts';
import { CORPUS } from '../../generator/policies/corpus.ts';
import { foreignPolicies } from '../../generator/policies/foreign.ts';
import { CONTENT_WORDS } from './support/content-words.ts';
import { randomOf } from './support/sentences.ts';

/** `CASES=100000` tries as many. */
const CASES = Number(process.env.CASES ?? 5_000);

/** Words that say there what is said without them, too: each was looked at in its sentences. */
const SAID_ANYHOW: readonly RegExp[] = [
  // A tenant's eviction is from a rental.
  /\brental eviction/i,
  // A pending case is open, and so is a judgment that nobody paid.
  /\bopen (?:pending|unsatisfied)\b|\b(?:pending|unsatisfied) open\b/i,
  // Names of what is measured.
  /\bgross (?:the )?(?:monthly |annual )?income|\b(?:monthly|annual) gross income|\bhome address/i,
];

/** The possible meanings of a sentence by itself; null if it is refused, or only names the text. */
function meaningsOf(sentence: string): ReadonlySet<string> | null {
  const { sentences, titles } = readPrompt(sentence);
  const isWhole = sentences.length > 0 && sentences.every(({ ways }) => ways.length > 0);
  if (!isWhole || titles.length > 0) return null;
  const withoutPlace = (key: string, value: unknown): unknown => (key === 'span' ? undefined : value);
  return new Set(
    sentences.flatMap(({ ways }, at) => ways.map((each) => `${at} ${JSON.stringify(each, withoutPlace)}`)),
  );
}

const GUIDE = readFileSync(new URL('../../../docs/guides/policies.md', import.meta.url), 'utf8');
const PROMPTS = [
  ...CORPUS.flatMap(({ prompt, refuse }) => (refuse === undefined ? [prompt] : [])),
  ...foreignPolicies().flatMap(({ text, expect: expected }) => (expected === 'clear' ? [text] : [])),
  ...GUIDE.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2).replaceAll('`', '')] : [])),
];
const READABLE = [...new Set(PROMPTS.flatMap((prompt) => prompt.split(/(?<=[.!?])\s+|\n/)).map((each) => each.trim()))]
  .filter((sentence) => sentence.length > 10 && sentence.length < 160)
  .flatMap((sentence) => {
    const meanings = meaningsOf(sentence);
    // The rest of a sentence that is refused does not change the refusal.
    const isRefused = meanings === null || [...meanings].every((meaning) => meaning.includes('"issues":["'));
    return isRefused ? [] : [{ sentence, meanings }];
  });

const compiled = (sentence: string) =>
  compilePolicy(`${sentence}\nReview the rest.`, { useCase: 'tenant_screening', asOf: '2026-01-05' });

/** True if the sentence decides as before, and no message mentions the word. */
function isSilent(sentence: string, text: string): boolean {
  const [before, after] = [compiled(sentence), compiled(text)];
  return before.ok && after.ok && differing(before.plan, after.plan) === null;
}

test(`of ${CASES} sentences with a word more none decides as before without a word about it`, () => {
  const random = randomOf(7);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const silent: string[] = [];
  for (let index = 0; index < CASES; index += 1) {
    const { sentence, meanings } = pick(READABLE);
    const words = sentence.split(' ');
    const word = pick(CONTENT_WORDS);
    // Said twice it says nothing more.
    if (sentence.toLowerCase().includes(word)) continue;
    const text = words.toSpliced(Math.floor(random() * (words.length + 1)), 0, word).join(' ');
    const now = meaningsOf(text);
    if (now === null || SAID_ANYHOW.some((said) => said.test(text))) continue;
    const isSame = now.size === meanings.size && [...now].every((meaning) => meanings.has(meaning));
    if (isSame || ([...now].some((each) => meanings.has(each)) && isSilent(sentence, text)))
      silent.push(`${word}: ${text}`);
  }
  expect(READABLE.length).toBeGreaterThan(100);
  expect(silent).toEqual([]);
});
