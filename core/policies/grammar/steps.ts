import { noticed, outcome } from './outcomes.ts';
import { rule, type RuleText } from './rule.ts';

/** What is done: decisions, reviews, waits, mails and notices. */
export const STEPS: readonly RuleText[] = [
  rule(
    'Reviewer',
    'a? Staff | an Staff | one of Staff | a? Unknown Unknown? Staff | an Unknown Unknown? Staff | a? Staff Staff | an Staff Staff | Unknown Staff Staff | Reviewer of Unknown',
    () => 'reviewer',
  ),
  rule(
    'Towards',
    'Toward Reviewer | Toward Unknown? ReviewNoun | Toward Reviewer Toward? ReviewNoun | Toward ReviewNoun Toward Reviewer | Toward Reviewer Look',
    () => 'review',
  ),
  rule('Label', 'Adv? Do | Adv? Verdict | Adv? Done | Adv? Fares | Be Done | Be Verdict', (decision) =>
    outcome(decision),
  ),
  rule('Label', 'Not Done | Be Not Done', (decision) => (decision === 'approve' ? outcome('deny') : null)),
  rule(
    'Label',
    'Reviewer? ReviewNoun | Reviewer Look Pronoun? | Adv ReviewNoun | ReviewNoun by Reviewer | Needs Reviewer? ReviewNoun | Needs ReviewNoun by Reviewer | Needs ReviewNoun of Reviewer',
    () => outcome('review'),
  ),
  rule(
    'Label',
    'Conditionally ( Alter ) | conditional ( Alter ) | conditional approval? | approve Conditionally With Alter | approved With Alter | Conditionally approved',
    () => outcome('conditional'),
  ),
  rule('Label', 'Cmd', (of) => of),

  rule('Cmd', 'Adv? Do Pronoun? | Do Pronoun Adv | Adv? Send Pronoun? Towards', (decision) => outcome(decision)),
  rule('Cmd', 'approve Pronoun? With Alter | Conditionally approve Pronoun? | approve Pronoun? Conditionally', () =>
    outcome('conditional'),
  ),
  rule(
    'Cmd',
    'Reviewer Look Pronoun? | have Reviewer Look at? Pronoun? | let Reviewer Look Pronoun? | we? ask Reviewer | we? ask Reviewer to Look Pronoun? | we? refer Reviewer',
    () => outcome('review'),
  ),
  rule('Cmd', 'Person Pred | Pronoun Pred', (of) => of),
  rule('Cmd', 'we Adv? Do Pronoun? | we will Do Pronoun?', (decision) => outcome(decision)),
  rule('Cmd', 'we can not issue Unknown | we can not rent to Pronoun', () => outcome('deny')),
  rule('Cmd', 'Cmd Comma? And Act | Cmd Comma? Then Act | Cmd Comma Act', (of, act) => ({
    ...of,
    after: [...of.after, act],
  })),
  rule('Cmd', 'Cmd Comma Act Comma? And Act', (of, one, other) => ({ ...of, after: [...of.after, one, other] })),
  rule('Cmd', 'Act Comma? And Then? Cmd | Act Comma? Then Cmd | Act Comma Cmd', (act, of) => ({
    ...of,
    before: [act, ...of.before],
  })),
  rule('Cmd', 'Cmd With Reason Quoted | Cmd Comma? Reason Quoted', (of, reason) => ({
    ...of,
    terms: { ...of.terms, reason },
  })),
  rule('Cmd', 'Cmd Comma? And Say | Cmd Comma? Then Say', noticed),
  rule('Cmd', 'Cmd With Notice | Cmd With a Notice', (of) => noticed(of, {})),
  rule(
    'Cmd',
    'start pre adverse action process | start a pre adverse action process | send a pre adverse action notice | begin pre adverse action process | start pre adverse process',
    () => outcome('deny', { terms: { isEmployment: true } }),
  ),

  rule(
    'Pred',
    'Be Done | Be Adv Done | Be Done Adv | Will Be? Done | Will Be? Adv Done | Will Be? Done Adv | Must Be Done',
    (decision) => outcome(decision),
  ),
  rule(
    'Pred',
    'Be Not Done | Will Not Be? Done | can not be Done | Be Not Adv Done | may not be Done | Will Not Be Adv Done',
    (decision) => (decision === 'approve' ? outcome('deny') : null),
  ),
  // Who "can be denied" may be approved.
  rule('Pred', 'can Be? Done | can Be? Done Adv', (decision) => (decision === 'approve' ? outcome(decision) : null)),
  rule('Pred', 'Fares | Will Fares | Adv Fares | Fares Adv', (decision) => outcome(decision)),
  rule(
    'Pred',
    'Be Adv? Verdict | Will Be Verdict | Will? Mean Verdict | Must Mean Verdict | Mean Adv Verdict | Mean a? Done',
    (decision) => outcome(decision),
  ),
  rule(
    'Pred',
    'Be Adv? Sent Towards | Will Be? Sent Towards | Must Be Sent Towards | Will? Go Towards | Go Adv Towards | Adv Go Towards | Be Towards | must Go Towards | Sent you Towards | Send you Towards | Send Pronoun Towards',
    (decision) => outcome(decision),
  ),
  rule(
    'Pred',
    'Be Adv? Looked | Be Adv? Looked by Reviewer | Will Be Looked | Will Be Looked at? by Reviewer | Must Be Looked | Must Be Looked by Reviewer | Be Looked at by Reviewer | Mean ReviewNoun | Mean ReviewNoun by Reviewer | Needs Reviewer? ReviewNoun | Needs ReviewNoun by Reviewer | Needs ReviewNoun of Reviewer | Needs ReviewNoun from Reviewer | Needs Looked | Needs a Looked by Reviewer | Needs to be Looked | Needs to be Looked by Reviewer | Needs Reviewer approval | Needs approval of Reviewer | Needs approval from Reviewer | Needs approval by Reviewer',
    () => outcome('review'),
  ),
  rule(
    'Pred',
    'Be? approved With Alter | Will Be approved With Alter | Be Conditionally approved | Will Be Conditionally approved | Be Conditionally approved With Alter | Will Be Conditionally approved With Alter | Be approved Conditionally | get approved With Alter',
    () => outcome('conditional'),
  ),
  // "(treat as manual review)", "(declined)": the same once more.
  rule('Pred', 'Pred ( Done ) | Pred ( Verdict ) | Pred ( treat as Verdict ) | Pred ( a Verdict )', (of, decision) =>
    of.decision === decision ? of : null,
  ),
  rule('Cmd', 'Cmd ( treat as Verdict ) | Cmd ( Verdict ) | Cmd ( Done )', (of, decision) =>
    of.decision === decision ? of : null,
  ),
  rule('Label', 'Label ( Reviewer Look report ) | Label ( Reviewer Look Pronoun? )', (of) =>
    of.decision === 'review' ? of : null,
  ),
  rule('Pred', 'Pred And Pred', (a, b) => (JSON.stringify(a) === JSON.stringify(b) ? a : null)),
  rule('Pred', 'Pred And Then? Act | Pred Comma And? Act', (of, act) => ({ ...of, after: [...of.after, act] })),
  rule('Pred', 'Pred And Sent Notice | Pred And Sent a Notice | Pred With Notice | Pred With a Notice', (of) =>
    noticed(of, {}),
  ),
  rule('Pred', 'Pred With Reason Quoted', (of, reason) => ({ ...of, terms: { ...of.terms, reason } })),

  rule('Act', 'Wait Amount Time', (duration, unit) =>
    unit === 'months' || unit === 'years' ? null : { kind: 'wait', duration, unit },
  ),
  rule('Act', 'Tell Mail', (to) => ({ kind: 'notify', to })),
  rule('Act', 'Tell Person | Tell Pronoun', () => ({ kind: 'mail', to: 'applicant' })),
  rule('Acts', 'Act', (act) => [act]),
  rule('Acts', 'Acts Comma? And? Then? Act', (acts, act) => [...acts, act]),
  rule(
    'Say',
    'send Notice Auto | Notice Be Sent Auto | Notice go out Auto | Notice Be sent out Auto | Auto send Notice | Notice Be Auto sent',
    () => ({ isAutomatic: true }),
  ),
];
