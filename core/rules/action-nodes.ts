import type { JsonObject } from '../json.ts';
import type { PolicyAction } from './model.ts';

/** What is done beside the decision, as a node of a cascade. */
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
