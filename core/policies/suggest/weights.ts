import type { Decision } from '../model.ts';

/** How two pieces of a sentence belong together. */
export type Joiner = 'and' | 'or' | 'comma' | 'if' | 'unless' | 'cut' | 'not';

export const JOINERS: Readonly<Record<string, Joiner>> = {
  And: 'and',
  But: 'and',
  Or: 'or',
  Comma: 'comma',
  ',': 'comma',
  Semi: 'cut',
  Sep: 'cut',
  '•': 'cut',
  Bullet: 'cut',
  Open: 'comma',
  Close: 'comma',
  If: 'if',
  Unless: 'unless',
  Not: 'not',
};

/** What decides by itself, whatever stands around it. */
export function decisionAt(symbol: string, value: unknown): Decision | null {
  if (symbol === 'ReviewNoun' || symbol === 'Looked') return 'review';
  // These words stand for decisions in the lexicon.
  return ['Do', 'Done', 'Verdict', 'Fares'].includes(symbol) ? (value as Decision) : null;
}

/** Words of which none may be missing in a suggestion: figures, things, negations, conditions and decisions. */
export const isWeighty = (symbol: string): boolean => WEIGHTY.has(symbol);

const WEIGHTY = new Set(
  [
    'Num Money Spelled Percent Op Post Limit Between Plus Part Sum Divided',
    'CountNoun Measured Flagged Stated Evicted Owe Verb Lasting PersonIs Quality Dti Region State Payment Rent Income MonthlyIncome',
    'Not No NotHave NoThere Without DoNot MustNot NoPerson Nor Neither NoneOf Uncounted NoFactor NotUse Bar AnythingBut ExceptThat none nothing',
    'Both Either Each All If Unless Despite Default ExceptionToAll Always Only OnlyW WeOnly',
    'Do Done Verdict Fares ReviewNoun Looked Fine Suffices Welcome',
    'Rest Else Unlike Like Lower Higher Older Beneath Others Met Misses NotMeets FallShort',
    'Landlord Backer Deposit Terms Hedge Wait Tell Mail Quoted Conditionally',
  ].flatMap((line) => line.split(' ')),
);
