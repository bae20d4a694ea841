/** What an act on a case changes: first members of keys of queries. */
export const CASE_CHANGES = ['case', 'inbox', 'execution', 'timeline', 'executions', 'waiting_letters'] as const;
