import type { JsonObject } from '../json.ts';
import type { BuiltInCode } from './contract.ts';
import { textOf } from './seeded.ts';

/** The registered test subjects. `undefined`: nobody is registered under that applicant for that product. */
export interface SandboxRegistry {
  find(productCode: string, applicant: JsonObject): SandboxAnswer | undefined;
}
export type SandboxAnswer =
  /** `isGiven`: the caller supplied this report, so the payload does not change it. */
  | { readonly kind: 'report'; readonly output: JsonObject; readonly isGiven?: true }
  | { readonly kind: 'vendor_error'; readonly message: string };

/** A made-up person with registered reports. Source: semantics 6.1.2 and 6.1.6. */
export interface SandboxSubject {
  /** Stable, and unique across products. */
  readonly id: number;
  readonly case_name: string;
  /** The product that the case demonstrates. */
  readonly product_code: BuiltInCode;
  /** A complete body of a trigger. */
  readonly payload: { readonly applicant: JsonObject; readonly property?: JsonObject };
  /** The registered reports by product. Other products are synthetic for this person too. */
  readonly answers: ReadonlyMap<BuiltInCode, SandboxAnswer>;
}

export interface SubjectRegistry extends SandboxRegistry {
  readonly subjects: readonly SandboxSubject[];
  /** True if the applicant is one of the made-up people, for any product. */
  has(applicant: JsonObject): boolean;
}

/** The fields that identify a person. The e-mail does not: testers enter their own there to see the mail. */
export const IDENTIFYING = ['first_name', 'last_name', 'date_of_birth', 'ssn'] as const;
export type Identifying = (typeof IDENTIFYING)[number];

/**
 * Matches subjects by all identifying fields that they have, whatever else the applicant has. Letter case, surrounding
 * spaces and the dashes of a social security number do not matter. Throws if a subject has no identifying field, or two
 * have the same.
 */
export function buildSandboxRegistry(subjects: readonly SandboxSubject[]): SubjectRegistry {
  const byFields = new Map<string, { fields: readonly Identifying[]; byPerson: Map<string, SandboxSubject> }>();
  for (const subject of subjects) {
    const fields = IDENTIFYING.filter((field) => plain(subject.payload.applicant, field) !== '');
    if (fields.length === 0) throw new Error(`sandbox subject ${subject.id} has no identifying field`);
    const entry = byFields.get(fields.join()) ?? { fields, byPerson: new Map<string, SandboxSubject>() };
    byFields.set(fields.join(), entry);
    const key = personKey(subject.payload.applicant, fields);
    const other = entry.byPerson.get(key);
    if (other !== undefined) throw new Error(`sandbox subjects ${other.id} and ${subject.id} are the same person`);
    entry.byPerson.set(key, subject);
  }
  // Subjects with more identifying fields are tried first.
  const indexes = [...byFields.values()].toSorted((a, b) => b.fields.length - a.fields.length);

  return {
    subjects,
    has: (applicant) => indexes.some(({ fields, byPerson }) => byPerson.has(personKey(applicant, fields))),
    find(productCode, applicant) {
      for (const { fields, byPerson } of indexes) {
        const subject = byPerson.get(personKey(applicant, fields));
        const answer = subject === undefined ? undefined : answerOf(subject, productCode);
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
  };
}

/** A made-up person, by identifying fields. */
export type MadeUpPerson = Readonly<Partial<Record<Identifying, string>>>;

/** True if the applicant has all the given identifying fields, in any letter case; false if none is given. */
export function isPerson(applicant: JsonObject, person: MadeUpPerson): boolean {
  const fields = IDENTIFYING.filter((field) => person[field] !== undefined);
  return isOneAlone(person) && personKey(applicant, fields) === personKey({ ...person }, fields);
}

/** True if the fields identify a single person among all real ones. A name alone does not. */
export function isOneAlone(person: MadeUpPerson): boolean {
  const has = (field: Identifying) => plain({ ...person }, field) !== '';
  const isEmpty = IDENTIFYING.some((field) => person[field] !== undefined && !has(field));
  const hasSsn = plain({ ...person }, 'ssn').length === 9;
  return !isEmpty && (hasSsn || (has('first_name') && has('last_name') && has('date_of_birth')));
}

function answerOf(subject: SandboxSubject, productCode: string): SandboxAnswer | undefined {
  const answers: ReadonlyMap<string, SandboxAnswer> = subject.answers;
  return answers.get(productCode);
}

function personKey(applicant: JsonObject, fields: readonly Identifying[]): string {
  return fields.map((field) => plain(applicant, field)).join('\u0000');
}

function plain(applicant: JsonObject, field: Identifying): string {
  const text = textOf(applicant, field).toLowerCase();
  return field === 'ssn' ? text.replaceAll(/[^0-9]/g, '') : text;
}
