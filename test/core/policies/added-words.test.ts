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

const RECORD =
  '(?:felon|evict|convict|offense|collection|bankrupt|judgment|misdemeanor|criminal|late payment|charge|public|filing|violent|inquir|crime|record)';

/**
 * Words that say there what is said without them, too. Each was looked at in its sentences: what else such a word can say
 * ("a previous score", "a prior match", "may not be auto approved") is refused.
 */
const SAID_ANYHOW: readonly RegExp[] = [
  // A report knows what was. Of what is now ("past due accounts", "a watchlist match") these are refused.
  new RegExp(`\\b(?:previous|prior|past) (?:[\\w-]+ ){0,2}${RECORD}`, 'i'),
  // A tenant's eviction is from a rental; "Rental –" is a heading.
  /\brental (?:eviction|-)/i,
  // A report counts whole months and years.
  /\bfull years?\b|\byears old of credit history\b/i,
  /\bany single\b|\bminimum requirements?\b|\bexpected$|\bannual .*yearly/i,
  // What is open is so now, and what is pending is open.
  /\b(?:current|pending) bankruptcy still open|\bopen pending\b|\bpending open\b|\bpending (?:criminal )?charges? open\b/i,
  /\bnon-?violent .*weren't violent/i,
  // Whose reviewer it is, which review it is and that nobody reviews an approval.
  /\blandlord's .*(?:review|check|officer|manager|underwriter|owner|partner)|\bowner landlord's/i,
  /\b(?:second|personal|pending) (?:human |manual )?review/i,
  /\bauto (?:reject|refus|fail|approv|accept|pass|clear|eligible|we\b|den|declin|turned|nope|send|review|don't approve)|\b(?:denied|away) auto\b/i,
  // Names of what is measured, and of a deposit as one of the terms of an approval.
  /\b(?:home (?:the )?address|gross (?:\w+ )?income|monthly gross income|contract (?:the )?rent|revolving utilization|total gross monthly|double deposit)/i,
];

/** What a sentence by itself can mean; null if it is refused, or a word of it is listed or taken for another. */
function meaningsOf(sentence: string): ReadonlySet<string> | null {
  const { sentences, unrecognized, corrections } = readPrompt(sentence);
  const isWhole = sentences.length > 0 && sentences.every(({ statements }) => statements.length > 0);
  if (!isWhole || unrecognized.length + corrections.length > 0) return null;
  const withoutPlace = (key: string, value: unknown): unknown => (key === 'span' ? undefined : value);
  return new Set(
    sentences.flatMap(({ statements }, at) => statements.map((each) => `${at} ${JSON.stringify(each, withoutPlace)}`)),
  );
}

const PROMPTS = [
  ...CORPUS.flatMap(({ prompt, refuse }) => (refuse === undefined ? [prompt] : [])),
  ...foreignPolicies().flatMap(({ text, expect: expected }) => (expected === 'clear' ? [text] : [])),
];
const READABLE = [...new Set(PROMPTS.flatMap((prompt) => prompt.split(/(?<=[.!?])\s+|\n/)).map((each) => each.trim()))]
  .filter((sentence) => sentence.length > 10 && sentence.length < 160)
  .flatMap((sentence) => {
    const meanings = meaningsOf(sentence);
    return meanings === null ? [] : [{ sentence, meanings }];
  });

const compiled = (sentence: string) =>
  compilePolicy(`${sentence}\nReview the rest.`, { useCase: 'tenant_screening', asOf: '2026-01-05' });

/** Whether it decides as before, and says nothing of the word. */
function isSilent(sentence: string, text: string): boolean {
  const [before, after] = [compiled(sentence), compiled(text)];
  return (
    before.ok &&
    after.ok &&
    after.unrecognized.length <= before.unrecognized.length &&
    differing(before.plan, after.plan) === null
  );
}

test(`of ${CASES} sentences with a word more none decides as before without a word about it (issue 30)`, () => {
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
  expect(READABLE.length).toBeGreaterThan(200);
  expect(silent).toEqual([]);
});
