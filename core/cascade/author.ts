import type { AuthorHints } from '../schema/check.ts';
import { quote } from './checks.ts';
import { CONDITION_OPERATORS, operatorOf } from './operators/index.ts';

/** Words that people bring from other products. They are too far from our words to be found as misspellings. */
const SYNONYMS = new Map<string, readonly string[]>([
  ...CONDITION_OPERATORS.flatMap((name) => operatorOf(name).otherNames.map((other) => [other, [name]] as const)),
  ...Object.entries({
    '&&': ['and'],
    all: ['and'],
    '||': ['or'],
    any: ['or'],
    deny: ['AdverseAction', 'denied'],
    decline: ['AdverseAction', 'denied'],
    reject: ['AdverseAction', 'denied'],
    email: ['SendEmail'],
    notify: ['InternalNotification'],
    if: ['IfElse'],
    delay: ['Wait'],
    sleep: ['Wait'],
    product: ['BillingProduct'],
    report: ['BillingProduct'],
  }),
]);

/** Hints for definitions that people write by hand. */
export const AUTHOR: AuthorHints = {
  meantBy: (text, choices) => (SYNONYMS.get(text.trim().toLowerCase()) ?? []).find((word) => choices.includes(word)),
  quote,
};
