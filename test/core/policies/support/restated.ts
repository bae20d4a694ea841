import { differing } from '../../../../core/rules/applicants.ts';
import { compilePolicy } from '../../../../core/policies/compile.ts';
import { PLAIN_TERMS, type Rule } from '../../../../core/rules/model.ts';
import { planOf, type Plan } from '../../../../core/rules/plan.ts';
import { readPrompt } from '../../../../core/policies/read.ts';
import { readingOf } from '../../../../core/readback/index.ts';
import { plenty } from '../../../support/work.ts';

/** The result of restating a reading as a policy and reading that. */
export type Restated =
  | { readonly is: 'refused' }
  /** Steps that are done before every decision are no rule of a policy. */
  | { readonly is: 'has steps for everybody' }
  | { readonly is: 'alike' }
  | { readonly is: 'other'; readonly what: string };

export function restated(prompt: string, useCase: string, asOf: string): Restated {
  const first = compilePolicy(prompt, { useCase, asOf });
  if (!first.ok) return { is: 'refused' };
  const told = readingOf(first.definition, plenty()).rules;
  if (told === null) return { is: 'other', what: `${prompt}\nhas no rules` };
  const rules = told.map(({ text, read_as: readAs }) => ({ text: readAs ?? text }));
  if (rules.some(({ text }) => /^Pull /.test(text) || !/\b(approve|deny|send to human review)\b/i.test(text))) {
    return { is: 'has steps for everybody' };
  }
  const text = rules.map((rule) => rule.text).join('\n');
  // A rule that decides everybody is in a reading even if rules follow, and such a policy is refused.
  const second = readPrompt(text);
  if (second.refusals.length > 0) {
    return { is: 'other', what: `${prompt}\n${text}\n${second.refusals.map(({ message }) => message).join('\n')}` };
  }
  const apart = differing(decisionsOnly(first.plan), decisionsOnly(planOf(second)));
  if (apart === null) return { is: 'alike' };
  const ways = apart.ways.map(({ decision }) => decision).join(' or ');
  return { is: 'other', what: `${prompt}\n${text}\n${JSON.stringify([...apart.values])}: ${ways}` };
}

/** The words of a letter are told by the steps. */
function decisionsOnly(plan: Plan): Plan {
  const plain = (rule: Rule): Rule => ({ ...rule, terms: PLAIN_TERMS });
  return { ...plan, rules: plan.rules.map(plain), rest: plain(plan.rest) };
}
