import type { Decision } from '../model.ts';

/*
 * What the words of a symbol do in a sentence, where the sentence is not read as a whole: whether it may be a title, what
 * could stand in its place, and whether the rules of a model account for it.
 */

const named = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

const NUMBERS = 'Num Money Spelled';
const ORDERS = 'Op Post';
const MEASURED = 'CountNoun Measured Flagged Stated Lasting Evicted';
const REFUSALS = 'Not No NotHave Without MustNot NoPerson';
const DECIDED = 'Do Done Fares';

/** Words in which a figure begins. */
export const NUMERIC = named(NUMBERS, 'twice double triple half');
/** What a report knows. */
export const THINGS = named(MEASURED);
/** What can be compared. */
export const COMPARED = named('Measured CountNoun Stated Lasting Dti');
export const NEGATIONS = named(REFUSALS, 'NoThere DoNot Neither NoneOf Unless not no nor unverified');
export const DECISIONS = named(DECIDED, 'Verdict');
export const CONNECTIVES = named('And Or But Then Comma Semi Sep First Next Else Bullet Nor and or then');

/** Records and places: a line that names them is no heading, unless it ends in what headings are called. */
export const RECORDS = named('CountNoun Flagged Quality Evicted Owe Stated Region');

/** A line with one of these decides, compares or denies something. */
export const DECIDING = named(
  `Be Have Will Must Require Send Go ${DECIDED} Fine`,
  `${NUMBERS} ${ORDERS} ${REFUSALS} Uncounted NoFactor`,
  'If Unless Rest Else PersonIs Landlord Backer',
);

/** Nothing but words between others. */
export const HARMLESS = named(
  'Hedge OnReport Limited Shall Hereby That By Meaning Ones TheOnes Before Comma Semi Sep Open Close And From To Toward',
  'Person Pronoun Then Staff Reviewer Be Rent Total Live Standard With InLast About Look Article Det Times Region It',
  'ThoseAre Period Time Go Have Will Next First Welcome Both',
  'in of for to is that we by at on , ( ) : and as out who those be a ever have you this',
);

/** How two pieces of a sentence belong together. */
export type Joiner = 'and' | 'or' | 'comma' | 'if' | 'unless' | 'cut' | 'not';

export const JOINERS: Readonly<Record<string, Joiner>> = {
  ...{ And: 'and', But: 'and', Or: 'or', If: 'if', Unless: 'unless', Not: 'not' },
  ...{ Comma: 'comma', ',': 'comma', Open: 'comma', Close: 'comma' },
  ...{ Semi: 'cut', Sep: 'cut', '•': 'cut', Bullet: 'cut' },
};

/** What decides by itself, whatever stands around it. */
export function decisionAt(symbol: string, value: unknown): Decision | null {
  if (symbol === 'ReviewNoun' || symbol === 'Looked') return 'review';
  // These words stand for decisions in the lexicon.
  return DECISIONS.has(symbol) ? (value as Decision) : null;
}

/**
 * Whether a word that can stand for these may be missing in a suggestion. One that may mean something may not: a
 * figure, a unit, a thing, a negation, a condition or a decision.
 */
export const isLight = (symbols: readonly string[]): boolean =>
  symbols.some((symbol) => LIGHT.has(symbol)) && !symbols.some((symbol) => WEIGHTY.has(symbol));

const LIGHT = named(
  'Person Pronoun Whose That who whose that which those you we they this It These Article Det a an',
  'Be Have Will Shall Must be is are was were has have had can may do does did There',
  'in of for to by at on as out from with up and And With By About Toward To ForIt Then then',
  'Comma , ( ) : Open Close Sep Meaning',
  'Staff Reviewer Look Send Sent Go Needs Mean Require Exist Aside Topic Hereby OnReport Notice',
);

const WEIGHTY = named(
  `${NUMBERS} ${ORDERS} Part Time Ago Period AnyAge Percent Limit Between Plus Sum Divided`,
  `${MEASURED} Owe Verb PersonIs Quality Dti Region State Payment Rent Income MonthlyIncome`,
  `${REFUSALS} NoThere DoNot Nor Neither NoneOf Uncounted NoFactor NotUse Bar AnythingBut ExceptThat none nothing`,
  'Both Either Each All If Unless Despite Default ExceptionToAll Always Only OnlyW WeOnly',
  `${DECIDED} Verdict ReviewNoun Looked Fine Suffices Welcome`,
  'Rest Else Unlike Like Lower Higher Older Beneath Others Met Misses NotMeets FallShort',
  'Landlord Backer Deposit Terms Hedge Wait Tell Mail Quoted Conditionally',
);
