/** The subjects of the messages between services, below NATS_SUBJECT_PREFIX. */
export const SUBJECTS = {
  commandsReady: 'commands.ready',
  deliveriesReady: 'deliveries.ready',
  /** Executions that ended or that ask a person; the payload is the list of their ids. */
  executionsSettled: 'executions.settled',
  /** A vendor has called: its order is due. */
  vendorsCalled: 'vendors.called',
  artifactsReady: 'artifacts.ready',
  artifactDone: (artifactId: number | '*'): string => `artifacts.done.${artifactId}`,
  generate: 'generator.generate',
  validate: 'generator.validate',
  /** Below it are the reply subjects of requests, so that a user may hear those of its own installation alone. */
  inbox: 'inbox',
} as const;
