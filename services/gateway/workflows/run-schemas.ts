import type { JsonSchema } from '../../../core/json.ts';

/** The applicant of a run, and the decisions of people on the way. */
export const RUN = {
  payload: { type: 'object', description: 'As in a trigger.' },
  reports: {
    type: 'object',
    description:
      'Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are ' +
      'filled member by member, lists are taken as they are.',
    additionalProperties: { type: 'object' },
  },
  decisions: {
    type: 'object',
    description: 'Decisions of reviewers, by node id. The run stops at a review that is not named.',
    additionalProperties: { type: 'string', enum: ['approved', 'denied'] },
  },
  as_of: {
    type: 'string',
    format: 'date',
    description:
      'The day on which the person applies: ages and times since an event are counted up to it. Without it, today.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
