/** Tags of the OpenAPI document, in its order, with their descriptions. */
export const TAGS = {
  Workflows: 'Cascades: graphs of nodes that decide about an applicant. They belong to the account.',
  'Workflow templates': 'Published cascades to start from.',
  Products: 'The reports that a cascade can pull, and what can be read of each.',
  Fields: 'The names that your account gives to the fields of its payloads, for letters and explanations.',
  Executions: 'Runs of a cascade. They belong to the API client that triggered them.',
  Applicants: 'The people whom executions are about: found by name, and with everything about them.',
  Batches: 'Up to 500 applicants in one request, each with an execution of its own.',
  Reviews: 'Human review: decisions, assignments and notes.',
  Settings: 'The company that live letters are from, the agencies that they name, and how vendors are asked.',
  Artifacts: 'PDFs: credit reports and adverse-action notices.',
  Identity: 'The caller, and the users of the account.',
  Webhooks: 'Subscriptions to events, and how each delivery went.',
  Statistics: 'Your runs in numbers: outcomes, rules, reasons, reviews and vendors.',
  Audit: 'Who did what, when and from where.',
} as const;
export type Tag = keyof typeof TAGS;
