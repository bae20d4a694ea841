import { PRODUCTS } from '../products/index.ts';
import { fieldPhrase } from '../readback/names.ts';
import { canBeMissing, isNoneOnRecord, testsOf, type Rule, type Test } from './model.ts';

type Field = Pick<Test, 'source' | 'field'>;

/** The effect of missing values on rules, and what a report counts if no period is given. */
export function assumptionsOf(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap((rule) => [...ofMissing(rule), ...testsOf(rule.when).flatMap(ofTime)]))];
}

function ofMissing({ when, isRequirement, quote }: Rule): string[] {
  const tests = testsOf(when);
  const others = tests.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const asked = [...tests.filter(({ operator }) => operator !== 'is_empty'), ...others];
  return asked.filter(isUnknowable).map((field) => {
    const isMet = tests.some(
      (test) => test.operator === 'is_empty' && test.source === field.source && test.field === field.field,
    );
    const who = `An applicant whose ${nameOf(field)} is not known`;
    const what = `"${quote.text}"`;
    if (!isMet) return `${who} is not meant by ${what}.`;
    return isRequirement ? `${who} does not meet ${what} and is denied.` : `${who} is meant by ${what} too.`;
  });
}

/** True if the value may be missing and its absence is not the best that a report can say. */
const isUnknowable = (field: Field): boolean =>
  field.source !== 'context' && canBeMissing(field) && !isNoneOnRecord(field);

const nameOf = ({ source, field }: Field): string => fieldPhrase(source, field).replace(/^the /, '');

/** A count for the last months stands for the thing itself if no period is given. */
function ofTime({ source, field }: Test): string[] {
  if (source === 'context') return [];
  return PRODUCTS[source].words.flatMap(({ field: own, windows = {}, nouns }) => {
    const [months] = Object.entries(windows).find(([, name]) => name === field && own === field) ?? [];
    return months === undefined
      ? []
      : [`Of each ${nouns?.[0] ?? field}, the report knows those of the last ${months} months.`];
  });
}
