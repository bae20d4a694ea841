import type { NoticePurpose } from '../cascade/notice-request.ts';
import type { JsonObject } from '../json.ts';
import type { PolicyAction, Rule } from './model.ts';

/** An action besides the decision, as a node of a cascade. */
export function actionNode(action: PolicyAction): JsonObject {
  switch (action.kind) {
    case 'wait':
      return {
        id: 'wait',
        type: 'Wait',
        name: `Wait ${action.duration} ${action.unit}`,
        wait: { duration: action.duration, unit: action.unit },
      };
    case 'notify':
      return {
        id: 'notify',
        type: 'Action',
        name: 'Notify the staff',
        action_type: 'InternalNotification',
        internal_notification: {
          channel: 'email',
          to: action.to,
          message: '{{workflow.name}}: execution {{execution.id}} needs your attention.',
        },
      };
    case 'mail':
      return {
        id: 'mail_applicant',
        type: 'Action',
        name: 'E-mail the applicant',
        action_type: 'SendEmail',
        email: {
          to: '{{applicant.email}}',
          subject: 'Your application',
          body: 'Hello {{applicant.first_name}},\n\nthere is a decision on your application. We will be in touch about the next steps.\n\nReference: {{execution.external_reference}}',
        },
      };
  }
}

/** Options for the notices of a policy. */
export interface NoticeOptions {
  readonly purpose: NoticePurpose | null;
  readonly jurisdiction: string | null;
}

/** The nodes that carry out a decision. */
export function decisionNodes(
  { decision, terms }: Pick<Rule, 'decision' | 'terms'>,
  { purpose, jurisdiction }: NoticeOptions,
): JsonObject[] {
  const approve: JsonObject = { id: 'approve', type: 'Action', name: 'Approve', action_type: 'Approve' };
  if (decision === 'approve' || decision === 'review') return [approve];
  const isEmployment = terms.isEmployment || purpose === 'employment';
  const notice = (id: string, name: string, taken: string, more: JsonObject): JsonObject => ({
    id,
    type: 'Action',
    name,
    action_type: 'AdverseAction',
    adverse_action: {
      recipient: '{{applicant.email}}',
      action_taken: taken,
      send_strategy: terms.isAutomatic ? 'auto_send' : 'draft_first',
      ...said({
        purpose: terms.isEmployment ? 'employment' : purpose,
        jurisdiction,
        reason: terms.reason,
        waiting_period: terms.waitingPeriod === null ? null : { ...terms.waitingPeriod },
      }),
      ...more,
    },
  });
  if (decision === 'deny')
    return [notice('deny', 'Deny with a notice', isEmployment ? 'adverse_employment' : 'denied', {})];
  // The law requires no notice for a conditional offer of work.
  if (isEmployment) return [{ ...approve, name: 'Approve on conditions' }];
  const statement = 'Your application is approved on other terms than you asked for.';
  return [notice('terms', 'Notice of the terms', 'other_action', { statement }), approve];
}

/** Drops members that are undefined. */
const said = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
