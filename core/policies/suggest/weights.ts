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

/**
 * Whether a word that can stand for these may be missing in a suggestion. One that may mean something may not: a
 * figure, a unit, a thing, a negation, a condition or a decision.
 */
export const isLight = (symbols: readonly string[]): boolean =>
  symbols.some((symbol) => LIGHT.has(symbol)) && !symbols.some((symbol) => WEIGHTY.has(symbol));

const LIGHT = new Set(
  [
    'Person Pronoun Whose That who whose that which those you we they this It These Det a an',
    'Be Have Will Shall Must be is are was were has have had can may do does did There',
    'in of for to by at on as out from with up and And With By About Toward To ForIt Then then',
    'Comma , ( ) : Open Close Sep Meaning',
    'Staff Reviewer Look Send Sent Go Needs Mean Require Exist Aside Topic Hereby OnReport Notice',
  ].flatMap((line) => line.split(' ')),
);

const WEIGHTY = new Set(
  [
    'Part Time Ago Period AnyAge Num Money Spelled Percent Op Post Limit Between Plus Sum Divided',
    'CountNoun Measured Flagged Stated Evicted Owe Verb Lasting PersonIs Quality Dti Region State Payment Rent Income MonthlyIncome',
    'Not No NotHave NoThere Without DoNot MustNot NoPerson Nor Neither NoneOf Uncounted NoFactor NotUse Bar AnythingBut ExceptThat none nothing',
    'Both Either Each All If Unless Despite Default ExceptionToAll Always Only OnlyW WeOnly',
    'Do Done Verdict Fares ReviewNoun Looked Fine Suffices Welcome',
    'Rest Else Unlike Like Lower Higher Older Beneath Others Met Misses NotMeets FallShort',
    'Landlord Backer Deposit Terms Hedge Wait Tell Mail Quoted Conditionally',
  ].flatMap((line) => line.split(' ')),
);
