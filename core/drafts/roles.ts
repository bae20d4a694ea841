/*
 * What the words of a symbol do in a sentence, where the sentence is not read as a whole: whether the rules of a model
 * account for it, and what a figure may be compared with.
 */

const named = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

const NUMBERS = 'Num Money Spelled';
const MEASURED = 'CountNoun Measured Flagged Stated Lasting Evicted';
const REFUSALS = 'Not No NotHave Without MustNot NoPerson';
const DECIDED = 'Do Done Fares';

/** Words in which a figure begins. */
export const NUMERIC = named(NUMBERS, 'twice');
/** What a report knows. */
export const THINGS = named(MEASURED);
export const NEGATIONS = named(REFUSALS, 'NoThere DoNot Neither NoneOf Unless Bar not no nor');
export const DECISIONS = named(DECIDED, 'Verdict Doubtful');
export const CONNECTIVES = named('And Or But Then Comma Semi Sep First Next Else Bullet Nor and or then');

/** Nothing but words between others. */
export const HARMLESS = named(
  'Hedge OnReport Limited Shall Hereby That By Meaning Ones TheOnes Before Comma Semi Sep Open Close And From To Toward',
  'Person Pronoun Then Staff Reviewer Be Rent Total Live Standard With InLast About Look Article Det Times Region It',
  'ThoseAre Period Time Go Have Will Next First Welcome Both',
  'in of for to is that we by at on , ( ) : and as out who those be a ever have you this',
);
