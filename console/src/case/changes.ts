/** First elements of the query keys that an action on a case invalidates. */
export const CASE_CHANGES = ['case', 'inbox', 'execution', 'timeline', 'executions', 'waiting_letters'] as const;
