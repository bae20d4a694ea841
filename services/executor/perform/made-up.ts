import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { isPerson, type SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { Connection } from './connection.ts';

/** Who is pulled; empty if the payload says nobody. */
export function applicantOf({ applicant }: JsonObject): JsonObject {
  return isJsonObject(applicant) ? applicant : {};
}

/** Whether a connection may be asked about whom a payload is about, and believed: of a sandbox only about made-up people. */
export function isAskedAbout(
  { sandbox }: Pick<Connection, 'sandbox'>,
  payload: JsonObject,
  subjects: Pick<SubjectRegistry, 'has'>,
): boolean {
  const person = applicantOf(payload);
  return sandbox === undefined || subjects.has(person) || sandbox.people?.some((one) => isPerson(person, one)) === true;
}
