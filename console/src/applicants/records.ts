import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { Seen } from '../api/records.ts';

export type FoundPeople = Seen<Schemas['ApplicantSearch']>;
export type FoundPerson = Omit<FoundPeople['applicants'][number], 'object'>;
/** An execution of a person. */
export type PersonsExecution = FoundPerson['executions'][number];
export type Person = Seen<Schemas['Applicant']>;
