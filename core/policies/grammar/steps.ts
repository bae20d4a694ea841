import { noticed, outcome } from './outcomes.ts';
import { rule, type RuleText } from './rule.ts';

/** What is done: decisions, reviews, waits, mails and notices. */
export const STEPS: readonly RuleText[] = [
  rule('Reviewer', 'a? Staff | an Staff | a? Staff Staff | our Staff | our Staff Staff', () => 'reviewer'),
  rule(
    'Towards',
    'Toward Reviewer | Toward ReviewNoun | Toward Reviewer Toward? ReviewNoun | Toward ReviewNoun Toward Reviewer',
    () => 'review',
  ),
  rule('Label', 'Adv? Do | Adv? Verdict | Adv? Done | Is Done | Is Verdict', (decision) => outcome(decision)),
  rule('Label', 'Reviewer? ReviewNoun | Reviewer Look Pronoun? | Needs Reviewer? ReviewNoun', () => outcome('review')),
  rule('Label', 'approved With Alter', () => outcome('conditional')),
  rule('Label', 'Cmd', (of) => of),

  rule('Cmd', 'Adv? Do Pronoun? | Adv? Send Pronoun? Towards', (decision) => outcome(decision)),
  rule('Cmd', 'approve Pronoun? With Alter', () => outcome('conditional')),
  rule('Cmd', 'Reviewer Look Pronoun?', () => outcome('review')),
  rule('Cmd', 'Person Pred | Pronoun Pred', (of) => of),
  rule('Cmd', 'Act Comma? And Then? Cmd | Act Comma? Then Cmd | Act Comma Cmd', (act, of) => ({
    ...of,
    before: [act, ...of.before],
  })),
  rule('Cmd', 'Cmd Comma? Reason Quoted', (of, reason) => ({
    ...of,
    terms: { ...of.terms, reason },
  })),

  rule('Pred', 'Is Done | Is Adv Done | Is Done Adv | Will Be? Done | Must Be Done', (decision) => outcome(decision)),
  rule('Pred', 'Is Not Done | Will Not Be? Done | may not be Done', (decision) =>
    decision === 'approve' ? outcome('deny') : null,
  ),
  rule('Pred', 'Fares', (decision) => outcome(decision)),
  rule('Pred', 'Is Adv? Verdict | Will? Mean Verdict', (decision) => outcome(decision)),
  rule(
    'Pred',
    'Is Adv? Sent Towards | Will Be? Sent Towards | Must Be Sent Towards | Will? Go Towards | Send you Towards',
    (decision) => outcome(decision),
  ),
  rule(
    'Pred',
    'Is Adv? Looked | Is Adv? Looked by Reviewer | Will Be Looked | Will Be Looked at? by Reviewer | Must Be Looked | Mean ReviewNoun by Reviewer | Needs Reviewer? ReviewNoun',
    () => outcome('review'),
  ),
  rule('Pred', 'Is? approved With Alter | Is Conditionally approved With Alter', () => outcome('conditional')),
  rule('Pred', 'Pred And Sent Notice | Pred With Notice | Pred With a Notice', (of) => noticed(of, {})),

  rule('Act', 'Wait Amount Time', (duration, unit) =>
    unit === 'months' || unit === 'years' ? null : { kind: 'wait', duration, unit },
  ),
  rule('Act', 'Tell Mail', (to) => ({ kind: 'notify', to })),
  rule('Act', 'Tell Person', () => ({ kind: 'mail', to: 'applicant' })),
  rule('Acts', 'Act', (act) => [act]),
  rule('Acts', 'Acts Comma? And? Then? Act', (acts, act) => [...acts, act]),
  rule('Say', 'send Notice Auto | Notice Be Sent Auto', () => ({ isAutomatic: true })),

  // What an approval is tied to.
  rule('Alter', 'Deposit | a Deposit | an Deposit | Backer | a Backer | Terms | a Terms', () => 'terms'),
  rule('Alter', 'a? Deposit of Size', () => 'terms'),
  rule('Alter', 'Alter Or Alter', () => 'terms'),
  rule('Size', 'Amount Time Rent', () => 'terms'),
];
